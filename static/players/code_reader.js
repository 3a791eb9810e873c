/* Read the QR code that a camera sees: by the browser itself where it can, elsewhere, as on iPhones and in Firefox, by
   jsQR, which is loaded only there. */

/** @typedef {(picture: HTMLVideoElement) => string | Promise<string>} CodeReader */

const WIDEST = 640; // pixels; more takes longer and finds no more codes

/**
 * Return a function that reads the code in the camera's picture; it answers "" where there is none.
 * @param {string} jsqr the address of jsQR
 * @returns {Promise<CodeReader>}
 */
export async function findCodeReader(jsqr) {
  // @ts-ignore: only some browsers have it, and no type describes it yet
  const Detector = globalThis.BarcodeDetector;
  if ((await Detector?.getSupportedFormats())?.includes("qr_code")) {
    const detector = new Detector({ formats: ["qr_code"] });
    return async (picture) => (await detector.detect(picture))[0]?.rawValue ?? "";
  }
  await import(jsqr);
  const canvas = document.createElement("canvas");
  const drawing = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  return (picture) => {
    const scale = Math.min(1, WIDEST / picture.videoWidth);
    canvas.width = picture.videoWidth * scale;
    canvas.height = picture.videoHeight * scale;
    drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const { data, width, height } = drawing.getImageData(0, 0, canvas.width, canvas.height);
    return jsQR(data, width, height, { inversionAttempts: "dontInvert" })?.data ?? "";
  };
}

// What the scripts use of htmx, SortableJS and jsQR, for `deno check`: each becomes a name of the window.

interface Htmx {
  ajax(verb: string, url: string, options: Record<string, unknown>): Promise<unknown>;
  config: { sse: Record<string, unknown>; morphIgnore: string[] };
  registerExtension(name: string, extension: HtmxExtension): void;
}

interface HtmxExtension {
  init(api: HtmxInternals): void;
  /** Return false to leave an element as it is. */
  htmx_before_morph_node(element: Element): boolean;
}

interface HtmxInternals {
  /** Make an element like the one in `next`, or, with `isInner`, its children like those of `next`. */
  morph(old: Element, next: Node, isInner: boolean): void;
}

declare const htmx: Htmx;

declare const jsQR: (
  data: Uint8ClampedArray,
  width: number,
  height: number,
  options: { inversionAttempts: "dontInvert" },
) => { data: string } | null;

declare const Sortable: {
  create(list: Element, options: Record<string, unknown>): unknown;
};

interface Element {
  moveBefore(element: Element, before: Element | null): void;
}

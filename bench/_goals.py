"""Print a figure with its goal, and whether it keeps to it: "PASS" or "FAIL". A missed goal stops no benchmark."""


def judge(what: str, figure: float, unit: str, *, most: float | None = None, least: float | None = None) -> None:
    """Compare one figure with the most or the least that it may be."""
    kept = figure <= most if most is not None else figure >= (least or 0)
    goal = f"at most {most:g}" if most is not None else f"at least {least:g}"
    print(f"    {'PASS' if kept else 'FAIL'}  {what}: {figure:.3g} {unit} ({goal})", flush=True)

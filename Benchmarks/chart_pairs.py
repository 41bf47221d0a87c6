"""
Each committed specification of a chart as we draw it and as Vega-Lite itself does, side by side in one picture: chart_pairs.py FOLDER

To be looked at: where theirs reads better, ours is to be mended. Runs in the bench's Python, which has vl-convert.
"""

import base64
import sys
from pathlib import Path

import vl_convert

SNAPSHOTS = Path(__file__).parent.parent / "Tests" / "ChartsTests" / "Snapshots"
WIDTH, HEIGHT = 760, 460


def image(svg, x):
    """The picture fitted into its half."""
    data = base64.b64encode(svg.encode()).decode()
    return f'<image x="{x}" y="20" width="{WIDTH}" height="{HEIGHT}" preserveAspectRatio="xMinYMin" href="data:image/svg+xml;base64,{data}"/>'


folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
count = 0
for file in sorted(SNAPSHOTS.glob("*.vl.json")):
    name = file.name.removesuffix(".vl.json")
    ours = SNAPSHOTS / f"{name}.svg"
    if not ours.exists():
        continue
    theirs = vl_convert.vegalite_to_svg(file.read_text())
    pair = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * WIDTH + 60}" height="{HEIGHT + 40}"><rect width="100%" height="100%" fill="white"/>'
        f"{image(ours.read_text(), 10)}{image(theirs, WIDTH + 50)}</svg>"
    )
    (folder / f"{name}.png").write_bytes(vl_convert.svg_to_png(pair, scale=1))
    count += 1
print(f"{count} pairs in {folder}: ours on the left")

"""Charts as SVG and PNG, beside the same specifications painted by vl-convert, which runs Vega-Lite itself."""

import json
import subprocess

VL_CONVERT = """
import json, pathlib, sys, time
import vl_convert
folder = pathlib.Path(sys.argv[1])
figures = {}
for name in sys.argv[2:]:
    specification = (folder / f"{name}.vl.json").read_text()
    def paint():
        start = time.monotonic()
        png = vl_convert.vegalite_to_png(specification, scale=2)
        return (time.monotonic() - start) * 1000, len(png)
    first, _ = paint()
    runs = sorted(paint() for _ in range(20))
    figures[name] = {"first_ms": first, "p50_ms": runs[10][0], "bytes": runs[10][1]}
print(json.dumps(figures))
"""


def run(bench, folder, python):
    figures = json.loads(subprocess.run([bench, "chart", str(folder), "200"], capture_output=True, text=True, check=True).stdout)
    print(f"\ncharts of 1,520 by 860 pixels; the first of a process {figures.pop('first_ms'):.0f} ms")
    done = subprocess.run([python, "-c", VL_CONVERT, str(folder), *figures], capture_output=True, text=True) if python else None
    theirs = json.loads(done.stdout) if done and done.returncode == 0 else {}
    for name, ours in figures.items():
        svg, png = ours["svg"], ours["png"]
        line = f"{name:10} SVG p50 {svg['p50_ms']:.2f} ms, p99 {svg['p99_ms']:.2f}; PNG p50 {png['p50_ms']:.1f} ms, p99 {png['p99_ms']:.1f}, {ours['png_bytes'] / 1024:.0f} KB"
        if name in theirs:
            line += f"; vl-convert p50 {theirs[name]['p50_ms']:.0f} ms, {theirs[name]['bytes'] / 1024:.0f} KB"
        print(line)
    if not theirs:
        print("vl-convert-python is not installed: no figures of it")

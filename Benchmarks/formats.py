#!/usr/bin/env python3
"""Measures faceblur against other tools on photos of other formats than JPEG: what each costs, and what it changes. See README.md."""

import argparse
import json
import os
import shutil
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import avif
import heic
import plan
import tiff
import webp
from bench import Benchmark
from measure import peak_of_all

HERE = Path(__file__).resolve().parent
REGIONS = ";".join(",".join(f"{value:.6f}" for value in region) for region in plan.REGIONS)
ROUNDS = 7
# Of formats that tools take many seconds for.
FEW_ROUNDS = 3
TITLES = {"rgb8": "RGB, 8 bits", "rgb16": "RGB, 16 bits", "palette": "palette of 256", "rgba8": "RGBA, 8 bits"}
# Only its memory is measured.
LARGE = plan.Photo(48)
# What a photo's file says of how it is shown, which is to be there still.
CHUNKS = {b"gAMA": struct.pack(">I", 45455), b"cICP": bytes([12, 13, 0, 1]),
          b"pHYs": struct.pack(">IIB", 11811, 11811, 1)}


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def with_chunks(file):
    """The chunks stand behind the header, where all of them may."""
    data = file.read_bytes()
    inserted = b"".join(chunk(kind, content) for kind, content in CHUNKS.items())
    file.write_bytes(data[:33] + inserted + data[33:])


def chunks(file):
    data, place, found = file.read_bytes(), 8, {}
    while place + 12 <= len(data):
        length = struct.unpack(">I", data[place:place + 4])[0]
        found.setdefault(data[place + 4:place + 8], data[place + 8:place + 8 + length])
        place += length + 12
    return found


class Formats(Benchmark):
    def sources(self):
        """The reference photo as PNGs, written by libvips at zlib's level 6."""
        import_code = (
            "import pyvips, sys\n"
            "source = pyvips.Image.new_from_file(sys.argv[1])\n"
            "folder = sys.argv[2]\n"
            "options = dict(compression=6, keep='none')\n"
            "source.pngsave(folder + '/rgb8.png', filter='all', **options)\n"
            "noise = pyvips.Image.gaussnoise(source.width, source.height, sigma=60, mean=0, seed=3)\n"
            "wide = (source.cast('float') * 257 + noise).cast('ushort').copy(interpretation='rgb16')\n"
            "wide.pngsave(folder + '/rgb16.png', bitdepth=16, filter='all', **options)\n"
            "source.pngsave(folder + '/palette.png', palette=True, **options)\n"
            "source.bandjoin(255).pngsave(folder + '/rgba8.png', filter='all', **options)\n")
        subprocess.run([self.tools.python, "-c", import_code, self.path(plan.REFERENCE), self.work], check=True)
        for name in TITLES:
            with_chunks(self.work / f"{name}.png")

    def record(self, source):
        """Writes the record of the regions that are to be hidden."""
        subprocess.run([self.programs / "benchmark", "record", REGIONS, source], check=True, capture_output=True)

    @staticmethod
    def pixelating(boxes):
        """What ImageMagick is told to make cells of boxes."""
        operations = []
        for left, top, right, bottom in boxes:
            width, height = right - left, bottom - top
            operations += ["-region", f"{width}x{height}+{left}+{top}",
                           "-scale", f"{plan.CELLS}x{plan.CELLS}!", "-scale", f"{width}x{height}!"]
        return [*operations, "+region"]

    def commands(self, name, method="png"):
        """What each tool is run with on a PNG, or on a TIFF, WebP or AVIF that is written by some method."""
        ending = name.rsplit(".", 1)[1]
        source = str(self.work / name)
        self.record(source)
        modules = {tool: python for tool, python in self.tools.modules.items()
                   if ending != "avif" or tool in avif.TOOLS}
        target = {tool: str(self.work / f"{tool}-{name}") for tool in ["faceblur", "imagemagick", *modules]}
        commands = {"faceblur": [self.faceblur, "render", source, "-o", target["faceblur"]]}
        boxes = plan.REFERENCE.boxes()
        if self.tools.imagemagick:
            # A TIFF is compressed as it was.
            saving = ["-define", "png:compression-level=6"]
            if ending == "webp":
                saving = (["-define", "webp:lossless=true"] if method == "webp-lossless" else
                          ["-quality", str(webp.QUALITY)])
            elif ending == "avif":
                saving = ["-quality", "100" if method == "avif-lossless" else str(avif.QUALITY)]
            commands["imagemagick"] = [self.tools.imagemagick, source, *self.pixelating(boxes), *saving,
                                       target["imagemagick"]]
        for tool, python in modules.items():
            commands[tool] = [python, str(HERE / "peer.py"), "obscure", tool, source, target[tool], "0", method,
                              str(plan.CELLS), *[",".join(map(str, box)) for box in boxes]]
        # The floor: decoded and encoded again, PNGs at level 6, and nothing done.
        again = str(self.work / f"recoded-{name}")
        saving = {"png": "pngsave(sys.argv[2], compression=6, filter='all')",
                  "tif": f"tiffsave(sys.argv[2], compression='{method[5:]}', predictor='horizontal')",
                  "webp": f"webpsave(sys.argv[2], {webp.OPTIONS.get(method[5:])})",
                  "avif": f"heifsave(sys.argv[2], {avif.OPTIONS.get(method[5:])})"}[ending]
        code = f"import pyvips, sys\npyvips.Image.new_from_file(sys.argv[1]).{saving}"
        commands["decode + encode"] = [self.tools.modules.get("libvips", sys.executable), "-c", code, source, again]
        target["decode + encode"] = again
        return {tool: (command, target[tool]) for tool, command in commands.items()}

    def changes(self, name, target):
        """What a tool has changed outside of the boxes, which are taken a unit larger on each side."""
        code = (
            "import json, sys, numpy as np, pyvips\n"
            "def samples(name):\n"
            "  image = pyvips.Image.new_from_file(name)\n"
            "  return image.numpy().reshape(image.height, image.width, -1), image.format\n"
            "(a, fa), (b, fb) = samples(sys.argv[1]), samples(sys.argv[2])\n"
            "scale = 257 if fa == 'ushort' and fb != 'ushort' else 1\n"
            "b = b.astype(np.int64) * scale\n"
            "if a.shape[2] != b.shape[2]:\n"
            "  count = min(a.shape[2], b.shape[2], 3); a, b = a[:, :, :count], b[:, :, :count]\n"
            "mask = np.ones(a.shape[:2], bool)\n"
            "for left, top, right, bottom in json.loads(sys.argv[3]):\n"
            "  reach = int(sys.argv[4])\n"
            "  mask[max(top - reach, 0):bottom + reach, max(left - reach, 0):right + reach] = False\n"
            "d = (a.astype(np.int64) - b)[mask]\n"
            "same = float((d == 0).all(axis=1).mean())\n"
            "mse = float((d.astype(float) ** 2).mean())\n"
            "peak = 65535 if fa == 'ushort' else 255\n"
            "print(json.dumps({'identical': same, 'psnr': None if mse == 0 else 10 * float(np.log10(peak ** 2 / mse))}))\n")
        done = subprocess.run(
            [self.tools.python, "-c", code, self.work / name, target, json.dumps(plan.REFERENCE.boxes()),
             str(heic.REACH if name.endswith(".avif") else 9)],
            check=True, capture_output=True, text=True)
        found = json.loads(done.stdout)
        if name.endswith(".png"):
            before, after = chunks(self.work / name), chunks(Path(target))
            kept = [kind.decode() for kind in CHUNKS if after.get(kind) == before[kind]]
            is_alike = all(before[b"IHDR"][place] == after[b"IHDR"][place] for place in (8, 9))
        else:
            describe = {"tif": tiff, "webp": webp, "avif": avif}[name.rsplit(".", 1)[1]].described
            before, after = describe(self.work / name), describe(target)
            kept = [what for what, value in before["kept"].items() if after["kept"][what] == value]
            is_alike = before["stored"] == after["stored"]
        found.update(size=Path(target).stat().st_size / (self.work / name).stat().st_size, kind=is_alike, kept=kept)
        return found

    # HEIC

    def build_heic(self, photo):
        """The photo as a HEIC."""
        target = self.work / f"{photo.megapixels}.heic"
        subprocess.run([self.tools.python, HERE / "heic.py", "build", self.path(photo), target], check=True)
        return str(target)

    def heic_commands(self, photo, source, modules):
        self.record(source)
        target = {tool: str(self.work / f"{tool}.heic") for tool in
                  ["faceblur", "imagemagick", "pillow", "libvips", "recoded"]}
        commands = {"faceblur": ([self.faceblur, "render", source, "-o", target["faceblur"]], target["faceblur"])}
        boxes = photo.boxes()
        if self.tools.imagemagick:
            commands["imagemagick"] = ([self.tools.imagemagick, source, *self.pixelating(boxes), "-quality",
                                        str(heic.QUALITY), target["imagemagick"]], target["imagemagick"])
        for tool, python in modules.items():
            commands[tool] = ([python, str(HERE / "peer.py"), "obscure", tool, source, target[tool], str(heic.QUALITY),
                               "heic", str(plan.CELLS), *[",".join(map(str, box)) for box in boxes]], target[tool])
        code = ("import pillow_heif, sys\n"
                "pillow_heif.open_heif(sys.argv[1]).save(sys.argv[2], quality=int(sys.argv[3]))")
        commands["decode + encode"] = (
            [self.tools.python, "-c", code, source, target["recoded"], str(heic.QUALITY)], target["recoded"])
        return commands

    def heic_changes(self, photo, source, target):
        done = subprocess.run(
            [self.tools.python, HERE / "heic.py", "compare", source, target, json.dumps(photo.boxes())],
            check=True, capture_output=True, text=True)
        before, after = heic.described(source), heic.described(target)
        return {**json.loads(done.stdout), "size": Path(target).stat().st_size / Path(source).stat().st_size,
                "kind": before["stored"] == after["stored"], "kept": after["kept"]}

    def measure_heic(self):
        """The reference, and the memory for a larger photo: of ours with that of its helper."""
        photo = plan.Photo(2) if self.quick else plan.REFERENCE
        large = plan.Photo(8) if self.quick else LARGE
        modules = self.tools.heic_modules()
        self.build_photos([photo, large])
        source = self.build_heic(photo)
        commands = self.heic_commands(photo, source, modules)
        costs = self.costs(commands, 2 if self.quick else FEW_ROUNDS, "HEIC")
        for tool, cost in costs.items():
            command, target = commands[tool]
            cost["peak"] = peak_of_all(command, 1 if self.quick else 3)
            if tool != "decode + encode":
                cost["changes"] = self.heic_changes(photo, source, target)
            print("heic", tool, json.dumps(cost), flush=True)
        source = self.build_heic(large)
        self.record(source)
        command = [self.faceblur, "render", source, "-o", str(self.work / "large.heic"), "--force"]
        peak = peak_of_all(command, 1)
        print("heic", large.megapixels, json.dumps(peak), flush=True)
        return {"megapixels": photo.megapixels, "costs": costs,
                "large": {"megapixels": large.megapixels, "peak": peak}}

    def link_helper(self):
        """The program that writes records has its helper beside it, too."""
        helper = self.programs / "faceblur-codec"
        helper.unlink(missing_ok=True)
        helper.symlink_to(Path(self.faceblur).resolve().parent / "faceblur-codec")

    def measured(self, name, title, *method):
        """What each tool takes for a file, and what it changes in it."""
        commands = self.commands(name, *method)
        rounds = FEW_ROUNDS if name.endswith(".avif") else ROUNDS
        costs = self.costs(commands, 2 if self.quick else rounds, title)
        for tool, cost in costs.items():
            if tool != "decode + encode":
                cost["changes"] = self.changes(name, commands[tool][1])
            print(name, tool, json.dumps(cost), flush=True)
        return costs

    def run(self):
        results = {"machine": self.machine(), "formats": {}}
        self.link_helper()
        if self.only in (None, "png"):
            self.build_photos([plan.REFERENCE])
            self.sources()
            for name, title in TITLES.items():
                results["formats"][f"PNG, 12 megapixels, {title}"] = self.measured(f"{name}.png", title)
        if self.only in (None, "tiff"):
            self.build_photos([plan.REFERENCE])
            subprocess.run([self.tools.python, HERE / "tiff.py", "build", self.path(plan.REFERENCE), self.work], check=True)
            for name, (title, method) in tiff.TITLES.items():
                results["formats"][f"TIFF, 12 megapixels, {title}"] = self.measured(f"{name}.tif", title, f"tiff-{method}")
        if self.only in (None, "webp"):
            self.build_photos([plan.REFERENCE])
            subprocess.run([self.tools.python, HERE / "webp.py", "build", self.path(plan.REFERENCE), self.work], check=True)
            for name, (title, method) in webp.TITLES.items():
                results["formats"][f"WebP, 12 megapixels, {title}"] = self.measured(f"{name}.webp", title, f"webp-{method}")
        if self.only in (None, "avif"):
            self.build_photos([plan.REFERENCE])
            subprocess.run([self.tools.python, HERE / "avif.py", "build", self.path(plan.REFERENCE), self.work], check=True)
            for name, (title, method) in avif.TITLES.items():
                results["formats"][f"AVIF, 12 megapixels, {title}"] = self.measured(f"{name}.avif", title, f"avif-{method}")
        if self.only in (None, "heic"):
            results["heic"] = self.measure_heic()
        results["versions"] = self.tools.versions()
        results["skipped"] = self.tools.skipped
        shutil.rmtree(self.work, ignore_errors=True)
        return results


def table(costs):
    own = costs["faceblur"]
    lines = ["| | time | ratio | CPU | peak MB | size | pixels outside identical | PSNR outside | stored alike | kept |",
             "|---|---|---|---|---|---|---|---|---|---|"]
    for tool, cost in costs.items():
        row = [tool, f"{cost['wall']['median'] / 1000:.2f} s",
               f"{cost['wall']['median'] / own['wall']['median']:.2f}", f"{cost['cpu']['median'] / 1000:.2f} s",
               f"{cost['peak']['median']:.0f}"]
        changes = cost.get("changes")
        if changes:
            psnr = "–" if changes["psnr"] is None else f"{changes['psnr']:.1f} dB"
            row += [f"{100 * changes['size']:.1f} %", f"{100 * changes['identical']:.2f} %", psnr,
                    "yes" if changes["kind"] else "no", " ".join(changes["kept"]) or "nothing"]
        else:
            row += ["", "", "", "", ""]
        lines.append("| " + " | ".join(row) + " |")
    return [*lines, ""]


def markdown(results):
    machine = results["machine"]
    lines = ["# Other formats", "",
             f"Four regions, whole processes; {machine['date']}, {machine['processor']}, "
             f"{machine['cores']} cores. Made by `make bench-formats`. Ratios are to the time of faceblur, which also checks its "
             "render.", ""]
    for title, costs in results["formats"].items():
        lines += [f"## {title}", "", *table(costs)]
    if "heic" in results:
        own, large = results["heic"], results["heic"]["large"]
        lines += [f"## HEIC, {own['megapixels']} megapixels, tiles of {heic.TILE} × {heic.TILE}", "", *table(own["costs"]),
                  "CPU and peak of faceblur are those of the command and of its helper together, the peak as the sum of what "
                  f"each takes at most. For {large['megapixels']} megapixels that is {large['peak']['median']:.0f} MB.", ""]
    for tool, reason in results["skipped"].items():
        lines.append(f"- Not measured: {tool}: {reason}")
    return "\n".join(lines).rstrip() + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faceblur", required=True, help="the command to measure, built for release")
    parser.add_argument("--folder", default=".build/bench", help="where photos, peers and builds are kept")
    parser.add_argument("--quick", action="store_true", help="few rounds, and small HEICs")
    parser.add_argument("--only", choices=["png", "tiff", "webp", "avif", "heic"], help="one format")
    options = parser.parse_args()
    options.faceblur = os.path.abspath(options.faceblur)
    benchmark = Formats(options)
    benchmark.only = options.only
    results = benchmark.run()
    target = benchmark.folder / "quick" if options.quick else HERE / "results"
    target.mkdir(parents=True, exist_ok=True)
    if options.only and (target / "formats.json").exists():
        # What was measured of the others stays.
        earlier = json.loads((target / "formats.json").read_text())
        results = {**earlier, **results, "formats": {**earlier["formats"], **results["formats"]}}
    (target / "formats.json").write_text(json.dumps(results, indent=1) + "\n")
    (target / "formats.md").write_text(markdown(results))
    print("\n" + markdown(results))


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"failed: {' '.join(map(str, error.cmd[:4]))} …")

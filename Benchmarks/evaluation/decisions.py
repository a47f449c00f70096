"""What people decided about the photos of a scrubbed collection, as the command tells it."""

import hashlib
import io
import json
import subprocess
from pathlib import Path

from PIL import Image, ImageOps

from evaluation.photos import DECIDED, Photo

# Names that go into one command line.
BATCH = 200


def outputs(journal):
    """The photos in the target, by the report beside it."""
    with open(journal / "report.jsonl") as report:
        lines = [json.loads(line) for line in report]
    # Where a name is not UTF-8 its text names nothing.
    return [str(journal.with_suffix("") / line["target"]) for line in lines if "target" in line and "targetBytes" not in line]


def shown(program, files):
    """The record of each file, as `faceblur show` tells it."""
    for start in range(0, len(files), BATCH):
        done = subprocess.run([program, "show", "--json", *files[start:start + BATCH]], capture_output=True, text=True)
        for line in done.stdout.splitlines():
            answer = json.loads(line)
            if "error" in answer:
                print(f"left out: {answer['file']}: {answer['error']}", flush=True)
            else:
                yield answer


def boxes(regions):
    """Boxes that a person says are faces, and those that nobody decided about. What a person took out is neither."""
    decided, undecided = [], []
    for region in regions:
        if region["state"] == "applied":
            by_hand = region["origin"] == "manual" and region["kind"] == "face"
            (decided if by_hand else undecided).append([region[key] for key in ("x", "y", "width", "height")])
    return decided, undecided


def upright(answer):
    """The photo that a record is of, as viewers show it; None where it has changed since, or Pillow cannot read it."""
    try:
        data = Path(answer["source"]).read_bytes()
        if hashlib.sha256(data).hexdigest() != answer["original"]["sha256"]:
            return None
        with Image.open(io.BytesIO(data)) as opened:
            picture = ImageOps.exif_transpose(opened).convert("RGB")
    except (OSError, Image.DecompressionBombError):
        return None
    return picture if picture.size == (answer["width"], answer["height"]) else None


def pictures(journal, program):
    """Each photo that somebody decided something about, under a number instead of its name, and its picture."""
    number = 0
    for answer in shown(program, outputs(Path(journal).resolve())):
        if not any(r["state"] == "excluded" or r["origin"] == "manual" for r in answer["regions"]):
            continue
        picture = upright(answer) if "source" in answer else None
        if picture is None:
            print(f"left out: {answer['file']}: its source cannot be read, or has changed", flush=True)
            continue
        number += 1
        yield Photo(f"{number:06}.jpg", DECIDED, 0, *picture.size, *boxes(answer["regions"])), picture

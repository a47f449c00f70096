"""The photos that detection is measured on: those of the data as they are, and turned. Runs with Pillow."""

import json
import math
from dataclasses import dataclass, field
from pathlib import Path

# The photos of a scrubbed collection that people decided something about.
DECIDED = "decided"
# Nothing was ever fitted to these.
HELD_OUT = {"crowds", DECIDED}
# The sets that the coefficients of FaceEvidence were fitted to, together.
FITTED = "fitted to"
# Stored sideways and upside down, and held askew.
TURNS = [90, 180, 270, 15, -15, 30, -30, 45, -45]


@dataclass
class Photo:
    """One picture and what is known of it; boxes are x, y, width and height in its pixels."""

    file: str
    set: str
    turn: int
    width: int
    height: int
    faces: list
    # Boxes whose finding counts neither way.
    ignore: list = field(default_factory=list)

    @property
    def original(self):
        """The name that all turned versions of one photo share."""
        return Path(self.file).stem.split("@")[0]


# Faces that the annotations of known photos leave out, found by eye among the boxes that touched no label.
UNLABELLED = json.loads((Path(__file__).parent / "unlabelled.json").read_text())


def read(data):
    """What the annotations say, by image."""
    for line in open(Path(data) / "annotations.jsonl"):
        note = json.loads(line)
        note["ignore"] = note.get("ignore", []) + UNLABELLED.get(note["image"], [])
        yield Photo(note["image"], note["set"], 0, note["width"], note["height"],
                    [box[:4] for box in note["faces"]], [box[:4] for box in note["ignore"]])


def groups(photo):
    """What a photo counts for: its set, and all sets that something was fitted to."""
    return [photo.set] if photo.set in HELD_OUT else [photo.set, FITTED]


def headline(photos):
    """The photos that the main numbers are of: those that nothing was fitted to only where there are no others."""
    return [photo for photo in photos if photo.set not in HELD_OUT] or photos


def turned_box(box, turn, size, new_size):
    """The box at its turned place. Askew it keeps its size: a head is about as high as wide."""
    x, y, w, h = box
    angle = math.radians(turn)
    dx, dy = x + w / 2 - size[0] / 2, y + h / 2 - size[1] / 2
    # Pillow turns against the clock, and y points down.
    cx = dx * math.cos(angle) + dy * math.sin(angle) + new_size[0] / 2
    cy = -dx * math.sin(angle) + dy * math.cos(angle) + new_size[1] / 2
    if turn % 180 == 90:
        w, h = h, w
    return [cx - w / 2, cy - h / 2, w, h]


def pictures(data):
    """Each photo of the data, and its picture."""
    from PIL import Image

    for photo in read(data):
        with Image.open(Path(data) / photo.file) as opened:
            # The annotations are of the stored picture; a tag that turned it would turn it twice.
            yield photo, opened.convert("RGB")


def make(pictures, folder, turns):
    """Writes every photo as it is and under each turn, and says what is where."""
    from PIL import Image

    folder.mkdir(parents=True, exist_ok=True)
    photos = []
    for photo, picture in pictures:
        for turn in [0, *turns]:
            target = folder / f"{Path(photo.file).stem}@{turn}.jpg"
            new = picture if turn == 0 else picture.rotate(
                turn, expand=True, resample=Image.BICUBIC, fillcolor=(118, 118, 118))
            if not target.exists():
                new.save(target, quality=95, subsampling=0)
            boxes = [[turned_box(b, turn, picture.size, new.size) for b in kind]
                     for kind in (photo.faces, photo.ignore)]
            photos.append(Photo(target.name, photo.set, turn, *new.size, *boxes))
    return photos

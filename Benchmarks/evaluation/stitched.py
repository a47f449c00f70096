"""How many faces are hidden in pictures larger than any photo, against the same faces in photos of their own.

The large pictures are made of photos, scaled and put side by side; each photo is kept by itself, too, just as it is there.
"""

import random
import subprocess
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from evaluation.measure import COVERED, coverage, false_boxes
from evaluation.photos import HELD_OUT, Photo, read, turned_box
from evaluation.tools import obscured

PANORAMA = 19200, 900
GRID = 4124, 4124
# How wide the photos of each grid are.
WIDTHS = [412, 412, 300]
GREY = 118, 118, 118
QUALITY = 92
# The longer side, in pixels, of the faces that anybody would expect to be found.
LARGE = 24


@dataclass
class Stitched:
    """A large picture, and the photos in it by themselves."""

    name: str
    picture: Photo
    singles: list


class Sheet:
    """A large picture in the making."""

    def __init__(self, name, size, data, folder):
        self.name, self.size, self.data, self.folder = name, size, data, folder
        self.picture = Image.new("RGB", size, GREY)
        self.faces, self.ignore, self.singles = [], [], []

    def put(self, photo, place, size):
        """Puts a photo there, scaled, and writes it by itself."""
        with Image.open(self.data / photo.file) as opened:
            kernel = Image.BICUBIC if size[0] > opened.width else Image.LANCZOS
            picture = opened.convert("RGB").resize(size, kernel)
        across, down = size[0] / photo.width, size[1] / photo.height
        faces, ignore = ([[x * across, y * down, w * across, h * down] for x, y, w, h in kind]
                         for kind in (photo.faces, photo.ignore))
        self.picture.paste(picture, place)
        for here, there in ((self.faces, faces), (self.ignore, ignore)):
            here += [[x + place[0], y + place[1], w, h] for x, y, w, h in there]
        file = f"{self.name} {len(self.singles):03}.jpg".replace(" ", "-")
        self.singles.append(written(picture, self.folder, Photo(file, self.name, 0, *size, faces, ignore)))

    def stitched(self):
        photo = Photo(f"{self.name}.jpg".replace(" ", "-"), self.name, 0, *self.size, self.faces, self.ignore)
        return Stitched(self.name, written(self.picture, self.folder, photo), self.singles)

    def sideways(self, name):
        """The whole picture turned by 90°, against its photos as they are."""
        size = self.size[::-1]
        faces, ignore = ([turned_box(box, 90, self.size, size) for box in kind] for kind in (self.faces, self.ignore))
        photo = Photo(f"{name}.jpg".replace(" ", "-"), name, 90, *size, faces, ignore)
        return Stitched(name, written(self.picture.transpose(Image.ROTATE_90), self.folder, photo), self.singles)


def written(picture, folder, photo):
    picture.save(folder / photo.file, quality=QUALITY, subsampling=0)
    return photo


def panorama(sheet, photos):
    """Puts photos side by side, as high as the sheet, and returns those that there is no room for."""
    x, (across, height) = 0, sheet.size
    for number, photo in enumerate(photos):
        width = round(photo.width * height / photo.height)
        if x + width > across:
            return photos[number:]
        sheet.put(photo, (x, 0), (width, height))
        x += width
    return []


def grid(sheet, photos, width):
    """Puts photos of one width in rows, and returns those that there is no room for."""
    x = y = row = 0
    left = []
    for photo in photos:
        height = round(photo.height * width / photo.width)
        if x + width > sheet.size[0]:
            x, y, row = 0, y + row, 0
        if y + height > sheet.size[1]:
            left.append(photo)
            continue
        sheet.put(photo, (x, y), (width, height))
        x, row = x + width, max(row, height)
    return left


def make(data, folder, quick):
    """Writes the large pictures and their photos, the same ones each time."""
    folder.mkdir(parents=True, exist_ok=True)
    photos = sorted((p for p in read(data) if p.faces and p.set not in HELD_OUT), key=lambda p: p.file)
    random.Random(1).shuffle(photos)
    made, left = [], photos
    for number in range(1 if quick else 3):
        sheet = Sheet(f"panorama {number + 1}", PANORAMA, Path(data), folder)
        left = panorama(sheet, left)
        if sheet.singles:
            made.append(sheet.stitched())
        if number == 0 and not quick and sheet.singles:
            made.append(sheet.sideways("panorama 1 stored sideways"))
    left = photos
    for number, width in enumerate(WIDTHS[-1:] if quick else WIDTHS):
        # The last one takes any photo, the others take each photo once.
        last = width == WIDTHS[-1]
        sheet = Sheet(f"grid {number + 1}, {width} wide", GRID, Path(data), folder)
        left = grid(sheet, photos if last else left, width)
        if sheet.singles:
            made.append(sheet.stitched())
        if number == 0 and not quick and sheet.singles:
            made.append(sheet.sideways("grid 1 on its side"))
    return made


def sums(tool, photos, folder, work):
    """What a tool hides in pictures, added up."""
    found, seconds = tool.run(photos, folder, work)
    total = {"pictures": len(photos), "megapixels": round(sum(p.width * p.height for p in photos) / 1e6, 3),
             "faces": 0, "hidden": 0, "large faces": 0, "large hidden": 0, "false boxes": 0, "seconds": round(seconds, 2)}
    for photo, _, boxes, changed in obscured(photos, found, folder, work):
        for face in photo.faces:
            large, hidden = max(face[2:]) >= LARGE, coverage(face, changed) >= COVERED
            total["faces"] += 1
            total["hidden"] += hidden
            total["large faces"] += large
            total["large hidden"] += large and hidden
        if boxes is None:
            total["false boxes"] = None
        else:
            total["false boxes"] += false_boxes(photo, boxes)
    return total


def measure(tools, data, folder, work, quick):
    """What each tool hides in each large picture, and in its photos by themselves; a tool that cannot take them is left out."""
    pictures = make(data, folder, quick)
    results = {"tools": {}}
    for name, tool in tools.items():
        by_picture, singly = {}, {}
        try:
            for stitched in pictures:
                one = sums(tool, [stitched.picture], folder, work)
                of = stitched.singles[0].set
                if of not in singly:
                    singly[of] = sums(tool, stitched.singles, folder, work)
                by_picture[stitched.name] = {"stitched": one, "singly": singly[of], "turned": stitched.picture.turn != 0}
                print(f"{name}, {stitched.name}: {one['large hidden']} of {one['large faces']} faces hidden, "
                      f"singly {singly[of]['large hidden']}", flush=True)
        except subprocess.CalledProcessError as failure:
            print(f"left out: {name}: it does not take pictures that large: {failure}", flush=True)
            continue
        results["tools"][name] = by_picture
    return results

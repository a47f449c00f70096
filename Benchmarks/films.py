"""Draws the film that everything is measured on, and knows where its face is in every frame.

    films.py FILM WIDTH HEIGHT SECONDS     runs in the benchmark's own environment

A picture as those of `photos` behind a camera that is held by hand, things that move in front of it, and now and then, for a
third of the time, somebody who walks through: the portrait, nodding, turning, nearer and farther, and behind a passer-by
for a moment. With a sensor's noise, as H.264 with a group of pictures every two seconds, and with sound. Beside the film stands
a JSON with a line per frame. Lengths are those of a film of 1080 rows and grow with it.
"""

import json
import math
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

import photos
from filmplan import GROUP, HEIGHT, RATE
from goals import PORTRAITS

ROWS = HEIGHT
CODING = ["-c:v", "libx264", "-preset", "medium", "-crf", "20", "-g", str(GROUP), "-pix_fmt", "yuv420p",
          "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709"]
SOUND = "sine=frequency=330:sample_rate=48000,tremolo=f=3:d=0.7"
# How much larger than the film the picture behind it is, and how far the hand of whoever films goes.
REACH, SHAKE = 1.15, 40
# A phone's noise after what it does against it.
NOISE = 2.2
PORTRAIT = "astronaut.jpg"
# Of the face in the portrait, in its pixels.
CENTRE, FACE = photos.PORTRAITS[PORTRAIT][:2], photos.PORTRAITS[PORTRAIT][2]
FACE_WIDTH = 0.75 * FACE
# The height of the face in the film, and pixels per second.
LEAST, MOST, SPEED = 100, 150, 216
# Seconds that a passer-by is near the face.
PASSING = 1.2


def appearances(seconds):
    """When somebody walks in and is gone again, at no multiple of a group's length."""
    starts = [0.18, 0.59] if seconds >= 30 else [0.31]
    return [(seconds * start, seconds * (start + 1 / 3 / len(starts))) for start in starts]


@dataclass
class Stand:
    """How the portrait stands in a frame: what maps its pixels, counted from the face's centre, into the frame."""

    matrix: np.ndarray
    place: np.ndarray
    # Where the passer-by is, in widths of the face; nothing where there is none.
    passing: float | None

    def corners(self, width, height):
        half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [width / 2, height / 2]
        return half @ self.matrix.T + self.place

    def box(self):
        corners = self.corners(FACE_WIDTH, FACE)
        return [*corners.min(axis=0), *corners.max(axis=0)]


def stand(seconds, number, width, height):
    """Nothing where nobody is there."""
    time, unit = number / RATE, height / ROWS
    for order, (start, end) in enumerate(appearances(seconds)):
        if not start <= time < end:
            continue
        since, length = time - start, end - start
        beyond = 1.3 * MOST
        way = width / unit + 2 * beyond
        # Who has no time to cross hurries, and turns round.
        walked = way * since / length if SPEED * length >= 0.9 * way else 2 * SPEED * min(since, length - since)
        # Who has no time for that, either, is there at once.
        x = walked - beyond if length >= 3 else 0.3 * width / unit + SPEED * since
        if order % 2:
            x = width / unit - x
        y = 0.42 * ROWS + 10 * math.sin(2 * math.pi * 1.9 * time) + 40 * math.sin(since)
        size = LEAST + (MOST - LEAST) * (0.5 - 0.5 * math.cos(2 * math.pi * since / length))
        nod, turn = math.radians(14) * math.sin(1.3 * since), 1 - 0.18 * (0.5 - 0.5 * math.cos(1.7 * since))
        scale = size / FACE * unit
        matrix = scale * np.array([[math.cos(nod) * turn, -math.sin(nod)], [math.sin(nod) * turn, math.cos(nod)]])
        near = (since - 0.6 * length) / PASSING
        return Stand(matrix, np.array([x, y]) * unit, 5 * near if abs(near) < 0.5 else None)
    return None


class Scene:
    def __init__(self, width, height):
        self.width, self.height, self.unit = width, height, height / ROWS
        generator = np.random.default_rng(5)
        size = (round(width * REACH), round(height * REACH))
        rasters = photos.textures(generator)
        picture = photos.background(*size, 0, size[1], rasters)
        self.behind = Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8))
        grain = generator.normal(0, NOISE, (height + 64, width + 64)).astype(np.float32)
        # A little of it is shared by neighbours, as behind a demosaicing filter.
        grain = 0.8 * grain + 0.5 * np.roll(grain, 1, axis=1) + 0.3 * np.roll(grain, 1, axis=0)
        self.grain = Image.fromarray(np.clip(np.rint(grain) + 128, 0, 255).astype(np.uint8)).convert("RGB")
        self.generator = np.random.default_rng(6)
        self.portrait, self.mask, self.corner = self.cut_portrait()
        self.things = [self.thing(0.2, 0.65, 380, 160, (150, 40, 35)), self.thing(0.6, 0.6, 90, 300, (40, 60, 110)),
                       self.thing(0.4, 0.8, 60, 60, (60, 120, 50))]
        self.passer = self.thing(0.7, 0.3, round(1.7 * MOST), 4 * MOST, (70, 70, 80))

    def cut_portrait(self):
        """What is near the face, its edges soft, and where in it the face's centre is."""
        reach = photos.SURROUNDINGS * FACE / 2
        with Image.open(PORTRAITS / PORTRAIT) as source:
            box = [round(max(0, CENTRE[0] - reach)), round(max(0, CENTRE[1] - reach)),
                   round(min(source.width, CENTRE[0] + reach)), round(min(source.height, CENTRE[1] + reach))]
            part = source.convert("RGB").crop(box)
        mask = Image.new("L", part.size, 0)
        ImageDraw.Draw(mask).rectangle((12, 12, part.width - 12, part.height - 12), fill=255)
        return part, mask.filter(ImageFilter.BoxBlur(6)), np.array([CENTRE[0] - box[0], CENTRE[1] - box[1]])

    def thing(self, x, y, width, height, colour):
        """A part of the picture behind, in another colour."""
        size = (round(width * self.unit), round(height * self.unit))
        corner = (round(x * (self.behind.width - size[0])), round(y * (self.behind.height - size[1])))
        part = self.behind.crop((*corner, corner[0] + size[0], corner[1] + size[1]))
        return Image.blend(part, Image.new("RGB", size, colour), 0.7)

    def frame(self, number, standing):
        time = number / RATE
        shake = np.array([math.sin(0.7 * time) + 0.3 * math.sin(2.9 * time), 0.7 * math.sin(0.5 * time + 1)]) * SHAKE * self.unit
        corner = np.array([self.behind.width - self.width, self.behind.height - self.height]) / 2 + shake
        picture = self.behind.resize(
            (self.width, self.height), Image.Resampling.BICUBIC, box=(*corner, corner[0] + self.width, corner[1] + self.height))
        for thing, (speed, row, phase) in zip(self.things, [(260, 0.72, 0.1), (-95, 0.55, 0.6), (60, 0.85, 0.3)]):
            way = self.width + 2 * thing.width
            x = (phase * way + speed * self.unit * time) % way - thing.width
            picture.paste(thing, (round(x), round(row * self.height + 9 * self.unit * math.sin(5 * time + phase))))
        if standing:
            self.draw_person(picture, standing)
        left, top = map(int, self.generator.integers(0, 64, 2))
        grain = self.grain.crop((left, top, left + self.width, top + self.height))
        return ImageChops.add(picture, grain, offset=-128)

    def draw_person(self, picture, standing):
        inverse = np.linalg.inv(standing.matrix)
        whole = np.array([[0, 0], [self.portrait.width, 0], [0, self.portrait.height], self.portrait.size]) - self.corner
        corners = whole @ standing.matrix.T + standing.place
        first, last = np.floor(corners.min(axis=0)).astype(int), np.ceil(corners.max(axis=0)).astype(int)
        shift = inverse @ (first - standing.place) + self.corner
        mapping = (inverse[0, 0], inverse[0, 1], shift[0], inverse[1, 0], inverse[1, 1], shift[1])
        size = tuple(int(length) for length in last - first)
        person, mask = (part.transform(size, Image.Transform.AFFINE, mapping, Image.Resampling.BICUBIC)
                        for part in (self.portrait, self.mask))
        picture.paste(person, tuple(map(int, first)), mask)
        if standing.passing is not None:
            picture.paste(self.passer, self.passer_corner(standing))

    def passer_corner(self, standing):
        x = standing.place[0] + standing.passing * MOST * self.unit - self.passer.width / 2
        return round(x), round(standing.place[1] - self.passer.height / 3)

    def seen(self, standing):
        """The part of the face's box that is in the frame and not covered."""
        left, top, right, bottom = standing.box()
        within = max(0, min(right, self.width) - max(left, 0))
        if standing.passing is not None:
            corner = self.passer_corner(standing)[0]
            within -= max(0, min(right, self.width, corner + self.passer.width) - max(left, 0, corner))
        return max(0, within) / (right - left)


def build(film, width, height, seconds):
    scene = Scene(width, height)
    partial = film.with_name("partial-" + film.name)
    command = ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", str(RATE),
               "-i", "-", "-f", "lavfi", "-i", f"{SOUND},atrim=duration={seconds}",
               "-vf", "scale=out_color_matrix=bt709", *CODING, "-c:a", "aac", "-b:a", "128k", "-ac", "2", str(partial)]
    lines = []
    with subprocess.Popen(command, stdin=subprocess.PIPE) as coder:
        for number in range(seconds * RATE):
            standing = stand(seconds, number, width, height)
            coder.stdin.write(scene.frame(number, standing).tobytes())
            line = {"frame": number}
            if standing:
                line |= {"box": [round(float(value), 2) for value in standing.box()], "seen": round(float(scene.seen(standing)), 3),
                         "matrix": standing.matrix.tolist(), "place": standing.place.tolist()}
            lines.append(json.dumps(line))
        coder.stdin.close()
    if coder.returncode:
        sys.exit(f"FFmpeg could not write {film}")
    film.with_suffix(".jsonl").write_text("\n".join(lines) + "\n")
    partial.rename(film)


if __name__ == "__main__":
    build(Path(sys.argv[1]), *map(int, sys.argv[2:5]))

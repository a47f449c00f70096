"""What a tool has changed in a film that `films` has drawn: outside of the face, in the face, and in their mean.

    filmcheck.py FILM RENDER     runs in the benchmark's own environment; prints a JSON object

Frames are compared in their order, on luma as it is stored.
"""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np

import films
from filmplan import COARSE, RATE, SEEN

# How many times as large as the face what counts as near it is: tools hide more than the face.
NEAR = 2.4
# Of the face turned upright, in pixels, and of what its detail is measured from: an odd number.
UPRIGHT = (round(films.FACE), round(films.FACE_WIDTH))
AROUND = round(COARSE * films.FACE / 2) * 2 - 1


def size(film):
    command = ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=width,height", "-of", "csv=p=0", film]
    return tuple(map(int, subprocess.run(command, check=True, capture_output=True, text=True).stdout.split(",")[:2]))


def luma(film, width, height):
    """Of a render that has other lines, as players show it: as large as the film."""
    command = ["ffmpeg", "-v", "error", "-i", film, "-map", "0:v:0", "-fps_mode", "passthrough",
               "-vf", f"extractplanes=y,scale={width}:{height}", "-f", "rawvideo", "-pix_fmt", "gray", "-"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as decoder:
        while len(data := decoder.stdout.read(width * height)) == width * height:
            yield np.frombuffer(data, np.uint8).reshape(height, width)


def hashes(film):
    """Of every decoded frame with its chroma."""
    command = ["ffmpeg", "-v", "error", "-i", film, "-map", "0:v:0", "-fps_mode", "passthrough", "-f", "framemd5", "-"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return [line.split(",")[-1].strip() for line in lines if not line.startswith("#")]


def group_starts(film):
    command = ["ffprobe", "-v", "error", "-select_streams", "v:0", "-skip_frame", "nokey",
               "-show_entries", "frame=best_effort_timestamp_time", "-of", "csv=p=0", film]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return [round(float(line.split(",")[0]) * RATE) for line in lines]


def upright(plane, truth):
    """The face turned upright, with no sample where it is beyond the frame."""
    rows, columns = UPRIGHT
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float64)
    points = np.stack([x - (columns - 1) / 2, y - (rows - 1) / 2], axis=-1)
    at = points @ np.array(truth["matrix"]).T + truth["place"] - 0.5
    height, width = plane.shape
    inside = (at >= 0).all(axis=-1) & (at[..., 0] < width - 1) & (at[..., 1] < height - 1)
    left = np.clip(at[..., 0].astype(int), 0, width - 2)
    top = np.clip(at[..., 1].astype(int), 0, height - 2)
    right_part, lower_part = at[..., 0] - left, at[..., 1] - top
    upper = plane[top, left] * (1 - right_part) + plane[top, left + 1] * right_part
    lower = plane[top + 1, left] * (1 - right_part) + plane[top + 1, left + 1] * right_part
    return np.where(inside, upper * (1 - lower_part) + lower * lower_part, np.nan)


def likeness(first, second):
    """Their correlation where both have samples; none where either is even."""
    both = ~(np.isnan(first) | np.isnan(second))
    a, b = first[both] - first[both].mean(), second[both] - second[both].mean()
    scale = np.sqrt((a * a).sum() * (b * b).sum())
    return float((a * b).sum() / scale) if scale > 0 else 0.0


def detail(face):
    """What is finer than the mean of what is around it."""
    known = np.nan_to_num(face, nan=float(np.nanmean(face)))
    padded = np.pad(known, AROUND // 2, mode="edge")
    for axis in (0, 1):
        padded = np.apply_along_axis(lambda line: np.convolve(line, np.ones(AROUND) / AROUND, "valid"), axis, padded)
    return np.where(np.isnan(face), np.nan, known - padded)


class Error:
    """The mean squared error outside of what is near a face."""

    def __init__(self):
        self.sum, self.count = 0.0, 0

    def add(self, first, second, box):
        squares = (first.astype(np.int16) - second).astype(np.int32) ** 2
        self.sum += float(squares.sum())
        self.count += squares.size
        if box:
            height, width = first.shape
            middle, half = np.add(box[:2], box[2:]) / 2, np.subtract(box[2:], box[:2]) / 2 * NEAR
            left, top = np.clip(np.floor(middle - half), 0, [width, height]).astype(int)
            right, bottom = np.clip(np.ceil(middle + half), 0, [width, height]).astype(int)
            self.sum -= float(squares[top:bottom, left:right].sum())
            self.count -= squares[top:bottom, left:right].size

    def psnr(self):
        """Decibels; nothing where all is the same, or nothing was compared."""
        return round(10 * float(np.log10(255 ** 2 * self.count / self.sum)), 2) if self.sum else None


class Mean:
    """What the mean over aligned frames shows of the face, against what each of them does."""

    def __init__(self):
        self.before, self.after = [], []

    def add(self, before, after):
        self.before.append(before)
        self.after.append(after)

    def summary(self):
        face = np.mean(self.before, axis=0)
        found = {"frames": len(self.after)}
        for name, part in (("luma", lambda picture: picture), ("detail", detail)):
            singles = [likeness(part(picture), part(face)) for picture in self.after]
            found[name] = {"one frame": round(float(np.mean(singles)), 4), "best frame": round(max(singles), 4),
                           "mean": round(likeness(part(np.mean(self.after, axis=0)), part(face)), 4)}
        return found


def compare(film, render):
    truths = [json.loads(line) for line in Path(film).with_suffix(".jsonl").read_text().splitlines()]
    width, height = size(film)
    same = [a == b for a, b in zip(hashes(film), hashes(render))]
    with_face, without = Error(), Error()
    faces, means, last, count = {}, [], None, 0
    for truth, before, after in zip(truths, luma(film, width, height), luma(render, width, height)):
        count += 1
        (with_face if "box" in truth else without).add(before, after, truth.get("box"))
        if truth.get("seen", 0) < SEEN:
            continue
        number = truth["frame"]
        first, second = upright(before, truth), upright(after, truth)
        faces[number] = [round(likeness(first, second), 3), round(likeness(detail(first), detail(second)), 3)]
        if truth["seen"] > 0.999 and not np.isnan(first).any():
            if last is None or number > last + 2 * RATE:
                means.append(Mean())
            last = number
            means[-1].add(first, second)
    kept = [same[t["frame"]] for t in truths[:len(same)] if "box" not in t]
    return {"frames": len(truths), "compared": count,
            "lines": size(render)[1], "size": Path(render).stat().st_size / Path(film).stat().st_size,
            "psnr with a face": with_face.psnr(), "psnr without": without.psnr(),
            "without a face": len(kept), "identical without a face": sum(kept),
            "identical": [number for number, is_same in enumerate(same) if is_same],
            "groups": group_starts(film), "faces": faces, "means": [mean.summary() for mean in means if len(mean.after) > 1]}


if __name__ == "__main__":
    print(json.dumps(compare(sys.argv[1], sys.argv[2])))

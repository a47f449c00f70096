"""What is measured: the photos, the regions, the rounds and the goals. No third-party module."""

from dataclasses import dataclass

MEGAPIXELS = [2, 8, 12, 24, 48, 100]
QUALITY = 92
# The faces, upright and normalised, as x, y, width, height. With the margin they cover 4.4 % of the picture.
FACE = (0.0700, 0.0933)
CENTRES = [(0.20, 0.30), (0.43, 0.62), (0.66, 0.28), (0.85, 0.64)]
REGIONS = [(x - FACE[0] / 2, y - FACE[1] / 2, *FACE) for x, y in CENTRES]
MARGIN = 1.3
CELLS = 6

# The goals: the least factors by which ours is faster, and the most that it may take.
ENGINE_SPEEDUP = 4.0
SCAN_FACTOR = 1.6
PROCESS_SPEEDUP = 5.0
PEAK_MEGABYTES = 20.0
# The check of a render and the detector's second look at it, as a part of a whole run with detection.
GATE_PART = 0.15
START_MILLISECONDS = 15.0
LINEAR_DEVIATION = 0.20


@dataclass(frozen=True)
class Photo:
    megapixels: int
    subsampling: str = "420"
    progressive: bool = False
    quality: int = QUALITY

    @property
    def name(self):
        kind = "progressive" if self.progressive else "baseline"
        return f"{self.megapixels}-{self.subsampling}-{kind}-q{self.quality}"

    @property
    def file(self):
        return self.name + ".jpg"

    @property
    def size(self):
        """Four to three, and rarely a multiple of an MCU."""
        unit = round((self.megapixels * 1e6 / 12) ** 0.5)
        return 4 * unit, 3 * unit

    @property
    def title(self):
        kind = "progressive" if self.progressive else "baseline"
        return f"{self.megapixels} MP 4:{self.subsampling[1]}:{self.subsampling[2]} {kind} q{self.quality}"

    @classmethod
    def named(cls, name):
        megapixels, subsampling, kind, quality = name.split("-")
        return cls(int(megapixels), subsampling, kind == "progressive", int(quality[1:]))

    def boxes(self):
        """The regions with their margin in pixels: left, top, right, bottom."""
        width, height = self.size
        result = []
        for x, y, w, h in REGIONS:
            grow_x, grow_y = w * (MARGIN - 1) / 2, h * (MARGIN - 1) / 2
            result.append((
                int((x - grow_x) * width), int((y - grow_y) * height),
                int((x + w + grow_x) * width), int((y + h + grow_y) * height)))
        return result


REFERENCE = Photo(12)


def photos(quick):
    """Every size in four kinds, and the reference at the ends of the range of qualities."""
    sizes = [2, 12] if quick else MEGAPIXELS
    kinds = [Photo(m, s, p) for m in sizes for s in ("420", "444") for p in (False, True)]
    return kinds if quick else kinds + [Photo(12, quality=85), Photo(12, quality=95)]


def process_photos(quick):
    """The whole process is measured on one kind of every size, and on every kind of the reference's size."""
    return [p for p in photos(quick) if p.megapixels == 12 or (p.subsampling == "420" and not p.progressive)]


def rounds(photo, quick):
    """More where a round is short, and for the kind that the plot and the goals are about."""
    if quick:
        return 4
    if photo.subsampling == "420" and not photo.progressive:
        return {2: 15, 8: 9, 12: 15, 24: 7, 48: 5, 100: 5}[photo.megapixels]
    return {2: 5, 8: 3, 12: 5, 24: 2, 48: 2, 100: 1}[photo.megapixels]

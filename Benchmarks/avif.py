"""AVIFs with loss and without. Builds them, and says how one is stored.

    avif.py build PHOTO FOLDER        runs in the benchmark's own environment

Boxes are those of ISO/IEC 14496-12 and 23008-12, `av1C` that of AV1 in them.
"""

import sys
from pathlib import Path

import heic

# As libaom's tools count: about as many bytes per pixel as photos on the web take.
QUALITY = 60
# By the file's name: what it is, and how it is saved.
TITLES = {"lossless": ("without loss", "lossless"), "lossy": (f"with loss, quality {QUALITY}", str(QUALITY))}
# Among the options of libvips.
OPTIONS = {"lossless": "compression='av1', lossless=True",
           str(QUALITY): f"compression='av1', Q={QUALITY}, subsample_mode='on'"}
# Of the module that the benchmark's own environment has, OpenCV alone writes no AVIFs.
TOOLS = ("pillow", "libvips")


def build(photo, folder):
    import pyvips

    source = pyvips.Image.new_from_file(photo)
    source.heifsave(f"{folder}/lossless.avif", compression="av1", lossless=True, keep="icc", profile="p3")
    source.heifsave(f"{folder}/lossy.avif", compression="av1", Q=QUALITY, subsample_mode="on", keep="icc", profile="p3")


def described(file):
    """How the picture is stored, and what is kept beside that of what a photo built here has."""
    data = Path(file).read_bytes()
    container = heic.found(data, b"meta", b"iprp", b"ipco")
    properties = [(kind, container[start:end]) for kind, start, end in heic.boxes(container)]
    # High bit depth, twelve bits, monochrome, and steps of the chroma.
    stored = next((content[2] & 0x7C for kind, content in properties if kind == b"av1C"), None)
    profiles = [content for kind, content in properties if kind == b"colr" and content[:4] in (b"prof", b"rICC")]
    return {"stored": stored, "kept": {"profile": bool(profiles)}}


if __name__ == "__main__":
    build(*sys.argv[2:])

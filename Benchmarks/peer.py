"""One peer, a Python module: the engine alone, or the same work as `faceblur render` as a whole process.

    peer.py serve PEER SCRATCH        reads "file quality subsampling" per line, answers "wall cpu"
    peer.py obscure PEER IN OUT QUALITY SUBSAMPLING CELLS BOX...

SUBSAMPLING is "png" where the output is to be one, at zlib's level 6, and "heic" likewise; "tiff-lzw", "tiff-deflate" and "tiff-none"
where it is to be a TIFF that is compressed so; "webp-lossless" or "webp-" and a quality where it is to be a WebP, and "avif-" likewise.

Every module is imported only where it is used, so that no peer pays for another.
"""

import io
import sys
import time


class Pillow:
    def __init__(self):
        from PIL import Image

        Image.MAX_IMAGE_PIXELS = None
        self.image = Image

    def recode(self, data, name, scratch, quality, subsampling):
        picture = self.image.open(io.BytesIO(data))
        picture.load()
        output = io.BytesIO()
        picture.save(output, "JPEG", quality=quality, subsampling=subsampling)

    def obscure(self, source, target, quality, subsampling, cells, boxes):
        if subsampling == "heic":
            import pillow_heif

            pillow_heif.register_heif_opener()
        picture = self.image.open(source)
        for box in boxes:
            part = picture.crop(box)
            small = part.resize((cells, cells), self.image.Resampling.BOX)
            picture.paste(small.resize(part.size, self.image.Resampling.NEAREST), box[:2])
        if subsampling == "png":
            return picture.save(target, "PNG", compress_level=6)
        if subsampling == "heic":
            return picture.save(target, "HEIF", quality=quality)
        if subsampling.startswith("tiff"):
            methods = {"tiff-lzw": "tiff_lzw", "tiff-deflate": "tiff_adobe_deflate", "tiff-none": None}
            return picture.save(target, "TIFF", compression=methods[subsampling])
        if subsampling == "webp-lossless":
            return picture.save(target, "WEBP", lossless=True)
        if subsampling.startswith("webp"):
            return picture.save(target, "WEBP", quality=int(subsampling[5:]))
        if subsampling == "avif-lossless":
            # As near as it comes: its colours are not kept to the bit.
            return picture.save(target, "AVIF", quality=100, subsampling="4:4:4")
        if subsampling.startswith("avif"):
            return picture.save(target, "AVIF", quality=int(subsampling[5:]))
        picture.save(target, "JPEG", quality=quality, subsampling=subsampling)


class OpenCV:
    def __init__(self):
        import cv2

        self.cv2 = cv2

    def options(self, quality, subsampling):
        factor = self.cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420
        if subsampling == "4:4:4":
            factor = self.cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444
        return [self.cv2.IMWRITE_JPEG_QUALITY, quality, self.cv2.IMWRITE_JPEG_SAMPLING_FACTOR, factor]

    def recode(self, data, name, scratch, quality, subsampling):
        self.cv2.setNumThreads(1)
        self.cv2.imwrite(scratch, self.cv2.imread(name), self.options(quality, subsampling))

    def obscure(self, source, target, quality, subsampling, cells, boxes):
        # As it is stored, where that is not a JPEG.
        is_stored = subsampling == "png" or subsampling.startswith(("tiff", "webp"))
        picture = self.cv2.imread(source, *[self.cv2.IMREAD_UNCHANGED] if is_stored else [])
        for left, top, right, bottom in boxes:
            part = picture[top:bottom, left:right]
            small = self.cv2.resize(part, (cells, cells), interpolation=self.cv2.INTER_AREA)
            size = (right - left, bottom - top)
            part[:] = self.cv2.resize(small, size, interpolation=self.cv2.INTER_NEAREST)
        methods = {"tiff-lzw": 5, "tiff-deflate": 8, "tiff-none": 1}
        if subsampling in methods:
            options = [self.cv2.IMWRITE_TIFF_COMPRESSION, methods[subsampling]]
        elif subsampling == "png":
            options = [self.cv2.IMWRITE_PNG_COMPRESSION, 6]
        elif subsampling.startswith("webp"):
            # More than 100 is without loss.
            options = [self.cv2.IMWRITE_WEBP_QUALITY, 101 if subsampling == "webp-lossless" else int(subsampling[5:])]
        else:
            options = self.options(quality, subsampling)
        self.cv2.imwrite(target, picture, options)


class Vips:
    def __init__(self):
        import pyvips

        self.image = pyvips.Image

    @staticmethod
    def options(quality, subsampling):
        return {"Q": quality, "subsample_mode": "off" if subsampling == "4:4:4" else "on"}

    def recode(self, data, name, scratch, quality, subsampling):
        picture = self.image.new_from_buffer(data, "")
        picture.jpegsave_buffer(**self.options(quality, subsampling))

    def obscure(self, source, target, quality, subsampling, cells, boxes):
        picture = self.image.new_from_file(source)
        for left, top, right, bottom in boxes:
            width, height = right - left, bottom - top
            part = picture.crop(left, top, width, height)
            small = part.shrink(width / cells, height / cells).copy_memory()
            large = small.resize(width / small.width, vscale=height / small.height, kernel="nearest")
            picture = picture.insert(large, left, top)
        if subsampling == "png":
            return picture.pngsave(target, compression=6, filter="all")
        if subsampling == "heic":
            return picture.heifsave(target, Q=quality, compression="hevc")
        if subsampling.startswith("tiff"):
            return picture.tiffsave(target, compression=subsampling[5:], predictor="horizontal")
        if subsampling == "webp-lossless":
            return picture.webpsave(target, lossless=True)
        if subsampling.startswith("webp"):
            return picture.webpsave(target, Q=int(subsampling[5:]))
        if subsampling == "avif-lossless":
            return picture.heifsave(target, compression="av1", lossless=True)
        if subsampling.startswith("avif"):
            return picture.heifsave(target, compression="av1", Q=int(subsampling[5:]), subsample_mode="on")
        picture.jpegsave(target, **self.options(quality, subsampling))


KINDS = {"pillow": Pillow, "opencv": OpenCV, "libvips": Vips}


def serve(peer, scratch):
    held = ("", b"")
    for line in sys.stdin:
        name, quality, subsampling = line.rstrip("\n").split("\t")
        if held[0] != name:
            with open(name, "rb") as file:
                held = (name, file.read())
        start, start_cpu = time.perf_counter(), time.process_time()
        peer.recode(held[1], name, scratch, int(quality), subsampling)
        print((time.perf_counter() - start) * 1e3, (time.process_time() - start_cpu) * 1e3, flush=True)


if __name__ == "__main__":
    mode, kind, *rest = sys.argv[1:]
    chosen = KINDS[kind]()
    if mode == "serve":
        serve(chosen, rest[0])
    elif mode == "obscure":
        corners = [tuple(map(int, box.split(","))) for box in rest[5:]]
        chosen.obscure(rest[0], rest[1], int(rest[2]), rest[3], int(rest[4]), corners)

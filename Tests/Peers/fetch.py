#!/usr/bin/env python3
"""Fetches the programs whose word on our records the tests take, and what drives a browser for them, and refuses any file but
the tested ones.

    fetch.py FOLDER

osxphotos comes as its wheel, from which the one module that reads records is imported; the thirty packages that the
rest of it needs are left out. exiftool comes from Debian 13: Debian 12's does not look into the data of a record. What drives
the browser is in Tests/Browser/requirements.txt; the browser itself is Debian's.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

OSXPHOTOS = ("osxphotos", "0.77.2", "423c5418dafaead6f08101480e87259fd7d74f864b3e743584431b410c9b3684")
EXIFTOOL = (
    "http://deb.debian.org/debian/pool/main/libi/libimage-exiftool-perl/libimage-exiftool-perl_13.25+dfsg-1_all.deb",
    "324fb82576c7f40b00bd007d008468efebb949eb7c746020be2d64b197060428")
BROWSER = Path(__file__).resolve().parent.parent / "Browser" / "requirements.txt"
MAX_BYTES = 16 << 20
SECONDS = 30


def checked(name, content, expected):
    found = hashlib.sha256(content).hexdigest()
    if found != expected:
        raise ValueError(f"{name} is not the tested file (SHA-256 {found})")
    return content


def pip(*words):
    """pip fetches, because it knows this machine's mirrors and certificates."""
    command = [sys.executable, "-m", "pip", *words[:1], "-q", "--disable-pip-version-check", "--retries", "1",
               "--timeout", str(SECONDS), "--only-binary", ":all:", "--no-deps", *words[1:]]
    # Somebody's settings may install elsewhere.
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"PIP_USER": "0"})
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or ["pip failed"]
        raise OSError(lines[-1] + "; it needs python3-pip and a network")


def osxphotos(folder):
    package, version, expected = OSXPHOTOS
    with tempfile.TemporaryDirectory() as download:
        pip("download", "-d", download, f"{package}=={version}")
        wheel = next(Path(download).glob("*.whl")).read_bytes()
    (folder / "osxphotos.whl").write_bytes(checked(package, wheel, expected))


def browser(folder):
    pip("install", "--require-hashes", "--target", str(folder / "browser"), "-r", str(BROWSER))


def exiftool(folder):
    """Unpacked, not installed: the system keeps its own."""
    address, expected = EXIFTOOL
    with urllib.request.urlopen(address, timeout=SECONDS) as answer:
        content = checked("exiftool", answer.read(MAX_BYTES), expected)
    with tempfile.NamedTemporaryFile(suffix=".deb") as package:
        package.write(content)
        package.flush()
        subprocess.run(["dpkg-deb", "-x", package.name, str(folder / "exiftool")], check=True)


def fetch(target):
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        made = Path(folder) / "peers"
        made.mkdir()
        osxphotos(made)
        try:
            browser(made)
        except OSError as error:
            # Another Python or processor than the tested ones.
            print(f"what drives a browser could not be fetched ({error}), so its tests are skipped", file=sys.stderr)
        try:
            exiftool(made)
        except urllib.error.HTTPError as error:
            # Debian keeps only the newest version: that it has moved on is no fault of a change.
            print(f"exiftool 13 is not where it was ({error}), so its test is skipped", file=sys.stderr)
        shutil.rmtree(target, ignore_errors=True)
        made.rename(target)


if __name__ == "__main__":
    try:
        fetch(Path(sys.argv[1]))
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        sys.exit(f"what the tests ask could not be fetched: {error}")

"""What a desk's own collection says of its outputs: how they were made, what they hide, and what was hidden before a person came."""

from __future__ import annotations

import json
import os
import shlex
import sqlite3
import subprocess
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from .client import Digests
from .errors import NO_INPUT, UNAVAILABLE, RunError

# Of faceblur's journals, and the versions whose tables say what is read here.
_APPLICATION = 0x4642_736A
_VERSIONS = (2, 3, 4, 5)


@dataclass(frozen=True)
class Made:
    """How an output of the desk came to be."""

    digests: Digests
    sha256: str | None
    # What it hides, as a worker's answer has it.
    edit: dict[str, Any]
    # The regions that were hidden before a person changed something.
    found: list[dict[str, Any]]


def made(published: str, outputs: Sequence[str], faceblur: str) -> dict[str, Made]:
    """How outputs of a desk's collection were made, by their names; what no run has made is missing.

    RunError where the journal does not tell it.
    """
    path = os.path.join(published + ".faceblur", "journal.sqlite")
    try:
        # SQLite itself tidies up behind a command that was killed. Two programs do not have a journal at once, so it is closed again before
        # faceblur is asked.
        with closing(sqlite3.connect(f"{Path(path).as_uri()}?mode=rw", uri=True)) as journal:
            journal.execute("PRAGMA query_only = 1")
            application, version = (journal.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
            if application != _APPLICATION or version not in _VERSIONS:
                raise RunError(NO_INPUT, f"{path} is no journal, or one of another version of faceblur")
            found = {output: _entry(journal, output) for output in outputs}
        return {
            output: replace(one, edit={**one.edit, **_strength(os.path.join(published, output), faceblur)}) if changed else one
            for output, (one, changed) in ((output, entry) for output, entry in found.items() if entry is not None)}
    except (sqlite3.Error, ValueError, KeyError, TypeError) as error:
        raise RunError(NO_INPUT, f"{path} does not tell what is hidden: {error}") from None


def _entry(journal: sqlite3.Connection, output: str) -> tuple[Made, bool] | None:
    """How an output was made, with the style of the run, and whether a person has changed it; None where no run has made it."""
    entry = journal.execute(
        "SELECT settings, model, out_sha256, boxes FROM entries WHERE target = ? AND status = 'done' ORDER BY run DESC LIMIT 1",
        (output.encode(),)).fetchone()
    if entry is None:
        return None
    settings, model, digest, boxes = entry
    recipe = journal.execute("SELECT recipe FROM recipes WHERE settings = ? AND model = ?", (settings, model)).fetchone()
    changed = journal.execute("SELECT found FROM decisions WHERE target = ?", (output.encode(),)).fetchone()
    regions = json.loads(boxes)["regions"]
    edit = {**json.loads(recipe[0])["obscuring"], "regions": regions}
    found = regions if changed is None else json.loads(changed[0])["regions"]
    return Made(Digests(settings, model), digest, edit, found), changed is not None


def _strength(output: str, faceblur: str) -> dict[str, Any]:
    """The style of an output that a person has changed, and what belongs to it."""
    try:
        shown = subprocess.run([faceblur, "show", "--json", output], capture_output=True, text=True, errors="replace")
    except OSError as error:
        raise RunError(UNAVAILABLE, f"{faceblur} cannot be started: {error.strerror}") from None
    if shown.returncode != 0:
        raise RunError(shown.returncode, shown.stderr.strip())
    strength = json.loads(shown.stdout)["strength"]
    return {name: strength[name] for name in ("style", "shape", "cells", "margin")}


def command(photos: str, published: str, options: Sequence[str]) -> str:
    """The line that scrubs what was fetched as the run did: with its options, and without those that whoever sits there has stored."""
    return " ".join(
        ["XDG_CONFIG_HOME=/dev/null faceblur scrub", shlex.quote(photos), "-o", shlex.quote(published), *map(shlex.quote, options)])

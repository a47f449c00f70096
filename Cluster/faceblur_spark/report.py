"""The report: one page of HTML, made of the manifest alone. It names photos and is not for publishing. It loads nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from .driver import told
from .hadoop import absolute
from .manifest import Manifest

_STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #222; background: #fff }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 2rem } th, td { text-align: left; padding: .25rem .6rem; border-bottom: 1px solid #ddd;
vertical-align: top; overflow-wrap: anywhere } td.n { text-align: right; white-space: nowrap } code { font-size: .9em }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #1b1b1b } th, td { border-color: #444 } }
"""


def report(spark: SparkSession, manifest: str, *, limit: int = 1000) -> str:
    """The page. `limit` is the most photos that each of its lists names; how many there are is said."""
    rows = Manifest(spark, absolute(manifest, "--manifest"))
    with told():
        last = rows.last()
        state = rows.state(
            "key", "status", "reason", "fault", "faces", "doubtful", "reviewed", "target_key", "seconds", "warnings", "executor",
            "settings_sha256", "model_sha256")
        parts = [
            "<h1>Scrubbed collection</h1>",
            _table(("", ""), [
                ("source", last["source"]), ("target", last["target"]), ("newest run", last["run"]), ("begun", last.get("begun", "")),
                ("ended", last.get("ended", "it was interrupted: run the same command again")),
                ("photos of which an interrupted run may have put what no row tells of", rows.untold_outputs().count()),
                ("options", " ".join(last.get("options", [])) or "none")]),
            "<h2>Photos</h2>",
            _counted(state, ("status",), ("photos", "faces", "in doubt", "decided by people")),
            "<h2>Made with</h2>",
            _counted(state, ("settings_sha256", "model_sha256"), ("photos", "faces", "in doubt", "decided by people")),
        ]
        failed = state.where("status = 'failed'")
        reasons = failed.groupBy("fault", "reason").agg(F.count("*").alias("count")).orderBy(F.desc("count"), "reason").limit(limit)
        parts += ["<h2>Failures by reason</h2>", _table(
            ("reason", "whose", "photos"), [(row["reason"], row["fault"], row["count"]) for row in reasons.collect()])]
        doubtful = state.where("doubtful > 0 and not reviewed and status = 'done'")
        for title, found, order in (
                ("Failed", failed, F.col("key")), ("In doubt, and nobody has decided", doubtful, F.desc("doubtful")),
                ("Without a face, to be looked at", state.where("status = 'review'"), F.col("key")),
                ("With warnings", state.where("size(warnings) > 0"), F.col("key"))):
            parts += _list(title, found, order, limit)
    body = "\n".join(parts)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'">\n'
        f"<title>Scrubbed collection</title><style>{_STYLE}</style></head><body>\n{body}\n</body></html>\n")


def _counted(state: DataFrame, by: Sequence[str], names: Sequence[str]) -> str:
    counted = state.groupBy(*by).agg(
        F.count("*").alias("photos"), F.sum("faces").alias("faces"), F.sum((F.col("doubtful") > 0).cast("int")).alias("doubtful"),
        F.sum(F.col("reviewed").cast("int")).alias("reviewed")).orderBy(F.desc("photos"), *by)
    return _table((*by, *names), [tuple(row) for row in counted.limit(1000).collect()])


def _list(title: str, found: DataFrame, order: Any, limit: int) -> Iterable[str]:
    count = found.count()
    if not count:
        return []
    named = f"<h2>{escape(title)}: {count}</h2>"
    more = f"<p>The first {limit} of them.</p>" if count > limit else ""
    rows = [
        (row["key"], "; ".join([row["reason"] or "", *(row["warnings"] or [])]).strip("; "), row["faces"], row["doubtful"])
        for row in found.orderBy(order, "key").limit(limit).collect()]
    return [named + more, _table(("photo", "why", "faces", "in doubt"), rows)]


def _table(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    head = "".join(f"<th>{escape(name)}" for name in names)
    lines = []
    for row in rows:
        cells = "".join(
            f'<td class="n">{cell}' if isinstance(cell, int) else f"<td>{_shown(cell)}" for cell in row)
        lines.append(f"<tr>{cells}")
    return f"<table><thead><tr>{head}</thead><tbody>\n" + "\n".join(lines) + "\n</tbody></table>"


def _shown(text: Any) -> str:
    """A text of strangers: nothing in it is markup, and nothing that is not seen is left out."""
    if text is None:
        return ""
    return "".join(
        escape(sign) if sign.isprintable() else f"<code>\\u{{{ord(sign):x}}}</code>" for sign in str(text))

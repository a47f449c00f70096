"""What a process listens on, as Linux tells it."""

from __future__ import annotations

import ipaddress
import os
import struct
from pathlib import Path

_LISTEN = "0A"


def listening(process: int) -> list[ipaddress.IPv4Address | ipaddress.IPv6Address]:
    """The addresses that a process takes TCP connections at."""
    mine = set()
    for entry in Path(f"/proc/{process}/fd").iterdir():
        try:
            target = os.readlink(entry)
        except OSError:
            continue
        if target.startswith("socket:["):
            mine.add(target[len("socket:[") : -1])
    found = []
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/{process}/net/{table}").read_text().splitlines()[1:]:
            words = line.split()
            if words[3] == _LISTEN and words[9] in mine:
                found.append(_address(words[1].partition(":")[0]))
    return found


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    # Words of four bytes, each as this machine has it in memory.
    data = b"".join(struct.pack("=I", int(text[start : start + 8], 16)) for start in range(0, len(text), 8))
    address = ipaddress.ip_address(data)
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address

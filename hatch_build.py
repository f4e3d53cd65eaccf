"""Project URLs of what is built: those of the public repository that it is built from, if there is one."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

try:
    from hatchling.metadata.plugin.interface import MetadataHookInterface
except ModuleNotFoundError:  # not while something is built
    MetadataHookInterface = object


def public_address(folder: str | Path) -> str | None:
    """`PLIANT_URL`, or where `origin` of a clone is seen in a browser; None for a repository that is nowhere public."""
    if (told := os.environ.get("PLIANT_URL")) is not None:
        return told.rstrip("/") or None
    try:
        command = ["git", "-C", str(folder), "remote", "get-url", "origin"]
        remote = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None
    # https://[user@]host/path[.git], ssh://git@host[:port]/path and git@host:path
    found = re.fullmatch(
        r"(?:(?:https|ssh)://(?:[^@/]+@)?|git@)([\w.-]+\.[a-z]+)(?::\d+)?[:/](.+?)(?:\.git)?/?", remote
    )
    return f"https://{found[1]}/{found[2]}" if found else None


def urls_at(address: str) -> dict[str, str]:
    """The project URLs of a repository."""
    return {
        "Homepage": address,
        "Source": address,
        "Changelog": f"{address}/blob/main/CHANGELOG.md",
        "Documentation": f"{address}/blob/main/docs/index.md",
        "Issues": f"{address}/issues",
    }


class ProjectUrls(MetadataHookInterface):
    def update(self, metadata: dict) -> None:
        address = public_address(self.root)
        metadata["urls"] = urls_at(address) if address else {}

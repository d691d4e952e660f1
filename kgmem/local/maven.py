"""jgo's resolver, made safe against interruption: a file has its name only once it is whole."""

from __future__ import annotations

import hashlib
import os
import shutil
import time
import zipfile
from pathlib import Path
from tempfile import NamedTemporaryFile
from xml.etree import ElementTree

from jgo.config import GlobalSettings
from jgo.constants import MAVEN_CENTRAL_URL
from jgo.maven import Artifact, MavenContext, PythonResolver
from jgo.util import http

ATTEMPTS = 3  # a lost connection in the middle of 300 files is no reason to give up
PAUSE = 1.0  # seconds before the second attempt; doubled before the third
SILENCE = 20  # seconds without a byte after which a connection counts as lost
CHUNK = 1 << 16


def context(repository: Path) -> MavenContext:
    """Fetches into `repository`, from Maven Central and the mirrors of the user's jgo configuration."""
    settings = GlobalSettings.load()
    return MavenContext(
        resolver=WholeFiles(settings.repo_cache),
        repo_cache=repository,
        local_repos=[],
        remote_repos={"central": MAVEN_CENTRAL_URL} | settings.repositories,
        timeout=SILENCE,
    )


class WholeFiles(PythonResolver):  # type: ignore[misc]  # jgo has no type marker
    """Downloads beside the target, compares the checksum, then renames.

    jgo itself writes to the final name and only warns of a wrong checksum, so a killed process leaves a cut file that
    is believed ever after. What the user's own Maven cache holds is taken from there when it is whole.
    """

    def __init__(self, user_repository: Path) -> None:
        super().__init__()
        self.user_repository = user_repository

    def download(self, artifact: Artifact) -> Path:
        target: Path = artifact.cached_path
        target.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=target.parent, suffix=".part", delete=False) as file:
            part = Path(file.name)
        try:
            if not self._copied(artifact, part):
                self._downloaded(artifact, part)
            os.replace(part, target)
        finally:
            part.unlink(missing_ok=True)
        return target

    def _copied(self, artifact: Artifact, part: Path) -> bool:
        have = self.user_repository / artifact.component.path_prefix / artifact.cached_filename
        if not _readable(have):
            return False
        shutil.copyfile(have, part)
        return True

    def _downloaded(self, artifact: Artifact, part: Path) -> None:
        repositories = list(artifact.context.remote_repos.values())
        pause, failure = PAUSE, ""
        for attempt in range(ATTEMPTS):
            if attempt:
                time.sleep(pause)
                pause *= 2
            for repository in repositories:
                url = f"{repository}/{artifact.component.path_prefix.as_posix()}/{artifact.filename}"
                try:
                    failure = _fetch(url, part, artifact.context.timeout)
                except OSError as error:  # requests' errors are OSErrors too
                    if not isinstance(error, http.requests.RequestException):
                        raise  # the disk, not the network: trying again does not help
                    failure = f"{url}: {error}"
                if not failure:
                    return
        raise RuntimeError(failure)


def _fetch(url: str, part: Path, timeout: int) -> str:
    """Writes what is at `url` to `part`. Returns what was wrong, or nothing."""
    digest, size = hashlib.sha1(usedforsecurity=False), 0
    with http.get(url, stream=True, timeout=timeout) as response:
        if response.status_code != 200:
            return f"{url}: status {response.status_code}"
        expected_size = int(response.headers.get("content-length", 0))
        with part.open("wb") as file:
            for chunk in response.iter_content(CHUNK):
                file.write(chunk)
                digest.update(chunk)
                size += len(chunk)
    checksum = http.get(f"{url}.sha1", timeout=timeout)
    if checksum.status_code == 200:
        return "" if checksum.text.split()[:1] == [digest.hexdigest()] else f"{url}: its checksum does not match"
    return "" if size == expected_size or not expected_size else f"{url}: {size} of {expected_size} bytes came"


def _readable(path: Path) -> bool:
    """Whether a file of another cache is whole: a jar by every entry's checksum, a POM by parsing."""
    try:
        if path.suffix == ".pom":
            ElementTree.parse(path)
            return True
        with zipfile.ZipFile(path) as jar:
            return jar.testzip() is None
    except (OSError, zipfile.BadZipFile, ElementTree.ParseError, EOFError, zipfile.zlib.error):  # type: ignore[attr-defined]
        return False

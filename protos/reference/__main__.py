"""Write the reference, or check that what is committed is what the protos and the rules say.

python -m protos.reference              write every page, and remove those of packages that are gone
python -m protos.reference --check      write nothing: name the pages that differ; the exit code is 1 if any does
"""

import argparse
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from google.protobuf.descriptor_pb2 import FileDescriptorSet

from protos.generate import PACKAGE, PROTOS, compile_protos
from protos.reference.description import Description
from protos.reference.pages import NAME, pages
from quarterdeck_rules.titles import TITLES


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description="Write the reference of the API from the comments of the protos.")
    parser.add_argument("--check", action="store_true", help="write nothing, compare with what is committed")
    arguments = parser.parse_args()
    fresh = pages(described(PROTOS), TITLES)
    if not arguments.check:
        write(fresh, PROTOS)
        return 0
    differing = differences(fresh, PROTOS)
    for path in differing:
        sys.stderr.write(f"{path} is not what the protos and the rules say; run: make protos\n")
    return 1 if differing else 0


def described(folder: Path) -> Description:
    """The protos below a folder, with their comments."""
    sources = sorted(path.relative_to(folder).as_posix() for path in (folder / PACKAGE).rglob("*.proto"))
    with tempfile.TemporaryDirectory() as temporary:
        out = Path(temporary) / "described.binpb"
        compile_protos(sources, f"--descriptor_set_out={out}", "--include_source_info", folder=folder)
        return Description.of(FileDescriptorSet.FromString(out.read_bytes()))


def write(fresh: Mapping[PurePosixPath, str], folder: Path) -> None:
    """Make the pages in a folder those given."""
    for path in committed(folder) - set(fresh):
        (folder / path).unlink()
    for path, text in fresh.items():
        (folder / path).write_text(text, encoding="utf-8")


def differences(fresh: Mapping[PurePosixPath, str], folder: Path) -> list[str]:
    """The pages that are missing in a folder, too many there, or other than those given."""
    there = {path: (folder / path).read_text(encoding="utf-8") for path in committed(folder)}
    return sorted(str(path) for path in set(there) | set(fresh) if there.get(path) != fresh.get(path))


def committed(folder: Path) -> set[PurePosixPath]:
    """The pages that are in a folder now."""
    found = [*folder.glob(NAME), *(folder / PACKAGE).rglob(NAME)]
    return {PurePosixPath(path.relative_to(folder).as_posix()) for path in found}


if __name__ == "__main__":
    sys.exit(main())

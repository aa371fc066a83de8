"""Generate the Python messages, service stubs and their types from the protos beside this file.

    protos/generate.py              into clients/python, where the result is committed
    protos/generate.py FOLDER       into another folder
    protos/generate.py --check      nowhere: name the committed files that differ from what the protos say

A file `quarterdeck/v1/game.proto` becomes `quarterdeck/v1/game_pb2.py` and, if it has a service, `game_pb2_grpc.py`,
each with a `.pyi`. Whatever the protos no longer call for is removed.

The pages of the reference have a command of their own, `python -m protos.reference`.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterable
from importlib import resources
from pathlib import Path

from google.protobuf.descriptor_pb2 import FileDescriptorSet
from grpc_tools import protoc

PROTOS = Path(__file__).resolve().parent
COMMITTED = PROTOS.parent / "clients" / "python"
PACKAGE = "quarterdeck"


def main() -> int:
    """Do what the command line says; the exit code is 1 if committed files differ."""
    parser = argparse.ArgumentParser(description="Generate the Python code of the protos.")
    parser.add_argument(
        "folder", nargs="?", type=Path, default=COMMITTED, help="where to write (default: clients/python)"
    )
    parser.add_argument("--check", action="store_true", help="write nothing, compare with what is committed")
    arguments = parser.parse_args()
    if not arguments.check:
        generate(arguments.folder)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        generate(Path(folder))
        differing = differences(Path(folder), COMMITTED)
    for name in differing:
        print(f"{name} is not what the protos say; run: make protos", file=sys.stderr)
    return 1 if differing else 0


def generate(folder: Path) -> None:
    """Write all generated files below `folder`, and remove those of protos that are gone."""
    sources = sorted(path.relative_to(PROTOS).as_posix() for path in (PROTOS / PACKAGE).rglob("*.proto"))
    for stale in generated(folder):
        (folder / stale).unlink()
    folder.mkdir(parents=True, exist_ok=True)
    compile_protos(sources, f"--python_out={folder}", f"--mypy_out=quiet:{folder}", plugins=["mypy"])
    if services := with_services(sources):
        out = [f"--grpc_python_out={folder}", f"--mypy_grpc_out=quiet:{folder}"]
        compile_protos(services, *out, plugins=["mypy_grpc"])
    for package in packages(sources):
        text = f'"""Generated from the protos of {package.replace("/", ".")}."""\n'
        (folder / package / "__init__.py").write_text(text, encoding="utf-8")


def with_services(sources: Iterable[str]) -> list[str]:
    """Those of the protos that have a service: only they get a `_pb2_grpc` module."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "descriptors.binpb"
        compile_protos(sources, f"--descriptor_set_out={out}")
        described = FileDescriptorSet.FromString(out.read_bytes())
    return [file.name for file in described.file if file.service]


def packages(sources: Iterable[str]) -> list[str]:
    """The folders that hold generated code alone, those that hold only such folders included."""
    parents = {parent.as_posix() for source in sources for parent in Path(source).parents}
    return sorted(parents - {".", PACKAGE})


def compile_protos(sources: Iterable[str], *options: str, plugins: Iterable[str] = (), folder: Path = PROTOS) -> None:
    """Run protoc over the protos of a folder; its own messages say what is wrong with them."""
    # The plugins are those of the interpreter that runs this, whatever PATH says.
    programs = [f"--plugin=protoc-gen-{name}={Path(sys.executable).parent / f'protoc-gen-{name}'}" for name in plugins]
    well_known = resources.files("grpc_tools") / "_proto"
    if protoc.main(["protoc", f"-I{folder}", f"-I{well_known}", *programs, *options, *sources]) != 0:
        raise SystemExit("protoc failed")


def generated(folder: Path) -> set[str]:
    """The generated files below `folder`, and the packages' own `__init__.py` beside them."""
    modules = {path for pattern in ("*_pb2.py*", "*_pb2_grpc.py*") for path in (folder / PACKAGE).rglob(pattern)}
    modules = {path for path in modules if path.suffix in {".py", ".pyi"}}
    marks = {parent / "__init__.py" for path in modules for parent in (path.parent, path.parent.parent)}
    marks = {path for path in marks if path.exists() and path.parent != folder / PACKAGE}
    return {path.relative_to(folder).as_posix() for path in modules | marks}


def differences(fresh: Path, committed: Path) -> list[str]:
    """The files that only one of the two folders has, or that differ."""
    names = generated(fresh) | generated(committed)
    return sorted(name for name in names if content(fresh / name) != content(committed / name))


def content(path: Path) -> bytes | None:
    """The bytes of a file, or nothing if it is missing."""
    return path.read_bytes() if path.exists() else None


if __name__ == "__main__":
    sys.exit(main())

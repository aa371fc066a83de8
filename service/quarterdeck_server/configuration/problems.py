"""What is wrong with a value or a name, in words that know nothing of the language that the server is written in."""

import difflib
import json
import re
from collections.abc import Collection
from typing import Any

from pydantic_core import ErrorDetails

_WANTED = {
    "bool_parsing": "true or false",
    "bool_type": "true or false",
    "dict_type": "a table",
    "float_parsing": "a number",
    "float_type": "a number",
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "int_parsing_size": "a smaller number",
    "int_type": "a whole number",
    "path_type": "a path",
    "string_type": "text",
    "enum": "{expected}",
    "greater_than": "more than {gt}",
    "greater_than_equal": "at least {ge}",
    "less_than_equal": "at most {le}",
}
"""What a setting has to be, by the library's name of the fault; the bounds are those of the setting."""


_TYPES = {
    "array": "a list",
    "bool": "true or false",
    "float": "a number",
    "int": "a whole number",
    "null": "nothing",
    "object": "a table",
    "str": "text",
}
"""Our words for the decoder's types."""

_TYPE = re.compile(r"`(\w+)`")

_SHOWN = 80
"""Characters of a value that is no good."""


def of_value(error: ErrorDetails) -> str:
    """What is wrong with a value."""
    if error["type"] == "value_error":
        # Of our own checks the text alone, without the library's mark.
        return error["msg"].removeprefix("Value error, ")
    bounds = {name: _plain(bound) for name, bound in error.get("ctx", {}).items()}
    wanted = _WANTED.get(error["type"], "something else").format(**bounds)
    return f"has to be {wanted}, not {shortened(json.dumps(error['input'], ensure_ascii=False, default=str))}"


def shortened(text: str) -> str:
    """The beginning of a text that may be of any length."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def of_name(name: str, known: Collection[str], prefix: str = "") -> str:
    """What is wrong with the name of a setting that does not exist.  With a prefix it is an environment variable's."""
    near = difflib.get_close_matches(name, known, n=1)
    meant = f"{prefix}{near[0].upper()}" if near and prefix else "".join(near)
    return f"there is no such setting, {f'did you mean {meant}?' if meant else 'see serve --show-config'}"


def of_contents(text: str) -> str:
    """What is wrong in a file of components: the decoder's text with our words for its types, and plain paths."""
    said = _TYPE.sub(lambda found: _TYPES.get(found[1], found[0]), text)
    return said.replace("`$.", "`").replace(" - at ", ", at ").replace("Expected ", "expected ")


def of_file(error: OSError) -> str:
    """Why a file or folder cannot be used."""
    return error.strerror or "it cannot be used"


def _plain(bound: Any) -> Any:
    """A bound as our texts write it: choices without quotation marks, whole numbers without a point."""
    if isinstance(bound, str):
        return bound.replace("'", "")
    return int(bound) if isinstance(bound, float) and bound.is_integer() else bound

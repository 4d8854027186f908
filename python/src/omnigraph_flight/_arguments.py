"""What connect and the names of a statement may be."""

import re
from collections.abc import Mapping
from typing import Any, Optional
from urllib.parse import quote

from omnigraph_flight._errors import wrong

_ASCII_BUT_PERCENT = "".join(chr(c) for c in range(0x20, 0x7F) if c != ord("%"))


def refuse_unsent(**texts: Any) -> None:
    """The driver reads texts up to the first NUL: what follows, such as a condition, would count for nothing."""
    for name, text in texts.items():
        if isinstance(text, str):
            if "\0" in text:
                raise wrong(
                    f"{name} has the character NUL at {text.index(chr(0))}; leave it out, or bind the value that has it"
                )
            refuse_half_letters(name, text)


def refuse_half_letters(name: str, text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as e:
        raise wrong(f"{name} has half of a surrogate pair at {e.start}, which is no character; leave it out") from e


def refuse_more_than_an_address(uri: str) -> None:
    """The driver passes over the rest, and statements would go to another branch than it names."""
    scheme, _, rest = uri.partition("://")
    if "unix" in scheme:
        return
    address, *more = re.split("[/?#]", rest, maxsplit=1)
    for has_more, remedy in (
        ("@" in address, "give user= and password= of connect"),
        (any(more), "give graph=, branch=, snapshot= and the others of connect"),
    ):
        if has_more:
            raise wrong(f"a uri is grpc://host:port or grpc+tls://host:port here, and this one has more; {remedy}")


def refuse_empty(**texts: Optional[str]) -> None:
    for name, text in texts.items():
        if text == "":
            raise wrong(f"{name} is empty; leave the argument out, or give None, for none")


def refuse_other_kinds(texts: Mapping[str, Any]) -> None:
    for name, text in texts.items():
        if text is not None and not isinstance(text, str):
            raise wrong(f"{name} is a text, and not {text!r}")
        refuse_half_letters(name, text or "")


def line(name: str, text: str) -> str:
    """What may stand in a header as it is."""
    if any(ord(c) < 0x20 or ord(c) == 0x7F for c in text.replace("\0", "")):
        raise wrong(f"{name} has a control character, such as the end of a line; leave it out")
    return text


def header_text(value: str) -> str:
    """What stands for it in a header, which holds ASCII: other letters and ``%`` are percent-encoded UTF-8."""
    return quote(value, safe=_ASCII_BUT_PERCENT)

"""What the driver's errors say of the server's."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Optional

from adbc_driver_manager import AdbcStatusCode, DatabaseError, IntegrityError, OperationalError, ProgrammingError

_BROKEN_RULES = {
    "UNIQUE": "23505",
    "NOT_NULL": "23502",
    "REFERENCE": "23503",
    "CHECK": "23514",
    "CARDINALITY": "23514",
}
_SQLSTATES = {  # of the server's own codes, as its JDBC driver has them
    "INVALID_REQUEST": "42000",
    "UNSUPPORTED": "0A000",
    "NOT_FOUND": "42704",
    "POLICY_DENIED": "42501",
    "CONFLICT": "55000",
    "READ_SET_CHANGED": "40001",
    "VERSION_MISMATCH": "40001",
    "KEY_CONFLICT": "23505",
    "MERGE_CONFLICTS": "23000",
    "RETRYABLE_COMMIT_CONFLICT": "40001",
    "PRECONDITION_FAILED": "55000",
    "RESOURCE_LIMIT_EXCEEDED": "54000",
    "TOO_MANY_REQUESTS": "53300",
    "TRANSACTION_BUSY": "55006",
    "EXTERNAL_BLOB_DENIED": "42501",
    "EXTERNAL_BLOB_UNAVAILABLE": "58030",
    "BLOB_RANGE_NOT_SATISFIABLE": "22003",
    "CANCELLED": "57014",
    "TIMED_OUT": "HYT00",
    "RECOVERY_REQUIRED": "40003",
    "STORAGE_UNAVAILABLE": "58030",
    "CORRUPT_STATE": "XX001",
}
CONNECTION_LOST, _SESSION_ENDED = "08006", "08003"


def wrong(text: str) -> ProgrammingError:
    return ProgrammingError(text, status_code=AdbcStatusCode.INVALID_ARGUMENT)


@contextmanager
def failures() -> Iterator[None]:
    """Gives the server's failures their SQLSTATE; rows that a key or a rule of the graph refused: IntegrityErrors."""
    try:
        yield
    except DatabaseError as e:
        e.sqlstate = e.sqlstate or _sqlstate(e)
        if isinstance(e, IntegrityError) or not (e.sqlstate or "").startswith("23"):
            raise
        raise IntegrityError(
            str(e), status_code=e.status_code, vendor_code=e.vendor_code, sqlstate=e.sqlstate, details=e.details
        ) from e


def _sqlstate(e: DatabaseError) -> Optional[str]:
    """Of the rule that the server names, else of its code; a server that does not answer has neither."""
    named = {_text(name): _text(value) for name, value in e.details or ()}
    constraint, code = named.get("x-omnigraph-constraint"), named.get("x-omnigraph-code")
    if constraint is not None:
        return _BROKEN_RULES.get(constraint, "23000")
    if code in (None, "NOT_FOUND") and "connect again" in str(e):
        return _SESSION_ENDED
    if code is not None:
        return _SQLSTATES.get(code)
    return CONNECTION_LOST if isinstance(e, OperationalError) and "(Unavailable;" in str(e) else None


def _text(header: Any) -> str:
    return header.decode(errors="replace") if isinstance(header, bytes) else header  # some headers are binary

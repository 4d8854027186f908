"""Connections to an OmniGraph Flight server: the Python database API (PEP 249) over ADBC.

    import omnigraph_flight as omnigraph

    with omnigraph.connect("grpc://localhost:31337", graph="flights", branch="main") as connection:
        with connection.cursor() as cursor:
            cursor.execute("SELECT name FROM Airport WHERE faa = ?", ("LGA",))
            print(cursor.fetchone())

The module is itself a DB-API module, so tools that take one take this one.
"""

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal
from itertools import chain, islice
from typing import Any, Literal, Optional
from urllib.parse import quote

import adbc_driver_flightsql
import adbc_driver_manager
import pyarrow
from adbc_driver_flightsql import DatabaseOptions
from adbc_driver_manager import dbapi as _adbc
from adbc_driver_manager.dbapi import (
    BINARY,
    DATETIME,
    NUMBER,
    ROWID,
    STRING,
    DatabaseError,
    DataError,
    Date,
    DateFromTicks,
    Error,
    IntegrityError,
    InterfaceError,
    InternalError,
    NotSupportedError,
    OperationalError,
    ProgrammingError,
    Time,
    TimeFromTicks,
    Timestamp,
    TimestampFromTicks,
    Warning,
    apilevel,
    paramstyle,
    threadsafety,
)

__all__ = [
    "BINARY",
    "Binary",
    "DATETIME",
    "NUMBER",
    "ROWID",
    "STRING",
    "Connection",
    "Cursor",
    "DataError",
    "DatabaseError",
    "Date",
    "DateFromTicks",
    "Error",
    "IntegrityError",
    "InterfaceError",
    "InternalError",
    "NotSupportedError",
    "OperationalError",
    "ProgrammingError",
    "Time",
    "TimeFromTicks",
    "Timestamp",
    "TimestampFromTicks",
    "Warning",
    "apilevel",
    "connect",
    "paramstyle",
    "threadsafety",
]

_HEADER = DatabaseOptions.RPC_CALL_HEADER_PREFIX.value
_SESSION_OPTION = "adbc.flight.sql.session.option"
_MESSAGE_BYTES = 64 << 20  # what a server takes; the driver's own limit is 16 MiB
_SENT_BYTES = 48 << 20  # of a batch that is sent as it is; larger ones are cut
_HEADER_NAME = re.compile(r"[a-z0-9_.-]+")
_WORDS = re.compile(r"(?:\s|--[^\n]*|/\*.*?\*/)*([A-Za-z]+)\s*([A-Za-z]*)", re.DOTALL)  # the first two

_OUR_HEADER = "x-omnigraph-"
_ASCII_BUT_PERCENT = "".join(chr(c) for c in range(0x20, 0x7F) if c != ord("%"))
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
_CONNECTION_LOST, _SESSION_ENDED = "08006", "08003"

Binary = bytes
IngestMode = Literal["append", "merge", "replace"]


class Cursor(_adbc.Cursor):
    """A DB-API cursor; everything of ADBC's own cursor works as well.

    What the server refuses has the SQLSTATE of the reason, which is 40001 when the same transaction may be run again.
    Rows that a key or a rule of the graph refuses raise IntegrityError.
    """

    __module__ = _adbc.Cursor.__module__  # Polars reads Arrow from what this module names, and single rows from others

    @property
    def description(self) -> Optional[list[tuple[Any, ...]]]:
        return super().description or None  # none of a statement that changes rows

    def close(self) -> None:
        if _is_forked():
            self._closed = True
        else:
            super().close()

    def _move_to(self, connection: adbc_driver_manager.AdbcConnection) -> None:
        if not self._closed:
            self._clear()
            self._stmt.close()
            self._stmt = adbc_driver_manager.AdbcStatement(connection)
            self._stmt.set_options(**(self._options or {}))
            self._last_query, self._bind_by_name = None, False

    def execute(self, operation: Any, parameters: Any = None) -> "Cursor":
        with _failures():
            super().execute(operation, parameters)
        self._conn._has_run(operation)
        return self

    def _prepare_execute(self, operation: Any, parameters: Any = None) -> None:
        self._conn._be_ready()
        _refuse_nul(statement=operation)
        _refuse_names(parameters)
        with _bindings():
            super()._prepare_execute(operation, _bindable(parameters))

    def executemany(self, operation: Any, seq_of_parameters: Any) -> None:
        self._conn._be_ready()
        _refuse_nul(statement=operation)
        with _failures(), _bindings():
            super().executemany(operation, self._bound(seq_of_parameters))
        self._conn._has_run(operation)

    def _bound(self, rows: Any) -> Any:
        """The rows as Arrow, as one batch unless that is too large for a message."""
        if rows is None or hasattr(rows, "__arrow_c_stream__") or hasattr(rows, "__arrow_c_array__"):
            return rows
        rows = list(rows)
        if not rows:
            return rows
        _refuse_names(rows[0])
        try:
            batch, _ = self._backend.convert_executemany_parameters(rows)
        except OverflowError:
            batch, _ = self._backend.convert_executemany_parameters([_bindable(row) for row in rows])
        return _cut(batch) if _size(batch) > _SENT_BYTES else batch

    def fetchone(self) -> Optional[tuple[Any, ...]]:
        with _failures():
            return super().fetchone()

    def fetchmany(self, size: Optional[int] = None) -> list[tuple[Any, ...]]:
        with _failures():
            return super().fetchmany(size)

    def fetchall(self) -> list[tuple[Any, ...]]:
        with _failures():
            return super().fetchall()

    def fetch_arrow_table(self) -> pyarrow.Table:
        with _failures():
            return super().fetch_arrow_table()

    def adbc_ingest(self, table_name: str, data: Any, *arguments: Any, **options: Any) -> int:
        """As ADBC's own, which sends a batch as one message; batches that are too large for one are cut here."""
        self._conn._be_ready()
        _refuse_nul(table_name=table_name, **options)
        with _failures():
            return super().adbc_ingest(table_name, _cut(data), *arguments, **options)


class Connection(_adbc.Connection):
    """A DB-API connection; everything of ADBC's own connection works as well."""

    __module__ = _adbc.Connection.__module__  # as of Cursor

    def __init__(self, *arguments: Any, autocommit: bool = False, **options: Any) -> None:
        super().__init__(*arguments, autocommit=True, **options)
        self._each_statement_alone = True
        self._has_chosen = False  # an option of the session, by a statement or by ADBC's own properties
        self._is_spent = False  # since its last commit failed
        self._has_begun = False  # a transaction by BEGIN, although each statement is a commit of its own
        if not autocommit:
            try:
                self._turn_off_autocommit()
            except BaseException:
                self.close()
                raise

    def close(self) -> None:
        if _is_forked():
            self._closed = True  # it is the parent's, and goes on there
        else:
            super().close()

    def cursor(self, *, adbc_stmt_kwargs: Optional[Mapping[str, Any]] = None) -> Cursor:
        self._be_ready()
        cursor = Cursor(self, adbc_stmt_kwargs, dbapi_backend=self._backend)
        cursor._options = adbc_stmt_kwargs
        self._cursors.add(cursor)
        return cursor

    @property
    def autocommit(self) -> bool:
        """Whether each statement is a commit of its own; setting it commits what the transaction has written."""
        return self._each_statement_alone

    @autocommit.setter
    def autocommit(self, on: bool) -> None:
        if on != self._each_statement_alone:
            if self._is_spent:
                self._connect_anew()
            else:
                self.commit()
            if on:
                self.adbc_connection.set_autocommit(True)
                self._each_statement_alone, self._commit_supported = True, False
            else:
                self._turn_off_autocommit()
            for cursor in self._cursors:
                cursor._last_query = None  # what it has prepared is of the transaction that has ended

    def _refuse_closed(self) -> None:
        if self._closed:
            raise ProgrammingError(
                "the connection is closed", status_code=adbc_driver_manager.AdbcStatusCode.INVALID_STATE, sqlstate="08003"
            )

    def adbc_clone(self) -> "Connection":
        """Another connection to the same graph, branch or snapshot, with a session of its own."""
        _refuse_forked()
        connection = adbc_driver_manager.AdbcConnection(self.adbc_database, **(self._conn_kwargs or {}))
        return Connection(self._db, connection, autocommit=self._each_statement_alone)

    def _has_run(self, statement: Any) -> None:
        words = _WORDS.match(statement) if isinstance(statement, str) else None
        first, second = (word.upper() for word in words.groups()) if words else ("", "")
        if first in ("USE", "SET", "RESET"):
            self._has_chosen = True
        elif self._each_statement_alone:
            ends = first in ("COMMIT", "END") or (first == "ROLLBACK" and second != "TO")
            self._has_begun = first in ("BEGIN", "START") or (self._has_begun and not ends)

    def _run(self, statement: str) -> None:
        with self.cursor() as cursor:
            cursor.execute(statement)

    @property
    def _needs_reset(self) -> bool:
        return self._has_chosen or self._has_begun

    def reset(self) -> None:
        """For pools: rolls back, and takes back what USE and SET chose."""
        self.rollback()
        if self._has_chosen:
            self._run("RESET ALL")
            self.rollback()
            self._has_chosen = False

    @property
    def adbc_current_catalog(self) -> str:
        return super().adbc_current_catalog

    @adbc_current_catalog.setter
    def adbc_current_catalog(self, catalog: str) -> None:
        self._choose(adbc_driver_manager.ConnectionOptions.CURRENT_CATALOG.value, catalog)

    @property
    def adbc_current_db_schema(self) -> str:
        return super().adbc_current_db_schema

    @adbc_current_db_schema.setter
    def adbc_current_db_schema(self, db_schema: str) -> None:
        self._choose(adbc_driver_manager.ConnectionOptions.CURRENT_DB_SCHEMA.value, db_schema)

    def _choose(self, option: str, name: str) -> None:
        _refuse_nul(**{option: name})
        with _failures():
            self.adbc_connection.set_options(**{option: name})
        self._has_chosen = True

    def adbc_get_objects(self, **filters: Any) -> pyarrow.RecordBatchReader:
        _refuse_nul(**filters)
        return super().adbc_get_objects(**filters)

    def adbc_get_table_schema(self, table_name: str, **filters: Any) -> pyarrow.Schema:
        _refuse_nul(table_name=table_name, **filters)
        return super().adbc_get_table_schema(table_name, **filters)

    def _turn_off_autocommit(self) -> None:
        self._begin(self.adbc_connection)
        self._each_statement_alone, self._commit_supported = False, True

    def _begin(self, connection: adbc_driver_manager.AdbcConnection) -> None:
        try:
            connection.set_autocommit(False)
        except NotSupportedError as e:  # what the driver also says when its server did not answer as it connected
            raise self._without_transactions() from e

    def _be_ready(self) -> None:
        _refuse_forked()
        if self._is_spent:
            self._connect_anew()

    def _connect_anew(self) -> None:
        """After a commit that failed: the driver can do nothing more with that connection."""
        with _failures():
            connection = adbc_driver_manager.AdbcConnection(self.adbc_database, **(self._conn_kwargs or {}))
            try:
                if self._has_chosen:
                    _choose_the_same(self._conn, connection)
                self._begin(connection)
            except BaseException:
                connection.close()
                raise
        for cursor in list(self._cursors):
            cursor._move_to(connection)
        spent, self._conn, self._is_spent = self._conn, connection, False
        try:
            spent.close()
        except (Error, RuntimeError):  # its session ends by itself
            pass

    def _without_transactions(self) -> OperationalError:
        try:
            self.adbc_get_info()
            reason = "the server did not say that it has transactions; connect again"
        except Error as e:
            reason = str(e)
        return OperationalError(
            f"no transaction can be begun on this connection: {reason}",
            status_code=adbc_driver_manager.AdbcStatusCode.IO,
            sqlstate=_CONNECTION_LOST,
        )

    def commit(self) -> None:
        """Makes all that the transaction wrote one commit of the graph; in autocommit, what BEGIN began."""
        self._refuse_closed()
        if self._has_begun:
            self._run("COMMIT")
        elif not self._each_statement_alone:
            _refuse_forked()
            if self._is_spent:
                raise ProgrammingError(
                    "the commit before has failed and nothing of it is kept, so there is nothing to commit: run the"
                    " transaction again, or roll back",
                    status_code=adbc_driver_manager.AdbcStatusCode.INVALID_STATE,
                    sqlstate="25000",
                )
            try:
                with _failures():
                    super().commit()
            except DatabaseError as e:
                self._is_spent = not (e.sqlstate or "08").startswith("08")
                raise

    def rollback(self) -> None:
        """Drops all that the transaction wrote; in autocommit, what BEGIN began."""
        self._refuse_closed()
        if self._has_begun:
            self._run("ROLLBACK")
        elif self._is_spent:
            self._be_ready()
        elif not self._each_statement_alone:
            _refuse_forked()
            with _failures():
                super().rollback()

    def ingest(self, table: str, data: Any, mode: IngestMode = "append") -> int:
        """Writes Arrow data (a table, batches, a reader, a pandas or Polars frame) into a type.

        ``append`` refuses an id that is there, ``merge`` replaces the row that has it, ``replace`` replaces all
        rows of the type. Edges have their ends in columns ``from`` and ``to``. A row has
        64 MiB at most.

        Returns the number of rows, -1 if the server did not say. Inside a transaction the rows belong to it.
        """
        if mode not in ("append", "merge", "replace"):
            raise _wrong(f"there is no mode {mode!r} of ingest; the modes are append, merge and replace")
        options = {_HEADER + "x-omnigraph-mode": "merge"} if mode == "merge" else {}
        with self.cursor(adbc_stmt_kwargs=options) as cursor:
            return cursor.adbc_ingest(table, data, mode="replace" if mode == "replace" else "append")


def connect(
    uri: str = "grpc://localhost:31337",
    *,
    graph: Optional[str] = None,
    branch: Optional[str] = None,
    snapshot: Optional[str] = None,
    token: Optional[str] = None,
    user: Optional[str] = None,
    password: Optional[str] = None,
    timeout: Optional[float] = None,
    headers: Optional[Mapping[str, str]] = None,
    db_kwargs: Optional[Mapping[str, str]] = None,
    autocommit: bool = False,
) -> Connection:
    """Connects.

    uri: ``grpc://host:port``, ``grpc+tls://host:port``; all else has an argument of its own.
    graph: needed when the server has several.
    branch: what statements read and write; ``main`` unless the server says otherwise.
    snapshot: the id of a commit; statements read it and nothing newer, and nothing is written.
    token: bearer token; wins over user and password.
    timeout: seconds that a query, a fetch or an update may take; none unless given.
    headers: further headers of each call.
    db_kwargs: further options of the ADBC driver; they win over what the other arguments mean.
    autocommit: each statement is a commit of its own. Otherwise all up to ``commit()`` is one.

    The connection has one session, by the server's cookie. When that has ended (idle for too long, or the server was
    started again) each call raises ProgrammingError that says so: connect again.

    Raises OperationalError when nobody answers (with autocommit, the first call does), ProgrammingError when an
    argument is wrong, InterfaceError in a process that was forked after its parent had connected.
    """
    texts = {"uri": uri, "graph": graph, "branch": branch, "snapshot": snapshot, "token": token, "user": user}
    _refuse_other_kinds({**texts, "password": password, **(headers or {}), **(db_kwargs or {})})
    if not isinstance(autocommit, bool):
        raise _wrong(f"autocommit is True or False, and not {autocommit!r}")
    options: dict[str, str] = {
        DatabaseOptions.WITH_MAX_MSG_SIZE.value: str(_MESSAGE_BYTES),
        DatabaseOptions.WITH_COOKIE_MIDDLEWARE.value: "true",  # else a new session after a restart is no error
    }
    sent = {"x-omnigraph-graph": graph, "x-omnigraph-branch": branch, "x-omnigraph-snapshot": snapshot}
    for name, value in {**sent, **{n.lower(): v for n, v in (headers or {}).items()}}.items():
        if value is not None:
            if not _HEADER_NAME.fullmatch(name):
                raise _wrong(f"{name!r} is no name of a header; names have letters, digits, '-', '_' and '.'")
            options[_HEADER + name] = _header_text(value) if name.startswith(_OUR_HEADER) else _line(name, value)
    if token is not None:
        options[DatabaseOptions.AUTHORIZATION_HEADER.value] = "Bearer " + _line("token", token)
    elif user is not None:
        options["username"] = user
        options["password"] = password or ""
    if timeout is not None:
        for option in (DatabaseOptions.TIMEOUT_FETCH, DatabaseOptions.TIMEOUT_QUERY, DatabaseOptions.TIMEOUT_UPDATE):
            options[option.value] = str(float(timeout))
    options.update(db_kwargs or {})
    _refuse_nul(**{**options, "uri": uri})
    _refuse_more_than_an_address(uri)
    _refuse_empty(graph=graph, branch=branch, snapshot=snapshot, token=token)

    global _process
    _refuse_forked()
    _process = os.getpid()
    database = adbc_driver_flightsql.connect(uri, db_kwargs=options)
    try:
        connection = adbc_driver_manager.AdbcConnection(database)
        try:
            return Connection(database, connection, autocommit=autocommit)
        except BaseException:
            connection.close()
            raise
    except BaseException:
        database.close()
        raise


def _choose_the_same(
    one: adbc_driver_manager.AdbcConnection, other: adbc_driver_manager.AdbcConnection
) -> None:
    """The options of the session, of which the graph comes first, then the branch."""
    wanted, there = (json.loads(c.get_option(_SESSION_OPTION + "s")) for c in (one, other))
    for name in sorted(wanted, key=lambda n: ("catalog", "schema").index(n) if n in ("catalog", "schema") else 2):
        if wanted[name] != there.get(name):
            other.set_options(**{f"{_SESSION_OPTION}.{name}": wanted[name]})


_process: Optional[int] = None  # that has connected first


def _is_forked() -> bool:
    return _process is not None and _process != os.getpid()


def _refuse_forked() -> None:
    """The driver has threads of its own, which a forked process does not: each call would wait for ever."""
    if _is_forked():
        raise InterfaceError(
            "this process was forked from one that had connected, which the driver does not survive; start it by spawn or"
            " forkserver, or connect only after the fork",
            status_code=adbc_driver_manager.AdbcStatusCode.INVALID_STATE,
        )


def _refuse_nul(**texts: Any) -> None:
    """The driver reads texts up to the first NUL: what follows, such as a condition, would count for nothing."""
    for name, text in texts.items():
        if isinstance(text, str) and "\0" in text:
            raise _wrong(f"{name} has the character NUL at {text.index(chr(0))}; leave it out, or bind the value that has it")


def _refuse_more_than_an_address(uri: str) -> None:
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
            raise _wrong(f"a uri is grpc://host:port or grpc+tls://host:port here, and this one has more; {remedy}")


def _refuse_empty(**texts: Optional[str]) -> None:
    for name, text in texts.items():
        if text == "":
            raise _wrong(f"{name} is empty; leave the argument out, or give None, for none")


def _refuse_other_kinds(texts: Mapping[str, Any]) -> None:
    for name, text in texts.items():
        if text is not None and not isinstance(text, str):
            raise _wrong(f"{name} is a text, and not {text!r}")


def _line(name: str, text: str) -> str:
    """What may stand in a header as it is."""
    if any(ord(c) < 0x20 or ord(c) == 0x7F for c in text.replace("\0", "")):
        raise _wrong(f"{name} has a control character, such as the end of a line; leave it out")
    return text


def _wrong(text: str) -> ProgrammingError:
    return ProgrammingError(text, status_code=adbc_driver_manager.AdbcStatusCode.INVALID_ARGUMENT)


def _header_text(value: str) -> str:
    """What stands for it in a header, which holds ASCII: other letters and ``%`` are percent-encoded UTF-8."""
    return quote(value, safe=_ASCII_BUT_PERCENT)


def _cut(data: Any) -> Any:
    """The same rows in batches that fit a message each; at least one, since none would change and check nothing."""
    reader = _reader(data)
    if reader is None:
        return data
    batches = iter(reader)
    first = list(islice(batches, 1))
    schema = _divisible(reader.schema, first)
    parts = _messages(chain(first, batches), schema)
    is_here = isinstance(data, (pyarrow.RecordBatch, pyarrow.Table))
    return pyarrow.RecordBatchReader.from_batches(schema, list(parts) if is_here else parts)


def _reader(data: Any) -> Optional[pyarrow.RecordBatchReader]:
    if isinstance(data, pyarrow.RecordBatch):
        return pyarrow.RecordBatchReader.from_batches(data.schema, [data])
    if isinstance(data, pyarrow.RecordBatchReader):
        return data
    if hasattr(data, "__arrow_c_stream__"):
        return pyarrow.RecordBatchReader.from_stream(data)
    if hasattr(data, "scanner"):  # a data set
        return data.scanner().to_reader()
    return data.to_reader() if hasattr(data, "to_reader") else None


def _divisible(schema: pyarrow.Schema, first: list[pyarrow.RecordBatch]) -> pyarrow.Schema:
    """With types that can be cut: a part of a column of views, or with a dictionary, has all the bytes of the whole."""
    cut = {pyarrow.string_view(): pyarrow.large_string(), pyarrow.binary_view(): pyarrow.large_binary()}
    long = {pyarrow.string(): pyarrow.large_string(), pyarrow.binary(): pyarrow.large_binary()}
    for i, field in enumerate(schema):
        if field.type in cut:
            try:
                pyarrow.nulls(0, field.type).cast(cut[field.type])
            except pyarrow.ArrowNotImplementedError:  # by older versions of the library
                continue
            schema = schema.set(i, field.with_type(cut[field.type]))
        elif any(_dictionary_size(batch.column(i)) > _SENT_BYTES for batch in first):
            values = field.type.value_type
            schema = schema.set(i, field.with_type(long.get(values, values)))
    return schema


def _messages(batches: Iterable[pyarrow.RecordBatch], schema: pyarrow.Schema) -> Iterator[pyarrow.RecordBatch]:
    is_empty = True
    for batch in batches:
        for part in _parts(batch if batch.schema.equals(schema) else batch.cast(schema)):
            is_empty = False
            yield part
    if is_empty:
        yield pyarrow.RecordBatch.from_arrays([pyarrow.nulls(0, field.type) for field in schema], schema=schema)


def _parts(batch: pyarrow.RecordBatch) -> Iterator[pyarrow.RecordBatch]:
    for name, column in zip(batch.schema.names, batch.columns):
        if _dictionary_size(column) >= _MESSAGE_BYTES:
            raise DataError(
                f"the dictionary of column '{name}' has {_dictionary_size(column)} bytes, which is too large to send; a"
                f" message has {_MESSAGE_BYTES} bytes at most: cast the column to the type of its values",
                status_code=adbc_driver_manager.AdbcStatusCode.INVALID_ARGUMENT,
            )
    size = _size(batch)
    half = batch.num_rows // 2
    if size <= _SENT_BYTES:
        yield batch
    elif half > 0 and _size(batch.slice(0, half)) + _size(batch.slice(half)) < 2 * size:
        yield from _parts(batch.slice(0, half))
        yield from _parts(batch.slice(half))
    elif size < _MESSAGE_BYTES or half > 0:
        yield batch
    else:
        raise DataError(
            f"a row of {size} bytes is too large to send; a message has {_MESSAGE_BYTES} bytes at most",
            status_code=adbc_driver_manager.AdbcStatusCode.INVALID_ARGUMENT,
        )


def _size(batch: pyarrow.RecordBatch) -> int:
    """Bytes of a message with it; a dictionary is a message of its own."""
    return sum((c.indices if isinstance(c, pyarrow.DictionaryArray) else c).nbytes for c in batch.columns)


def _dictionary_size(column: pyarrow.Array) -> int:
    return column.dictionary.nbytes if isinstance(column, pyarrow.DictionaryArray) else 0


def _bindable(parameters: Any) -> Any:
    """With decimals for the whole numbers that are no int64, such as the upper half of a U64."""
    return [_bindable_value(v) for v in parameters] if isinstance(parameters, (list, tuple)) else parameters


def _refuse_names(parameters: Any) -> None:
    if isinstance(parameters, Mapping) and parameters:
        raise NotSupportedError(
            "parameters are bound by place: write ? and give a sequence of values; those of a .gq query are bound by name"
            " as a record batch of one row"
        )


def _bindable_value(value: Any) -> Any:
    if isinstance(value, int) and not -(1 << 63) <= value < 1 << 63:
        if abs(value) >= 10**38:
            raise _unbound(f"it has more than 38 digits: {str(value)[:40]}…")
        return Decimal(value)
    return _bindable(value) if isinstance(value, (list, tuple)) else value


def _unbound(reason: Any) -> DataError:
    return DataError(
        f"a value cannot be bound: {reason}", status_code=adbc_driver_manager.AdbcStatusCode.INVALID_ARGUMENT
    )


@contextmanager
def _bindings() -> Iterator[None]:
    """Raises DataError for what Arrow cannot make of a value."""
    try:
        yield
    except (OverflowError, pyarrow.ArrowException) as e:
        raise _unbound(e) from e


@contextmanager
def _failures() -> Iterator[None]:
    """Gives the server's failures their SQLSTATE; rows that a key or a rule of the graph refused are IntegrityErrors."""
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
    return _CONNECTION_LOST if isinstance(e, OperationalError) and "(Unavailable;" in str(e) else None


def _text(header: Any) -> str:
    return header.decode(errors="replace") if isinstance(header, bytes) else header  # some headers are binary

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
from collections.abc import Mapping
from typing import Any, Literal, Optional

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

from omnigraph_flight._arguments import (
    header_text,
    line,
    refuse_empty,
    refuse_more_than_an_address,
    refuse_unsent,
    refuse_other_kinds,
)
from omnigraph_flight._batches import MESSAGE_BYTES, cut, messages
from omnigraph_flight._errors import CONNECTION_LOST, failures, wrong
from omnigraph_flight._values import bound_row, bound_rows

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
_HEADER_NAME = re.compile(r"[a-z0-9_.-]+")
_SPACE = r"(?:\s|--[^\n]*(?:\n|$)|/\*(?:[^*]|\*(?!/))*\*/)*"
_WORDS = re.compile(_SPACE + r"([A-Za-z]+)\s*([A-Za-z]*)")  # the first two of a statement
_IN_USE = "55006"  # another call works in the transaction, which goes on
_OUR_HEADER = "x-omnigraph-"

Binary = bytes
IngestMode = Literal["append", "merge", "replace"]


class Cursor(_adbc.Cursor):
    """A DB-API cursor; everything of ADBC's own cursor works as well.

    What the server refuses has the SQLSTATE of the reason, which is 40001 when the same transaction may be run again.
    Rows that a key or a rule of the graph refuses raise IntegrityError.
    """

    __module__ = _adbc.Cursor.__module__  # Polars reads Arrow from what this module names, and single rows from others
    _has_bound = False

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
        try:
            with failures():
                super().execute(operation, parameters)
        except DatabaseError as e:
            self._conn._has_failed(operation, e)
            raise
        self._conn._has_run(operation)
        return self

    def _prepare_execute(self, operation: Any, parameters: Any = None) -> None:
        self._be_ready(operation)
        bound = bound_row(parameters)
        self._forget_before(bound)
        super()._prepare_execute(operation, messages(bound))

    def _be_ready(self, operation: Any) -> None:
        self._conn._be_ready()
        if self._closed:
            raise wrong("the cursor is closed; take another one of the connection")
        if not isinstance(operation, (str, bytes)):
            raise wrong(f"a statement is a text, and not {operation!r}")
        refuse_unsent(statement=operation)

    def executemany(self, operation: Any, seq_of_parameters: Any) -> None:
        self._be_ready(operation)
        bound = bound_rows(seq_of_parameters)
        if bound is None and seq_of_parameters is not None:
            bound, self._rowcount = (), 0  # no row, so it does not run
        self._forget_before(bound)
        with failures():
            super().executemany(operation, messages(bound))
        self._conn._has_run(operation)

    def _forget_before(self, bound: Any) -> None:
        """A statement that runs without values would be run with those that it had before."""
        if bound is None and self._has_bound:
            self._last_query = None  # so that it is prepared anew
        self._has_bound = bound is not None

    def fetchone(self) -> Optional[tuple[Any, ...]]:
        with failures():
            return super().fetchone()

    def fetchmany(self, size: Optional[int] = None) -> list[tuple[Any, ...]]:
        with failures():
            return super().fetchmany(size)

    def fetchall(self) -> list[tuple[Any, ...]]:
        with failures():
            return super().fetchall()

    def fetch_arrow_table(self) -> pyarrow.Table:
        with failures():
            return super().fetch_arrow_table()

    def adbc_ingest(self, table_name: str, data: Any, *arguments: Any, **options: Any) -> int:
        """As ADBC's own, which sends a batch as one message; batches that are too large for one are cut here."""
        self._conn._be_ready()
        refuse_unsent(table_name=table_name, **options)
        with failures():
            return super().adbc_ingest(table_name, cut(data), *arguments, **options)


class Connection(_adbc.Connection):
    """A DB-API connection; everything of ADBC's own connection works as well."""

    __module__ = _adbc.Connection.__module__  # as of Cursor

    def __init__(self, *arguments: Any, autocommit: bool = False, **options: Any) -> None:
        super().__init__(*arguments, autocommit=True, **options)
        self._each_statement_alone = True
        self._has_chosen = False  # an option of the session, by a statement or by ADBC's own properties
        self._failed_commit: Optional[DatabaseError] = None  # since which the driver's connection is spent
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
            if self._failed_commit is not None:
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
                "the connection is closed",
                status_code=adbc_driver_manager.AdbcStatusCode.INVALID_STATE,
                sqlstate="08003",
            )

    def adbc_clone(self) -> "Connection":
        """Another connection to the same graph, branch or snapshot, with a session of its own."""
        _refuse_forked()
        connection = adbc_driver_manager.AdbcConnection(self.adbc_database, **(self._conn_kwargs or {}))
        return Connection(self._db, connection, autocommit=self._each_statement_alone)

    def _has_run(self, statement: Any) -> None:
        first, _ = _words(statement)
        if first in ("USE", "SET", "RESET"):
            self._has_chosen = True
        elif self._each_statement_alone:
            self._has_begun = first in ("BEGIN", "START") or (self._has_begun and not _is_end(statement))

    def _has_failed(self, statement: Any, e: DatabaseError) -> None:
        if self._has_begun and _is_end(statement) and e.sqlstate != _IN_USE:
            self._has_begun = False  # the server has ended it all the same

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
        refuse_unsent(**{option: name})
        with failures():
            self.adbc_connection.set_options(**{option: name})
        self._has_chosen = True

    def adbc_get_info(self) -> dict[Any, Any]:
        with failures():
            return super().adbc_get_info()

    def adbc_get_objects(self, **filters: Any) -> pyarrow.RecordBatchReader:
        refuse_unsent(**filters)
        with failures():
            return super().adbc_get_objects(**filters)

    def adbc_get_table_schema(self, table_name: str, **filters: Any) -> pyarrow.Schema:
        refuse_unsent(table_name=table_name, **filters)
        with failures():
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
        if self._failed_commit is not None:
            self._connect_anew()

    def _connect_anew(self) -> None:
        """After a commit that failed: the driver can do nothing more with that connection."""
        with failures():
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
        spent, self._conn, self._failed_commit = self._conn, connection, None
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
            sqlstate=CONNECTION_LOST,
        )

    def commit(self) -> None:
        """Makes all that the transaction wrote one commit of the graph; in autocommit, what BEGIN began."""
        self._refuse_closed()
        if self._has_begun:
            self._run("COMMIT")
        elif not self._each_statement_alone:
            _refuse_forked()
            if self._failed_commit is not None:
                raise ProgrammingError(
                    "the commit before has failed, which ended the transaction, so there is nothing to commit: roll"
                    f" back, and run the transaction again if the failure lets it. It was: {self._failed_commit}",
                    status_code=adbc_driver_manager.AdbcStatusCode.INVALID_STATE,
                    sqlstate="25000",
                )
            try:
                with failures():
                    super().commit()
            except DatabaseError as e:
                self._failed_commit = None if (e.sqlstate or "08").startswith("08") else e
                raise

    def rollback(self) -> None:
        """Drops all that the transaction wrote; in autocommit, what BEGIN began."""
        self._refuse_closed()
        if self._has_begun:
            self._run("ROLLBACK")
        elif self._failed_commit is not None:
            self._be_ready()
        elif not self._each_statement_alone:
            _refuse_forked()
            with failures():
                super().rollback()

    def ingest(self, table: str, data: Any, mode: IngestMode = "append") -> int:
        """Writes Arrow data (a table, batches, a reader, a pandas or Polars frame) into a type.

        ``append`` refuses an id that is there, ``merge`` replaces the row that has it, ``replace`` replaces all
        rows of the type. Edges have their ends in columns ``from`` and ``to``. A row has
        64 MiB at most.

        Returns the number of rows, -1 if the server did not say. Inside a transaction the rows belong to it.
        """
        if mode not in ("append", "merge", "replace"):
            raise wrong(f"there is no mode {mode!r} of ingest; the modes are append, merge and replace")
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
    refuse_other_kinds({**texts, "password": password, **(headers or {}), **(db_kwargs or {})})
    if not isinstance(autocommit, bool):
        raise wrong(f"autocommit is True or False, and not {autocommit!r}")
    options: dict[str, str] = {
        DatabaseOptions.WITH_MAX_MSG_SIZE.value: str(MESSAGE_BYTES),
        DatabaseOptions.WITH_COOKIE_MIDDLEWARE.value: "true",  # else a new session after a restart is no error
    }
    sent = {"x-omnigraph-graph": graph, "x-omnigraph-branch": branch, "x-omnigraph-snapshot": snapshot}
    for name, value in {**sent, **{n.lower(): v for n, v in (headers or {}).items()}}.items():
        if value is not None:
            if not _HEADER_NAME.fullmatch(name):
                raise wrong(f"{name!r} is no name of a header; names have letters, digits, '-', '_' and '.'")
            options[_HEADER + name] = header_text(value) if name.startswith(_OUR_HEADER) else line(name, value)
    if token is not None:
        options[DatabaseOptions.AUTHORIZATION_HEADER.value] = "Bearer " + line("token", token)
    elif user is not None:
        options["username"] = user
        options["password"] = password or ""
    if timeout is not None:
        for option in (DatabaseOptions.TIMEOUT_FETCH, DatabaseOptions.TIMEOUT_QUERY, DatabaseOptions.TIMEOUT_UPDATE):
            options[option.value] = str(float(timeout))
    options.update(db_kwargs or {})
    refuse_unsent(**{**options, "uri": uri})
    refuse_more_than_an_address(uri)
    refuse_empty(graph=graph, branch=branch, snapshot=snapshot, token=token)

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


def _choose_the_same(one: adbc_driver_manager.AdbcConnection, other: adbc_driver_manager.AdbcConnection) -> None:
    """The options of the session, of which the graph comes first, then the branch."""
    wanted, there = (json.loads(c.get_option(_SESSION_OPTION + "s")) for c in (one, other))
    for name in sorted(wanted, key=lambda n: ("catalog", "schema").index(n) if n in ("catalog", "schema") else 2):
        if wanted[name] != there.get(name):
            other.set_options(**{f"{_SESSION_OPTION}.{name}": wanted[name]})


def _words(statement: Any) -> tuple[str, str]:
    found = _WORDS.match(statement) if isinstance(statement, str) else None
    return (found[1].upper(), found[2].upper()) if found else ("", "")


def _is_end(statement: Any) -> bool:
    first, second = _words(statement)
    return first in ("COMMIT", "END") or (first == "ROLLBACK" and second != "TO")


_process: Optional[int] = None  # that has connected first


def _is_forked() -> bool:
    return _process is not None and _process != os.getpid()


def _refuse_forked() -> None:
    """The driver has threads of its own, which a forked process does not: each call would wait for ever."""
    if _is_forked():
        raise InterfaceError(
            "this process was forked from one that had connected, which the driver does not survive; start it by spawn"
            " or forkserver, or connect only after the fork",
            status_code=adbc_driver_manager.AdbcStatusCode.INVALID_STATE,
        )

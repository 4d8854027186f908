"""The SQLAlchemy dialect.

    create_engine("omnigraph://localhost:31337/flights?branch=main")

A graph is the database of the URL, a branch a schema, a node or edge type a table. Types are made by the graph's
schema file, so there is no CREATE TABLE.

Parameters of the URL: ``branch``, ``snapshot`` (the id of a commit), ``token``, ``timeout`` (seconds), ``tls``
(true or false).
"""

import re
from collections.abc import MutableMapping
from typing import Any, Optional
from weakref import WeakKeyDictionary

import adbc_driver_manager
from sqlalchemy import event, exc, pool, sql
from sqlalchemy import types as sqltypes
from sqlalchemy.engine import default, reflection

from omnigraph_flight._compiler import (
    LITERALS,
    OmniGraphCompiler,
    OmniGraphDDLCompiler,
    OmniGraphIdentifierPreparer,
    OmniGraphTypeCompiler,
)

_TYPES = {
    "BIGINT": sqltypes.BIGINT,
    "BINARY": sqltypes.LargeBinary,
    "BOOLEAN": sqltypes.BOOLEAN,
    "CHAR": sqltypes.VARCHAR,
    "DATE": sqltypes.DATE,
    "DECIMAL": sqltypes.DECIMAL,
    "DOUBLE": sqltypes.Double if hasattr(sqltypes, "Double") else sqltypes.Float,
    "FLOAT": sqltypes.Float,
    "INTEGER": sqltypes.INTEGER,
    "REAL": sqltypes.REAL,
    "SMALLINT": sqltypes.SMALLINT,
    "TIME": sqltypes.TIME,
    "TIMESTAMP": sqltypes.TIMESTAMP,
    "TINYINT": sqltypes.SMALLINT,
    "VARBINARY": sqltypes.LargeBinary,
    "VARCHAR": sqltypes.VARCHAR,
}
_TYPE_NAME = re.compile(r"(?P<name>[A-Z]+)(\((?P<precision>\d+)(\s*,\s*(?P<scale>\d+))?\))?")
_TYPE_KEY = b"ARROW:FLIGHT:SQL:TYPE_NAME"
_SYSTEM_SCHEMAS = ("information_schema", "omnigraph_catalog")


def type_of(name: str) -> sqltypes.TypeEngine:
    """The type for the server's name of one, such as ``DECIMAL(20, 0)`` or ``VARCHAR ARRAY``; NullType for others."""
    if name.endswith(" ARRAY"):
        return sqltypes.ARRAY(type_of(name[: -len(" ARRAY")]))
    known = _TYPE_NAME.match(name)
    if known is None or known["name"] not in _TYPES:
        return sqltypes.NullType()
    if known["name"] == "DECIMAL" and known["precision"]:
        return sqltypes.DECIMAL(int(known["precision"]), int(known["scale"] or 0))
    return _TYPES[known["name"]]()


class OmniGraphDialect(default.DefaultDialect):
    """Connections through :func:`omnigraph_flight.connect`; names and types through the server's catalog."""

    name = "omnigraph"
    driver = "adbc"
    default_paramstyle = "qmark"

    preparer = OmniGraphIdentifierPreparer
    statement_compiler = OmniGraphCompiler
    ddl_compiler = OmniGraphDDLCompiler
    type_compiler = OmniGraphTypeCompiler
    type_compiler_cls = OmniGraphTypeCompiler
    colspecs = LITERALS

    supports_statement_cache = True
    supports_schemas = True
    supports_native_boolean = True
    supports_native_decimal = True
    supports_multivalues_insert = True
    supports_default_values = False
    supports_empty_insert = False
    supports_sequences = False
    supports_alter = False
    supports_sane_rowcount = True
    supports_sane_multi_rowcount = True
    postfetch_lastrowid = False
    implicit_returning = False
    insert_returning = update_returning = delete_returning = False
    div_is_floordiv = True
    max_identifier_length = 1024

    @classmethod
    def import_dbapi(cls) -> Any:
        import omnigraph_flight

        return omnigraph_flight

    @classmethod
    def dbapi(cls) -> Any:
        """The module, as SQLAlchemy 1.4 asks for it."""
        return cls.import_dbapi()

    @classmethod
    def get_pool_class(cls, url: Any) -> Any:
        return pool.QueuePool

    def create_connect_args(self, url: Any) -> Any:
        query = dict(url.query)
        for name, value in query.items():
            if not isinstance(value, str):
                raise exc.ArgumentError(f"the URL has the parameter '{name}' {len(value)} times; give it once")
        tls = query.pop("tls", "false")
        if tls not in ("true", "false"):
            raise exc.ArgumentError(f"tls={tls} in the URL is neither true nor false")
        scheme = "grpc+tls" if tls == "true" else "grpc"
        host = url.host or "localhost"
        address = f"[{host}]" if ":" in host else host
        options: dict[str, Any] = {"graph": url.database or None, "user": url.username, "password": url.password}
        for name in ("branch", "snapshot", "token"):
            options[name] = query.pop(name, None)
        timeout = query.pop("timeout", None)
        if timeout is not None:
            try:
                options["timeout"] = float(timeout)
            except ValueError:
                raise exc.ArgumentError(f"timeout={timeout} in the URL is no number of seconds") from None
        if query:
            raise exc.ArgumentError(
                f"the URL has an unknown parameter '{sorted(query)[0]}'; there are branch, snapshot, timeout, tls and token"
            )
        return [f"{scheme}://{address}:{url.port or 31337}"], {k: v for k, v in options.items() if v is not None}

    def is_disconnect(self, e: Any, connection: Any, cursor: Any) -> bool:
        """Conflicts, also at a commit, and a server or a transaction that is busy, are not: the connection goes on."""
        return isinstance(e, self.import_dbapi().DatabaseError) and (e.sqlstate or "").startswith("08")

    # Transactions

    def do_ping(self, dbapi_connection: Any) -> bool:
        """Ends what the ping began, since USE and SET go before the first statement of a transaction only."""
        is_there = super().do_ping(dbapi_connection)
        if is_there:
            dbapi_connection.rollback()
        return is_there

    @classmethod
    def engine_created(cls, engine: Any) -> None:
        event.listen(engine, "handle_error", _on_error)
        event.listen(engine.pool, "checkin", _on_return)

    def do_commit(self, dbapi_connection: Any) -> None:
        """Commits, unless a statement failed: pandas asks for a commit of the rest even then."""
        transaction = _transaction(dbapi_connection)
        if transaction.failure is not None:
            self.do_rollback(dbapi_connection)
            raise _not_committed(transaction.failure, self.import_dbapi()) from transaction.failure
        super().do_commit(dbapi_connection)
        _transactions.pop(_bare(dbapi_connection), None)

    def do_rollback(self, dbapi_connection: Any) -> None:
        _transactions.pop(_bare(dbapi_connection), None)
        super().do_rollback(dbapi_connection)

    def do_savepoint(self, connection: Any, name: str) -> None:
        super().do_savepoint(connection, name)
        transaction = _transaction(_dbapi_connection(connection))
        transaction.savepoints[name] = transaction.failure

    def do_rollback_to_savepoint(self, connection: Any, name: str) -> None:
        super().do_rollback_to_savepoint(connection, name)
        transaction = _transaction(_dbapi_connection(connection))
        transaction.failure = transaction.savepoints.get(name)

    def get_isolation_level_values(self, dbapi_connection: Any) -> list[str]:
        return ["SERIALIZABLE", "AUTOCOMMIT"]

    def get_isolation_level(self, dbapi_connection: Any) -> str:
        return "AUTOCOMMIT" if dbapi_connection.autocommit else "SERIALIZABLE"

    def set_isolation_level(self, dbapi_connection: Any, level: str) -> None:
        dbapi_connection.autocommit = level == "AUTOCOMMIT"

    # What there is

    def _get_server_version_info(self, connection: Any) -> tuple[int, ...]:
        version = _dbapi_connection(connection).adbc_get_info()["vendor_version"]
        return tuple(int(part) for part in re.findall(r"\d+", version)[:3])

    def _get_default_schema_name(self, connection: Any) -> str:
        return connection.execute(sql.text("SELECT CURRENT_SCHEMA")).scalar()

    # SQLAlchemy 1.4 cannot cache a function with annotations.

    @reflection.cache
    def get_schema_names(self, connection, **options):
        rows = connection.execute(sql.text("SELECT schema_name FROM information_schema.schemata ORDER BY schema_name"))
        return [row[0] for row in rows]

    @reflection.cache
    def _tables(self, connection, schema, **options):
        wanted = schema or self.default_schema_name
        objects = _dbapi_connection(connection).adbc_get_objects(depth="tables", db_schema_filter=_exactly(wanted))
        found = []
        for catalog in objects.read_all().to_pylist():
            for branch in catalog["catalog_db_schemas"] or ():
                if branch["db_schema_name"] == wanted:
                    found += [table["table_name"] for table in branch["db_schema_tables"] or ()]
        return sorted(found)

    def get_table_names(self, connection: Any, schema: Optional[str] = None, **options: Any) -> list[str]:
        return [] if schema in _SYSTEM_SCHEMAS else self._tables(connection, schema, **options)

    def get_view_names(self, connection: Any, schema: Optional[str] = None, **options: Any) -> list[str]:
        return self._tables(connection, schema, **options) if schema in _SYSTEM_SCHEMAS else []

    def get_view_definition(self, connection: Any, view_name: str, schema: Optional[str] = None, **options: Any) -> Any:
        raise exc.NoSuchTableError(view_name)

    def has_table(self, connection: Any, table_name: str, schema: Optional[str] = None, **options: Any) -> bool:
        return table_name in self._tables(connection, schema, **options)

    @reflection.cache
    def get_columns(self, connection, table_name, schema=None, **options):
        self._require(connection, table_name, schema, **options)
        fields = _dbapi_connection(connection).adbc_get_table_schema(
            table_name, db_schema_filter=schema or self.default_schema_name
        )
        return [
            {
                "name": field.name,
                "type": type_of((field.metadata or {}).get(_TYPE_KEY, b"").decode()),
                "nullable": field.nullable,
                "default": _default(field.name, schema),
                "autoincrement": False,
                "comment": None,
            }
            for field in fields
        ]

    @reflection.cache
    def get_pk_constraint(self, connection, table_name, schema=None, **options):
        for name, columns in self._keys(connection, table_name, schema, "PRIMARY KEY", **options).items():
            return {"name": name, "constrained_columns": columns}
        return {"name": None, "constrained_columns": []}

    @reflection.cache
    def get_unique_constraints(self, connection, table_name, schema=None, **options):
        keys = self._keys(connection, table_name, schema, "UNIQUE", **options)
        return [{"name": name, "column_names": columns} for name, columns in keys.items()]

    @reflection.cache
    def get_foreign_keys(self, connection, table_name, schema=None, **options):
        self._require(connection, table_name, schema, **options)
        rows = connection.execute(
            sql.text(
                "SELECT r.constraint_name, k.column_name, u.table_name, u.column_name"
                " FROM information_schema.referential_constraints r"
                " JOIN information_schema.key_column_usage k ON k.constraint_schema = r.constraint_schema"
                "  AND k.constraint_name = r.constraint_name"
                " JOIN information_schema.key_column_usage u ON u.constraint_schema = r.unique_constraint_schema"
                "  AND u.constraint_name = r.unique_constraint_name"
                "  AND u.ordinal_position = k.position_in_unique_constraint"
                " WHERE k.table_schema = :schema AND k.table_name = :name"
                " ORDER BY r.constraint_name, k.ordinal_position"
            ),
            {"schema": schema or self.default_schema_name, "name": table_name},
        )
        keys: dict[str, Any] = {}
        for name, column, target, target_column in rows:
            key = keys.setdefault(
                name,
                {
                    "name": name,
                    "constrained_columns": [],
                    "referred_schema": schema,
                    "referred_table": target,
                    "referred_columns": [],
                    "options": {},
                },
            )
            key["constrained_columns"].append(column)
            key["referred_columns"].append(target_column)
        return list(keys.values())

    def get_indexes(self, connection: Any, table_name: str, schema: Optional[str] = None, **options: Any) -> list[Any]:
        self._require(connection, table_name, schema, **options)
        return []

    def get_table_comment(
        self, connection: Any, table_name: str, schema: Optional[str] = None, **options: Any
    ) -> dict[str, Any]:
        self._require(connection, table_name, schema, **options)
        return {"text": None}

    def _keys(
        self, connection: Any, table_name: str, schema: Optional[str], kind: str, **options: Any
    ) -> dict[str, list[str]]:
        self._require(connection, table_name, schema, **options)
        rows = connection.execute(
            sql.text(
                "SELECT k.constraint_name, k.column_name FROM information_schema.table_constraints t"
                " JOIN information_schema.key_column_usage k ON k.constraint_schema = t.constraint_schema"
                "  AND k.constraint_name = t.constraint_name AND k.table_name = t.table_name"
                " WHERE t.constraint_type = :kind AND t.table_schema = :schema AND t.table_name = :name"
                " ORDER BY k.constraint_name, k.ordinal_position"
            ),
            {"kind": kind, "schema": schema or self.default_schema_name, "name": table_name},
        )
        keys: dict[str, list[str]] = {}
        for name, column in rows:
            keys.setdefault(name, []).append(column)
        return keys

    def _require(self, connection: Any, table_name: str, schema: Optional[str], **options: Any) -> None:
        if table_name not in self._tables(connection, schema, **options):
            raise exc.NoSuchTableError(table_name if schema is None else f"{schema}.{table_name}")


class _Transaction:
    """What went wrong in the transaction of a connection, if anything did."""

    def __init__(self) -> None:
        self.failure: Optional[BaseException] = None
        self.savepoints: dict[str, Optional[BaseException]] = {}  # and what had gone wrong before each


_transactions: MutableMapping[Any, _Transaction] = WeakKeyDictionary()


def _transaction(dbapi_connection: Any) -> _Transaction:
    return _transactions.setdefault(_bare(dbapi_connection), _Transaction())


def _on_error(context: Any) -> None:
    connection = context.connection
    if connection is None or connection.closed or connection.invalidated:
        return
    dbapi_connection = _dbapi_connection(connection)
    if dbapi_connection.autocommit:
        return
    if context.statement is not None:
        transaction = _transaction(dbapi_connection)
        transaction.failure = transaction.failure or context.original_exception


def _on_return(dbapi_connection: Any, record: Any) -> None:
    """What the borrower chose by USE and SET is not for the next one."""
    if dbapi_connection is not None and dbapi_connection._needs_reset:
        try:
            dbapi_connection.reset()
        except Exception as e:
            record.invalidate(e)  # the next one gets another


def _not_committed(failure: BaseException, dbapi: Any) -> BaseException:
    """Of the failure's own kind, so that who waits for that one meets it here."""
    text = (
        "nothing of this transaction is kept, because a statement of it failed; put a statement that may fail"
        f" into a savepoint (begin_nested), or roll back. It failed with: {failure}"
    )
    if not isinstance(failure, dbapi.Error):
        return dbapi.DatabaseError(text, status_code=adbc_driver_manager.AdbcStatusCode.INVALID_STATE)
    known = {"vendor_code": failure.vendor_code, "sqlstate": failure.sqlstate, "details": failure.details}
    if not isinstance(failure, dbapi.NotSupportedError):  # which has one status only
        known["status_code"] = failure.status_code
    return type(failure)(text, **known)


def _dbapi_connection(connection: Any) -> Any:
    return _bare(connection.connection)


def _bare(pooled: Any) -> Any:
    return getattr(pooled, "dbapi_connection", pooled)  # not every caller has one of a pool


def _default(column: str, schema: Optional[str]) -> Optional[str]:
    """The server makes the id of a row that has none, from its key or anew."""
    return "DEFAULT" if column == "id" and schema not in _SYSTEM_SCHEMAS else None


def _exactly(name: str) -> str:
    """A pattern that only this name matches."""
    return re.sub(r"([\\%_])", r"\\\1", name)

"""What the public validation suite of ADBC drivers checks, asked of a server of the graph of validation.pg.

python validation.py URI

URI is grpc://host:port. The graph has the types already, since a statement makes none; every case says by its name which
feature it is of. docs/ADBC.md lists the features and what is not supported. Prints one JSON line a case:
{"case": name, "error": text or null}.
"""

import datetime
import decimal
import math
import re
import sys

import adbc_driver_flightsql
import adbc_driver_flightsql.dbapi as flightsql
import adbc_driver_manager
import pyarrow
from cases import case, run

UTC = datetime.timezone.utc
NEW_YEAR = datetime.datetime(2000, 1, 1)
MOMENT = datetime.datetime(2023, 5, 15, 13, 45, 30)
LONG_AGO = datetime.datetime(1, 1, 1)
FAR_OFF = datetime.datetime(9999, 12, 31, 23, 59, 59, 999000)


def connect(uri, **options):
    return flightsql.connect(uri, autocommit=options.pop("autocommit", True), **options)


def raises(action, *words, status=None):
    try:
        action()
    except adbc_driver_manager.Error as e:
        for word in words:
            assert word in str(e), f"{word!r} is not in: {e}"
        assert status is None or e.status_code == status, e.status_code
        return
    raise AssertionError("nothing was raised")


def answer(connection, sql, parameters=None):
    """The rows as Arrow, asked for without preparing."""
    with connection.cursor() as cursor:
        if parameters is None:
            cursor.adbc_statement.set_sql_query(sql)
            handle, _ = cursor.adbc_statement.execute_query()
            return pyarrow.RecordBatchReader._import_from_c(handle.address).read_all()
        cursor.execute(sql, parameters)
        return cursor.fetch_arrow_table()


def values(connection, table, columns="value"):
    return answer(connection, f"SELECT {columns} FROM {table} ORDER BY idx")


def empty(connection, table):
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {table}")


def update(connection, sql):
    with connection.cursor() as cursor:
        cursor.adbc_statement.set_sql_query(sql)
        return cursor.adbc_statement.execute_update()


def each(checks):
    """Runs them all and names those that fail."""
    failed = []
    for name, check in checks:
        try:
            check()
        except Exception as e:
            failed.append(f"{name}: {type(e).__name__}: {e}")
    assert not failed, "\n".join(failed)


# table, type of the answer, literals, values
STORED = {
    "boolean": ("BoolRow", pyarrow.bool_(), ["TRUE", "FALSE", "NULL"], [True, False, None]),
    "int32": ("I32Row", pyarrow.int32(), ["2147483647", "-2147483648", "NULL"], [2147483647, -2147483648, None]),
    "int64": (
        "I64Row",
        pyarrow.int64(),
        ["9223372036854775807", "-9223372036854775808", "NULL"],
        [9223372036854775807, -9223372036854775808, None],
    ),
    "uint32": ("U32Row", pyarrow.int64(), ["4294967295", "0", "NULL"], [4294967295, 0, None]),
    "uint64": (
        "U64Row",
        pyarrow.decimal128(20, 0),
        ["18446744073709551615", "0", "NULL"],
        [decimal.Decimal(18446744073709551615), decimal.Decimal(0), None],
    ),
    "float32": ("F32Row", pyarrow.float32(), ["3.5", "-0.25", "NULL"], [3.5, -0.25, None]),
    "float64": ("F64Row", pyarrow.float64(), ["3.14", "-1E300", "NULL"], [3.14, -1e300, None]),
    "string": (
        "StringRow",
        pyarrow.string(),
        ["'hello'", "''", "'Üñîçødé 世界 🚀'", "'a''b'", "NULL"],
        ["hello", "", "Üñîçødé 世界 🚀", "a'b", None],
    ),
    "date": (
        "DateRow",
        pyarrow.date32(),
        ["DATE '2023-05-15'", "DATE '1969-12-31'", "DATE '9999-12-31'", "NULL"],
        [datetime.date(2023, 5, 15), datetime.date(1969, 12, 31), datetime.date(9999, 12, 31), None],
    ),
    "timestamp": (
        "DateTimeRow",
        pyarrow.timestamp("ms"),
        ["TIMESTAMP '2023-05-15 13:45:30.123'", "TIMESTAMP '1969-12-31 23:59:59.999'", "NULL"],
        [MOMENT.replace(microsecond=123000), datetime.datetime(1969, 12, 31, 23, 59, 59, 999000), None],
    ),
    "binary": ("BlobRow", pyarrow.binary(), ["X'00FF10'", "X''", "NULL"], [b"\x00\xff\x10", b"", None]),
}


@case
def type_select(uri):
    def check(connection, table, kind, literals, expected):
        empty(connection, table)
        rows = ", ".join(f"({i}, {literal})" for i, literal in enumerate(literals))
        assert update(connection, f"INSERT INTO {table} (idx, value) VALUES {rows}") == len(literals)
        got = values(connection, table)
        assert got.schema.field("value").type == kind, got.schema
        assert got["value"].to_pylist() == expected, got

    with connect(uri) as connection:
        each((name, lambda row=row: check(connection, *row)) for name, row in STORED.items())


LITERALS = {
    "CAST(NULL AS BOOLEAN)": (pyarrow.bool_(), None),
    "TRUE": (pyarrow.bool_(), True),
    "CAST(7 AS SMALLINT)": (pyarrow.int32(), 7),
    "42": (pyarrow.int32(), 42),
    "CAST(42 AS BIGINT)": (pyarrow.int64(), 42),
    "CAST(3.5 AS REAL)": (pyarrow.float32(), 3.5),
    "CAST(3.14 AS DOUBLE)": (pyarrow.float64(), 3.14),
    "CAST(123.45 AS DECIMAL(10, 2))": (pyarrow.decimal128(10, 2), decimal.Decimal("123.45")),
    "'hello'": (pyarrow.string(), "hello"),
    "X'DEADBEEF'": (pyarrow.binary(), b"\xde\xad\xbe\xef"),
    "DATE '2023-05-15'": (pyarrow.date32(), datetime.date(2023, 5, 15)),
    "TIMESTAMP '2023-05-15 13:45:30'": (pyarrow.timestamp("ms"), MOMENT),
}


@case
def type_literal(uri):
    def check(connection, literal, kind, expected):
        got = answer(connection, f"SELECT {literal} AS res")
        assert got.schema.names == ["res"]
        assert got.schema.field("res").type == kind, got.schema
        assert got["res"].to_pylist() == [expected], got

    with connect(uri) as connection:
        each((text, lambda text=text, row=row: check(connection, text, *row)) for text, row in LITERALS.items())
        assert answer(connection, "SELECT TIME '13:45:31' AS res")["res"].to_pylist() == [datetime.time(13, 45, 31)]


def column(kind, expected):
    return pyarrow.array(expected, kind)


# what a client binds or ingests: table, Arrow type, values, and what is read back where it differs
GIVEN = {
    "boolean": ("BoolRow", pyarrow.bool_(), [True, False, None], None),
    "int8": ("I32Row", pyarrow.int8(), [-128, 127, None], None),
    "int16": ("I32Row", pyarrow.int16(), [-32768, 32767, None], None),
    "int32": ("I32Row", pyarrow.int32(), [-(2**31), 2**31 - 1, None], None),
    "int64": ("I64Row", pyarrow.int64(), [-(2**63), 2**63 - 1, None], None),
    "uint8": ("I32Row", pyarrow.uint8(), [0, 255, None], None),
    "uint32": ("U32Row", pyarrow.uint32(), [0, 2**32 - 1, None], None),
    "uint64": ("U64Row", pyarrow.uint64(), [0, 2**64 - 1, None], [decimal.Decimal(0), decimal.Decimal(2**64 - 1), None]),
    "float16": ("F32Row", pyarrow.float16(), [0.0, -0.00006103515625, 65504.0, -65504.0, None], None),
    "float32": ("F32Row", pyarrow.float32(), [0.0, 3.5, -3.5, None], None),
    "float64": ("F64Row", pyarrow.float64(), [0.0, 3.14, -1e300, None], None),
    "string": ("StringRow", pyarrow.string(), ["", "hello", "世界 🚀", None], None),
    "large_string": ("StringRow", pyarrow.large_string(), ["", "hello", "世界 🚀", None], None),
    "string_view": ("StringRow", pyarrow.string_view(), ["", "hello", "a text of more than twelve bytes", None], None),
    "binary": ("BlobRow", pyarrow.binary(), [b"\x00\xff", b"", None], None),
    "large_binary": ("BlobRow", pyarrow.large_binary(), [b"\x00\xff", b"", None], None),
    "binary_view": ("BlobRow", pyarrow.binary_view(), [b"\x00\xff" * 10, b"", None], None),
    "fixed_size_binary": ("BlobRow", pyarrow.binary(4), [b"\x00\x01\x02\x03", None], None),
    "date32": ("DateRow", pyarrow.date32(), [datetime.date(2023, 5, 15), datetime.date(1, 1, 1), None], None),
    "date64": ("DateRow", pyarrow.date64(), [datetime.date(2023, 5, 15), None], None),
    "timestamp_s": ("DateTimeRow", pyarrow.timestamp("s"), [NEW_YEAR, MOMENT, LONG_AGO, None], None),
    "timestamp_ms": ("DateTimeRow", pyarrow.timestamp("ms"), [NEW_YEAR, LONG_AGO, FAR_OFF, None], None),
    "timestamp_us": (
        "DateTimeRow",
        pyarrow.timestamp("us"),
        [NEW_YEAR, MOMENT.replace(microsecond=123456), None],
        [NEW_YEAR, MOMENT.replace(microsecond=123000), None],
    ),
    "timestamp_ns": ("DateTimeRow", pyarrow.timestamp("ns"), [NEW_YEAR, MOMENT, None], None),
    **{
        f"timestamptz_{unit}": (
            "DateTimeRow",
            pyarrow.timestamp(unit, "Asia/Tokyo"),
            [NEW_YEAR.replace(tzinfo=UTC), MOMENT.replace(tzinfo=UTC), None],
            [NEW_YEAR, MOMENT, None],
        )
        for unit in ("s", "ms", "us", "ns")
    },
}
LISTS = {
    "list": ("ListRow", pyarrow.list_(pyarrow.int64()), [[1, 2], [], None], None),
    "large_list": ("ListRow", pyarrow.large_list(pyarrow.int64()), [[1, 2], [], None], None),
    "list_view": ("ListRow", pyarrow.list_view(pyarrow.int64()), [[1, 2], [3], [], None], None),
    "large_list_view": ("ListRow", pyarrow.large_list_view(pyarrow.int64()), [[1, 2], [3], [], None], None),
    "fixed_size_list": ("VectorRow", pyarrow.list_(pyarrow.float32(), 3), [[1.0, 2.0, 3.0], None], None),
}


def batch(kind, given):
    return pyarrow.record_batch(
        {"idx": pyarrow.array(range(len(given)), pyarrow.int64()), "value": column(kind, given)}
    )


def check_bound(connection, table, given, expected):
    empty(connection, table)
    with connection.cursor() as cursor:
        cursor.adbc_statement.set_sql_query(f"INSERT INTO {table} (idx, value) VALUES (?, ?)")
        cursor.adbc_statement.prepare()
        cursor.adbc_statement.bind(given)
        assert cursor.adbc_statement.execute_update() == given.num_rows
    got = values(connection, table)["value"].to_pylist()
    assert got == expected, got


@case
def type_bind(uri):
    with connect(uri) as connection:
        each(
            (name, lambda row=row: check_bound(connection, row[0], batch(row[1], row[2]), row[3] or row[2]))
            for name, row in {**GIVEN, **LISTS}.items()
        )


@case
def type_bind_dictionary(uri):
    def encoded(kind, given):
        plain = batch(kind, given)
        return pyarrow.record_batch(
            [array.dictionary_encode() for array in plain.columns], names=plain.schema.names
        )

    skipped = {"float16", "string_view", "binary_view"}  # pyarrow has no dictionaries of them
    with connect(uri) as connection:
        each(
            (name, lambda row=row: check_bound(connection, row[0], encoded(row[1], row[2]), row[3] or row[2]))
            for name, row in GIVEN.items()
            if name not in skipped
        )


def check_ingested(connection, table, given, expected):
    empty(connection, table)
    with connection.cursor() as cursor:
        assert cursor.adbc_ingest(table, given, mode="append") == given.num_rows
    got = values(connection, table)["value"].to_pylist()
    assert got == expected, got


@case
def type_ingest(uri):
    with connect(uri) as connection:
        each(
            (name, lambda row=row: check_ingested(connection, row[0], batch(row[1], row[2]), row[3] or row[2]))
            for name, row in {**GIVEN, **LISTS}.items()
        )


def views(kind, size):
    """Views that are out of order, overlap, are empty at the end and null, with a row before and after that is cut off."""
    array = kind.from_arrays(
        pyarrow.array([0, 3, 0, 1, 4, 0, 2], size),
        pyarrow.array([4, 1, 2, 3, 0, 1, 1], size),
        pyarrow.array([1, 2, 3, 4], pyarrow.int64()),
        mask=pyarrow.array([False, False, False, False, False, True, False]),
    )
    given = pyarrow.record_batch({"idx": pyarrow.array(range(7), pyarrow.int64()), "value": array})
    return given, [[1, 2, 3, 4], [4], [1, 2], [2, 3, 4], [], None, [3]]


@case
def type_list_views_in_any_order(uri):
    with connect(uri) as connection:
        for given, expected in (
            views(pyarrow.ListViewArray, pyarrow.int32()),
            views(pyarrow.LargeListViewArray, pyarrow.int64()),
        ):
            check_bound(connection, "ListRow", given, expected)
            check_ingested(connection, "ListRow", given, expected)


@case
def type_ingest_decimal_into_whole_numbers(uri):
    def given(precision, scale, *texts):
        return batch(pyarrow.decimal128(precision, scale), [decimal.Decimal(t) for t in texts] + [None])

    with connect(uri) as connection:
        check_ingested(connection, "U64Row", given(20, 0, "0", "18446744073709551615"), [0, 2**64 - 1, None])


@case
def type_ingest_without_a_property_of_its_kind(uri):
    rejected = {
        "time": pyarrow.array([datetime.time(13, 45)], pyarrow.time32("ms")),
        "duration": pyarrow.array([datetime.timedelta(1)], pyarrow.duration("s")),
        "struct": pyarrow.array([{"a": 1}]),
        "list": pyarrow.array([["a"]]),
    }
    with connect(uri) as connection, connection.cursor() as cursor:
        for name, array in rejected.items():
            table = pyarrow.table({"idx": pyarrow.array([1000], pyarrow.int64()), "value": array})
            raises(lambda: cursor.adbc_ingest("StringRow", table, mode="append"), "value")
        nulls = batch(pyarrow.list_(pyarrow.int64()), [[1, None]])
        raises(lambda: cursor.adbc_ingest("ListRow", nulls, mode="append"), "null item")


@case
def query_null_and_dense_union_and_mixed_rows(uri):
    with connect(uri) as connection:
        check_bound(connection, "I64Row", batch(pyarrow.null(), [None, None]), [None, None])
        check_ingested(connection, "I64Row", batch(pyarrow.null(), [None, None]), [None, None])
        union = pyarrow.UnionArray.from_dense(
            pyarrow.array([0, 1, 0], pyarrow.int8()),
            pyarrow.array([0, 0, 1], pyarrow.int32()),
            [pyarrow.array(["a", "b"]), pyarrow.array([7])],
        )
        given = pyarrow.record_batch({"idx": pyarrow.array([0, 1, 2], pyarrow.int64()), "value": union})
        check_bound(connection, "StringRow", given, ["a", "7", "b"])
        with connection.cursor() as cursor:
            raises(lambda: cursor.adbc_ingest("StringRow", given, mode="append"), "'value' has the Arrow type Union")


# Connection


@case
def connection_current_catalog_and_schema(uri):
    with connect(uri) as connection:
        assert connection.adbc_current_catalog == "validation"
        assert connection.adbc_current_db_schema == "main"


@case
def connection_set_current_catalog_and_schema(uri):
    with connect(uri) as connection:
        connection.adbc_current_db_schema = "other"
        assert connection.adbc_current_db_schema == "other"
        connection.adbc_current_catalog = "validation"
        connection.adbc_current_db_schema = "main"
        assert connection.adbc_current_db_schema == "main"

        def unknown_catalog():
            connection.adbc_current_catalog = "thiscatalogdoesnotexist"

        def unknown_schema():
            connection.adbc_current_db_schema = "thisschemadoesnotexist"

        raises(unknown_catalog)
        raises(unknown_schema)
        assert connection.adbc_current_catalog == "validation"
        assert connection.adbc_current_db_schema == "main"


@case
def connection_get_info(uri):
    with connect(uri) as connection:
        info = connection.adbc_get_info()
        assert info["vendor_name"] == "OmniGraph Flight", info
        assert re.match(r"\d+(\.\d+)*", info["vendor_version"]), info
        assert info["vendor_arrow_version"], info
        assert info["driver_arrow_version"].startswith("v"), info


def objects(connection, **filters):
    return connection.adbc_get_objects(**filters).read_all().to_pylist()


def names(found):
    """(catalog, schema, table) of every table, in the order of the answer."""
    return [
        (catalog["catalog_name"], schema["db_schema_name"], table["table_name"])
        for catalog in found
        for schema in catalog["catalog_db_schemas"]
        for table in schema["db_schema_tables"]
    ]


@case
def connection_get_objects_catalogs_and_schemas(uri):
    with connect(uri) as connection:
        assert [c["catalog_name"] for c in objects(connection, depth="catalogs")] == ["validation"]
        assert objects(connection, depth="catalogs", catalog_filter="thiscatalogdoesnotexist") == []

        def schemas(**filters):
            return [
                s["db_schema_name"]
                for c in objects(connection, depth="db_schemas", **filters)
                for s in c["catalog_db_schemas"]
            ]

        every = schemas()
        assert every == sorted(set(every)) and "main" in every and "other" in every, every
        assert schemas(db_schema_filter="main") == ["main"]
        assert schemas(catalog_filter="validation", db_schema_filter="oth%") == ["other"]
        assert schemas(db_schema_filter="thisschemadoesnotexist") == []
        assert schemas(catalog_filter="thiscatalogdoesnotexist") == []


@case
def connection_get_objects_tables(uri):
    wide = ("validation", "main", "Wide")
    with connect(uri) as connection:
        found = names(objects(connection, depth="tables"))
        assert found == sorted(set(found)) and wide in found, found
        assert ("validation", "main", "getobjectstest2") not in found
        assert wide not in names(objects(connection, depth="tables", catalog_filter="thiscatalogdoesnotexist"))
        assert wide not in names(objects(connection, depth="tables", db_schema_filter="thisschemadoesnotexist"))
        assert names(objects(connection, depth="tables", table_name_filter="thistabledoesnotexist")) == []
        assert names(objects(connection, depth="tables", table_name_filter="Wide", db_schema_filter="main")) == [wide]
        kinds = {
            t["table_type"]
            for c in objects(connection, depth="tables", table_types_filter=["EDGE TABLE"])
            for s in c["catalog_db_schemas"]
            for t in s["db_schema_tables"]
        }
        assert len(kinds) <= 1, kinds


@case
def connection_get_objects_columns(uri):
    def columns(**filters):
        return {
            t["table_name"]: t["table_columns"]
            for c in objects(connection, depth="columns", **filters)
            for s in c["catalog_db_schemas"]
            for t in s["db_schema_tables"]
        }

    with connect(uri) as connection:
        wide = columns(table_name_filter="Wide", db_schema_filter="main")["Wide"]
        assert [c["column_name"] for c in wide] == ["id", "idx", "needed", "a", "b", "c"], wide
        assert [c["ordinal_position"] for c in wide] == [1, 2, 3, 4, 5, 6], wide
        some = columns(table_name_filter="Wide", db_schema_filter="main", column_name_filter="i%")
        assert [c["column_name"] for c in some["Wide"]] == ["id", "idx"], some


@case
def connection_get_table_schema(uri):
    with connect(uri) as connection:
        schema = connection.adbc_get_table_schema("Wide")
        assert schema.names == ["id", "idx", "needed", "a", "b", "c"]
        assert not schema.field("needed").nullable and schema.field("a").nullable
        other = connection.adbc_get_table_schema("Wide", catalog_filter="validation", db_schema_filter="other")
        assert other.names == schema.names
        for table, kind, _, _ in STORED.values():
            assert connection.adbc_get_table_schema(table).field("value").type == kind, table
        raises(
            lambda: connection.adbc_get_table_schema("thistabledoesnotexist"),
            status=adbc_driver_manager.AdbcStatusCode.NOT_FOUND,
        )


@case
def report_12_the_schema_of_a_table_whose_name_is_a_pattern(uri):
    with connect(uri) as connection:
        for table, column in [("A_b", "right"), ("Axb", "wrong"), ("A_bc", "wrongest")]:
            assert connection.adbc_get_table_schema(table).names == ["id", column], table
        connection.adbc_current_db_schema = "other"
        assert connection.adbc_get_table_schema("A_b").names == ["id", "right"]


@case
def report_16_objects_over_every_type(uri):
    with connect(uri) as connection:
        found = objects(connection, depth="all")
        listed = {t["table_name"]: t["table_columns"] for c in found for s in c["catalog_db_schemas"]
                  if s["db_schema_name"] == "main" for t in s["db_schema_tables"]}
        for table, *_ in STORED.values():
            assert [c["column_name"] for c in listed[table]] == ["id", "idx", "value"], listed[table]


@case
def connection_get_statistics_is_not_in_the_driver(uri):
    with connect(uri) as connection:
        if hasattr(connection, "adbc_get_statistics"):
            raises(lambda: connection.adbc_get_statistics())


@case
def connection_unknown_option(uri):
    with connect(uri) as connection:
        raises(lambda: connection.adbc_connection.set_options(**{"adbc.unknown.option": "x"}))
        session = {"adbc.flight.sql.session.option.colour": "red"}
        raises(lambda: connection.adbc_connection.set_options(**session))


@case
def connection_transactions_toggle(uri):
    with connect(uri) as connection:
        low = connection.adbc_connection
        assert low.get_option("adbc.connection.autocommit") == "true"
        raises(low.commit)
        raises(low.rollback)
        low.set_autocommit(False)
        assert low.get_option("adbc.connection.autocommit") == "false"
        assert answer(connection, "SELECT 1")[0].to_pylist() == [1]
        low.rollback()
        low.commit()
        low.set_autocommit(True)
        assert low.get_option("adbc.connection.autocommit") == "true"


# Statements


@case
def statement_prepare_and_parameter_schema(uri):
    with connect(uri) as connection, connection.cursor() as cursor:
        for sql, count in [("SELECT 1", 0), ("SELECT 1 + ?", 1), ("SELECT 1 + ? + ?", 2)]:
            cursor.adbc_statement.set_sql_query(sql)
            cursor.adbc_statement.prepare()
            handle = cursor.adbc_statement.get_parameter_schema()
            assert len(pyarrow.Schema._import_from_c(handle.address)) == count, sql


@case
def statement_parameters(uri):
    with connect(uri) as connection, connection.cursor() as cursor:
        cursor.adbc_statement.set_sql_query("SELECT 1 + ?")
        cursor.adbc_statement.prepare()
        cursor.adbc_statement.bind(pyarrow.record_batch({"0": [41, 1, None]}))
        handle, _ = cursor.adbc_statement.execute_query()
        table = pyarrow.RecordBatchReader._import_from_c(handle.address).read_all()
        assert table[0].to_pylist() == [42, 2, None], table
        cursor.execute("SELECT CAST(? AS VARCHAR)", (None,))
        assert cursor.fetchall() == [(None,)]


@case
def statement_execute_schema(uri):
    with connect(uri) as connection, connection.cursor() as cursor:
        schema = cursor.adbc_execute_schema("SELECT idx, needed AS text, b FROM Wide")
        assert schema.names == ["idx", "text", "b"]
        assert schema.types == [pyarrow.int64(), pyarrow.string(), pyarrow.float64()]
        assert len(cursor.adbc_execute_schema("SELECT 1, 'a'")) == 2


@case
def statement_rows_affected(uri):
    with connect(uri) as connection:
        empty(connection, "Wide")
        assert update(connection, "INSERT INTO Wide (idx, needed) VALUES (1, 'x'), (2, 'y')") == 2
        assert update(connection, "UPDATE Wide SET a = idx WHERE idx = 1") == 1
        assert update(connection, "DELETE FROM Wide WHERE idx = 3") == 0
        assert update(connection, "DELETE FROM Wide") == 2


@case
def statement_rows_affected_by_ddl_is_unsupported(uri):
    with connect(uri) as connection:
        raises(lambda: update(connection, "CREATE TABLE t (id INT)"))


@case
def statement_other_alphabets(uri):
    with connect(uri) as connection:
        assert answer(connection, "SELECT 'Hello, 世界 🚀' AS greeting")["greeting"].to_pylist() == ["Hello, 世界 🚀"]


# Ingest


def wide(*ids, **more):
    return pyarrow.table(
        {"idx": pyarrow.array(ids, pyarrow.int64()), "needed": [f"n{i}" for i in ids], **more}
    )


def count(connection, table="Wide"):
    return answer(connection, f"SELECT COUNT(*) FROM {table}")[0][0].as_py()


@case
def ingest_append_and_create_append(uri):
    with connect(uri) as connection, connection.cursor() as cursor:
        empty(connection, "Wide")
        assert cursor.adbc_ingest("Wide", wide(1, 2), mode="append") == 2
        assert cursor.adbc_ingest("Wide", wide(3), mode="create_append") == 1
        assert count(connection) == 3
        raises(lambda: cursor.adbc_ingest("thistabledoesnotexist", wide(4), mode="append"), "thistabledoesnotexist")
        extra = wide(5, surplus=["x"])
        raises(lambda: cursor.adbc_ingest("Wide", extra, mode="create_append"), "surplus")
        assert count(connection) == 3


@case
def ingest_create_is_unsupported_and_conflicts(uri):
    with connect(uri) as connection, connection.cursor() as cursor:
        raises(lambda: cursor.adbc_ingest("NewTable", wide(1), mode="create"), "NewTable", ".pg")
        raises(lambda: cursor.adbc_ingest("Wide", wide(1), mode="create"), "already")


@case
def ingest_replace(uri):
    with connect(uri) as connection, connection.cursor() as cursor:
        empty(connection, "Wide")
        cursor.adbc_ingest("Wide", wide(1, 2, 3), mode="append")
        assert cursor.adbc_ingest("Wide", wide(7), mode="replace") == 1
        assert values(connection, "Wide", "idx")[0].to_pylist() == [7]


@case
def ingest_not_null(uri):
    with connect(uri) as connection, connection.cursor() as cursor:
        empty(connection, "Wide")
        missing = pyarrow.table({"idx": [1], "needed": pyarrow.array([None], pyarrow.string())})
        raises(lambda: cursor.adbc_ingest("Wide", missing, mode="append"), "needed")
        assert count(connection) == 0


@case
def ingest_temporary_is_unsupported(uri):
    with connect(uri) as connection, connection.cursor() as cursor:
        raises(lambda: cursor.adbc_ingest("Wide", wide(1), mode="append", temporary=True), "temporary")


@case
def ingest_into_a_schema_and_a_catalog(uri):
    with connect(uri) as connection, connection.cursor() as cursor:
        empty(connection, "Wide")
        cursor.adbc_ingest("Wide", wide(1, 2), mode="replace", db_schema_name="other")
        assert count(connection) == 0
        assert count(connection, "other.Wide") == 2
        cursor.adbc_ingest("Wide", wide(3), mode="append", catalog_name="validation", db_schema_name="other")
        assert count(connection, "other.Wide") == 3
        raises(lambda: cursor.adbc_ingest("Wide", wide(4), mode="append", db_schema_name="nowhere"), "nowhere")
        raises(lambda: cursor.adbc_ingest("Wide", wide(4), mode="append", catalog_name="nowhere"), "nowhere")


@case
def ingest_several_batches(uri):
    batches = [wide(*range(i * 10, i * 10 + 10)).to_batches()[0] for i in range(5)]
    with connect(uri) as connection, connection.cursor() as cursor:
        empty(connection, "Wide")
        reader = pyarrow.RecordBatchReader.from_batches(batches[0].schema, batches)
        assert cursor.adbc_ingest("Wide", reader, mode="append") == 50
        assert count(connection) == 50


@case
def ingest_a_large_batch_and_long_values(uri):
    with connect(uri) as connection, connection.cursor() as cursor:
        empty(connection, "StringRow")
        large = pyarrow.table({"idx": range(20_000), "value": [f"v{i}" for i in range(20_000)]})
        assert cursor.adbc_ingest("StringRow", large, mode="append") == 20_000
        long = pyarrow.table({"idx": [-1, -2], "value": ["x" * 1_000_000, "y" * 1_000_000]})
        assert cursor.adbc_ingest("StringRow", long, mode="append") == 2
        got = answer(connection, "SELECT CHAR_LENGTH(value) FROM StringRow WHERE idx < 0")
        assert got[0].to_pylist() == [1_000_000] * 2, got


@case
def ingest_several_columns_in_another_order(uri):
    with connect(uri) as connection, connection.cursor() as cursor:
        empty(connection, "Wide")
        table = wide(1, 2, c=[True, None], b=[1.5, math.pi], a=pyarrow.array([7, None], pyarrow.int32()))
        assert cursor.adbc_ingest("Wide", table.select(["c", "b", "needed", "idx", "a"]), mode="append") == 2
        got = values(connection, "Wide", "idx, needed, a, b, c").to_pylist()
        assert got == [
            {"idx": 1, "needed": "n1", "a": 7, "b": 1.5, "c": True},
            {"idx": 2, "needed": "n2", "a": None, "b": math.pi, "c": None},
        ], got


@case
def ingest_then_query_by_one_statement(uri):
    with connect(uri) as connection, connection.cursor() as cursor:
        empty(connection, "Wide")
        cursor.adbc_ingest("Wide", wide(1), mode="append")
        cursor.execute("SELECT idx FROM Wide WHERE idx = ?", (1,))
        assert cursor.fetchall() == [(1,)]
        cursor.adbc_ingest("Wide", wide(2), mode="append")
        cursor.execute("SELECT COUNT(*) FROM Wide")
        assert cursor.fetchone() == (2,)


if __name__ == "__main__":
    sys.exit(run(*sys.argv[1:]))

"""What the package omnigraph-flight, SQLAlchemy, Polars and DuckDB do with a server of the first week's flights.

python libraries.py URI

Prints one JSON line a case: {"case": name, "error": text or null}. The cases leave the graph as it was.
"""

import datetime
import decimal
import math
import multiprocessing
import socket
import sys
import warnings

import duckdb
import numpy
import omnigraph_flight as omnigraph
import pandas
import polars
import pyarrow
import pyarrow.dataset
import pyarrow.flight
import sqlalchemy as sa
import sqlalchemy.orm
from adbc_driver_flightsql import DatabaseOptions
from cases import case, run
from omnigraph_flight.sqlalchemy import type_of


def raises(action, *words, kind=Exception):
    try:
        action()
    except kind as e:  # each library has its own
        text = str(e)
        for word in words:
            assert word in text, f"{word!r} is not in: {text}"
        return
    raise AssertionError("nothing was raised")


def connect(uri, **options):
    return omnigraph.connect(uri, graph="flights", **options)


def engine(uri, **options):
    return sa.create_engine(uri.replace("grpc:", "omnigraph:") + "/flights", **options)


def rows(connection, sql, parameters=None):
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return cursor.fetchall()


CARRIER = sa.Table(
    "Carrier", sa.MetaData(), sa.Column("id", sa.String), sa.Column("code", sa.String), sa.Column("name", sa.String)
)
OURS = "SELECT code, name FROM Carrier WHERE code LIKE 'Q_' ORDER BY code"


@case
def the_package_connects_to_a_branch_and_a_snapshot(uri):
    with connect(uri, branch="main", autocommit=True) as connection:
        assert rows(connection, "SELECT name FROM Airport WHERE faa = ?", ("LGA",)) == [("La Guardia",)]
        (head,) = rows(connection, "SELECT head_commit FROM omnigraph_catalog.branches WHERE branch = 'main'")
    with connect(uri, snapshot=head[0], autocommit=True) as connection:
        assert rows(connection, "SELECT COUNT(*) FROM Carrier") == [(16,)]
        raises(lambda: rows(connection, "DELETE FROM Carrier"), "snapshot")
    for branch in ("nowhere", "müll"):
        with connect(uri, branch=branch, autocommit=True) as connection:
            raises(lambda: rows(connection, "SELECT 1"), branch, "main")
    raises(lambda: connect(uri, headers={"a b": "x"}), "a b")


@case
def what_a_uri_or_an_argument_of_connect_does_not_say_is_not_passed_over(uri):
    for wrong, remedy in (
        ("/flights", "graph="),
        ("?branch=main", "branch="),
        ("/?snapshot=x", "snapshot="),
        ("/flights?branch=main", "branch="),
        ("#x", "branch="),
    ):
        raises(lambda wrong=wrong: omnigraph.connect(uri + wrong), remedy, kind=omnigraph.ProgrammingError)
    named = uri.replace("://", "://someone:secret@")
    raises(lambda: omnigraph.connect(named), "user=", kind=omnigraph.ProgrammingError)
    for name in ("graph", "branch", "snapshot", "token"):
        raises(
            lambda name=name: omnigraph.connect(uri, **{name: ""}), f"{name} is empty", kind=omnigraph.ProgrammingError
        )
    empty = sa.create_engine(engine(uri).url.update_query_dict({"snapshot": ""}))
    raises(empty.connect, "snapshot is empty")
    with omnigraph.connect(uri + "/", graph="flights") as connection:
        assert rows(connection, "SELECT COUNT(*) FROM Carrier") == [(16,)]


@case
def arguments_of_another_kind_are_refused_by_name(uri):
    for arguments, words in (
        ({"branch": 5}, ("branch", "5")),
        ({"token": b"x"}, ("token",)),
        ({"headers": {"x-a": 5}}, ("x-a", "5")),
        ({"db_kwargs": {"adbc.flight.sql.rpc.timeout_seconds.fetch": 5}}, ("timeout_seconds", "5")),
        ({"autocommit": "no"}, ("autocommit", "no")),
        ({"token": "a\n"}, ("token", "control character")),
        ({"headers": {"x-a": "a\r\nb"}}, ("x-a", "control character")),
    ):
        raises(lambda arguments=arguments: omnigraph.connect(uri, **arguments), *words, kind=omnigraph.ProgrammingError)
    with connect(uri, autocommit=True) as connection, connection.cursor() as cursor:
        for by_name in (
            lambda: cursor.execute("SELECT ?", {"x": 1}),
            lambda: cursor.executemany("DELETE FROM Carrier WHERE code = ?", [{"x": "none"}]),
            lambda: cursor.executemany("DELETE FROM Carrier WHERE code = ?", {"x": "none"}),
        ):
            raises(by_name, "by place", kind=omnigraph.NotSupportedError)
        with connection.adbc_clone() as other:
            assert isinstance(other, omnigraph.Connection) and other.autocommit
            assert rows(other, "SELECT COUNT(*) FROM Carrier") == [(16,)]
    for ended in (connection.commit, connection.rollback):
        raises(ended, "closed", kind=omnigraph.ProgrammingError)


@case
def a_nul_in_a_statement_or_a_name_is_refused_and_nothing_is_cut_there(uri):
    one = pyarrow.table({"code": ["Q1"], "name": ["one"]})
    delete = "DELETE FROM Carrier\0 WHERE code = 'none'"
    with connect(uri) as connection, connection.cursor() as cursor:
        for refused in (
            lambda: cursor.execute(delete),
            lambda: cursor.executemany(delete + " AND name = ?", [("x",)]),
            lambda: cursor.adbc_execute_schema(delete),
            lambda: cursor.adbc_ingest("Carrier\0x", one, mode="append"),
            lambda: cursor.adbc_ingest("Carrier", one, mode="append", db_schema_name="main\0x"),
            lambda: connection.ingest("Carrier\0x", one, mode="replace"),
            lambda: connection.adbc_get_table_schema("Carrier\0x"),
            lambda: connection.adbc_get_objects(db_schema_filter="main\0x"),
            lambda: connect(uri, token="a\0b"),
            lambda: connect(uri + "\0x"),
        ):
            raises(refused, "NUL", kind=omnigraph.ProgrammingError)
        assert rows(connection, "SELECT COUNT(*) FROM Carrier WHERE name <> ?", ("a\0b",)) == [(16,)]
    for branch in ("main\0x", "ma\0in"):
        with connect(uri, branch=branch, autocommit=True) as connection:
            raises(lambda: rows(connection, "SELECT 1"), "'ma", kind=omnigraph.ProgrammingError)
    with engine(uri).connect() as connection:
        raises(lambda: connection.execute(sa.text(delete)), "NUL", kind=sa.exc.ProgrammingError)


@case
def half_of_a_surrogate_pair_is_refused_in_a_statement_and_in_a_name(uri):
    half = "\ud800"
    with connect(uri) as connection, connection.cursor() as cursor:
        for refused in (
            lambda: cursor.execute(f"SELECT '{half}'"),
            lambda: cursor.executemany(f"DELETE FROM Carrier WHERE name = '{half}' AND code = ?", [("x",)]),
            lambda: connection.adbc_get_table_schema(half),
            lambda: connection.ingest(half, pyarrow.table({"code": ["Q1"]})),
            lambda: connect(uri, branch=half),
            lambda: connect(uri, token=half),
        ):
            raises(refused, "surrogate", kind=omnigraph.ProgrammingError)


@case
def a_connection_whose_server_does_not_answer_has_no_transactions_and_says_so(uri):
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        silent = f"127.0.0.1:{nobody.getsockname()[1]}"
    for begin in (
        lambda: omnigraph.connect(f"grpc://{silent}"),
        lambda: sa.create_engine(f"omnigraph://{silent}").connect(),
    ):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            raises(
                begin, "no transaction can be begun", silent, kind=(omnigraph.OperationalError, sa.exc.OperationalError)
            )
    with omnigraph.connect(f"grpc://{silent}", autocommit=True) as connection:
        try:
            connection.autocommit = False
            raise AssertionError("nothing was raised")
        except omnigraph.OperationalError:
            assert connection.autocommit


class Cookies(pyarrow.flight.ServerMiddlewareFactory):
    """Sends a cookie, and keeps those that come back."""

    def __init__(self):
        self.received = []

    def start_call(self, info, headers):
        self.received += headers.get("cookie", [])
        return Cookies.Sending()

    class Sending(pyarrow.flight.ServerMiddleware):
        def sending_headers(self):
            return {"set-cookie": "arrow_flight_session_id=abc-held"}


@case
def a_connection_keeps_the_cookie_of_its_session_unless_told_otherwise(uri):
    off = {DatabaseOptions.WITH_COOKIE_MIDDLEWARE.value: "false"}
    for options, kept in (({}, True), ({"db_kwargs": off}, False)):
        cookies = Cookies()
        with pyarrow.flight.FlightServerBase("grpc://localhost:0", middleware={"cookies": cookies}) as server:
            with omnigraph.connect(f"grpc://localhost:{server.port}", autocommit=True, **options) as connection:
                for _ in range(2):
                    raises(lambda: rows(connection, "SELECT 1"))
        assert any("abc-held" in cookie for cookie in cookies.received) == kept, cookies.received


@case
def a_lost_connection_is_told_from_a_conflict(uri):
    update, insert = (
        "UPDATE Carrier SET name = name WHERE code = 'AA'",
        "UPSERT INTO Carrier (code, name) VALUES ('Q1', 'x')",
    )
    store = engine(uri)
    with store.connect() as idle:
        idle.rollback()
    with store.connect() as loser, store.connect() as winner:
        first = winner.connection.dbapi_connection
        loser.execute(sa.text(update))
        winner.execute(sa.text(insert))
        winner.commit()
        try:
            loser.commit()
            raise AssertionError("nothing was raised")
        except sa.exc.OperationalError as e:
            assert e.orig.sqlstate == "40001" and not store.dialect.is_disconnect(e.orig, None, None), e
            assert not e.connection_invalidated and not loser.invalidated
        kept = loser.connection.dbapi_connection
        raises(lambda: loser.execute(sa.text(update)), "rollback", kind=sa.exc.PendingRollbackError)
        loser.rollback()
        loser.execute(sa.text(update))
        loser.commit()
        assert loser.connection.dbapi_connection is kept
    with store.connect() as kept, store.connect() as other:
        assert first in (kept.connection.dbapi_connection, other.connection.dbapi_connection)
    with connect(uri) as loser, connect(uri, autocommit=True) as winner:
        rows(loser, update)
        rows(winner, "DELETE FROM Carrier WHERE code = 'Q1'")
        fails(loser.commit, "40001")
    with connect(uri, autocommit=True) as connection:
        fails(lambda: rows(connection, "SELEC"), "42000")
        fails(lambda: rows(connection, "SELECT * FROM Nowhere"), "42000")
        fails(lambda: rows(connection, "SELECT 1 / (altitude - altitude) FROM Airport"), "42000")
        fails(lambda: rows(connection, "DROP TABLE Carrier"), "0A000")
    with omnigraph.connect("grpc://127.0.0.1:1", autocommit=True) as connection:
        fails(connection.adbc_get_info, "08006")
        fails(connection.adbc_get_objects, "08006")
        fails(lambda: connection.adbc_get_table_schema("Carrier"), "08006")
        lost = fails(lambda: rows(connection, "SELECT 1"), "08006")
        assert store.dialect.is_disconnect(lost, None, None)


@case
def a_connection_goes_on_after_a_commit_that_failed(uri):
    def conflict(connection, cursor, code):
        """Both have run a statement before the other one commits."""
        cursor.execute("SELECT COUNT(*) FROM Carrier")
        cursor.execute("UPSERT INTO Carrier (code, name) VALUES (?, 'lost')", (code,))
        rows(other, "UPSERT INTO Carrier (code, name) VALUES ('Q0', 'other')")
        fails(connection.commit, "40001")

    with connect(uri, autocommit=True) as other, connect(uri) as connection, connection.cursor() as cursor:
        conflict(connection, cursor, "Q1")
        again = fails(connection.commit, "25000")  # so that nobody takes the second try for a success
        assert "read set changed" in str(again)
        connection.rollback()
        cursor.execute("UPSERT INTO Carrier (code, name) VALUES ('Q2', 'kept')")
        connection.commit()
        conflict(connection, cursor, "Q3")
        assert rows(connection, OURS) == [("Q0", "other"), ("Q2", "kept")]
        connection.commit()
        conflict(connection, cursor, "Q4")
        connection.autocommit = True
        cursor.execute("UPSERT INTO Carrier (code, name) VALUES ('Q5', 'alone')")
        assert rows(other, OURS) == [("Q0", "other"), ("Q2", "kept"), ("Q5", "alone")]
        connection.autocommit = False
        rows(connection, "SET statement_timeout = '50s'")
        connection.commit()
        conflict(connection, cursor, "Q6")
        connection.rollback()
        assert rows(connection, "SHOW statement_timeout")[0][-1] == "50000ms"
        connection.rollback()
        cursor.execute("SELECT COUNT(*) FROM Carrier")
        cursor.execute("UPSERT INTO Carrier (code, name) VALUES ('Q7', 'lost')")
        rows(other, "DELETE FROM Carrier WHERE code LIKE 'Q_'")
        raises(lambda: setattr(connection, "autocommit", True), "read set changed")
        assert not connection.autocommit
        connection.rollback()
        assert rows(connection, "SELECT COUNT(*) FROM Carrier") == [(16,)]


@case
def the_dialect_connects_again_after_its_session_has_ended(uri):
    ended = {"cookie": "arrow_flight_session_id=gone-held"}
    off = {DatabaseOptions.WITH_COOKIE_MIDDLEWARE.value: "false"}
    with connect(uri, headers=ended, db_kwargs=off, autocommit=True) as connection:
        failure = fails(lambda: rows(connection, "SELECT 1"), "08003")
        assert engine(uri).dialect.is_disconnect(failure, None, None)
    raises(lambda: sa.create_engine("omnigraph://localhost/flights?branch=a&branch=b").connect(), "branch", "2 times")


def fails(action, sqlstate):
    try:
        action()
    except omnigraph.DatabaseError as e:
        assert e.sqlstate == sqlstate, (e.sqlstate, str(e))
        return e
    raise AssertionError("nothing was raised")


@case
def an_ingest_appends_merges_and_joins_the_transaction(uri):
    def carrier(code, name):
        return pyarrow.table({"code": [code], "name": [name]})

    with connect(uri) as connection, connect(uri, autocommit=True) as other:
        assert connection.ingest("Carrier", carrier("Q1", "one")) == 1
        assert connection.ingest("Carrier", polars.DataFrame({"code": ["Q2"], "name": ["two"]})) == 1
        assert rows(other, OURS) == []
        connection.commit()
        assert rows(other, OURS) == [("Q1", "one"), ("Q2", "two")]
        raises(lambda: other.ingest("Carrier", carrier("Q1", "again")), "Q1", "merge")
        assert other.ingest("Carrier", carrier("Q1", "again"), mode="merge") == 1
        raises(lambda: other.ingest("Carrier", carrier("Q1", "x"), mode="upsert"), "upsert", "merge")
        connection.rollback()
        assert rows(connection, OURS) == [("Q1", "again"), ("Q2", "two")]
        connection.rollback()
        connection.autocommit = True
        rows(connection, "DELETE FROM Carrier WHERE code LIKE 'Q_'")
        assert rows(other, OURS) == []
        connection.autocommit = False
        assert connection.ingest("Carrier", carrier("Q3", "three")) == 1
        connection.autocommit = True
        assert rows(other, OURS) == [("Q3", "three")]
        rows(connection, "DELETE FROM Carrier WHERE code LIKE 'Q_'")


@case
def a_cursor_runs_what_it_has_run_before_in_each_transaction_and_outside(uri):
    statement = "UPSERT INTO Carrier (code, name) VALUES (?, 'x')"
    with connect(uri) as connection, connection.cursor() as cursor:
        for code, end in (("Q1", connection.commit), ("Q2", connection.rollback), ("Q3", connection.commit)):
            cursor.execute(statement, (code,))
            end()
        connection.autocommit = True
        cursor.execute(statement, ("Q4",))
        with connect(uri, autocommit=True) as other:
            assert rows(other, OURS) == [("Q1", "x"), ("Q3", "x"), ("Q4", "x")]
        rows(connection, "DELETE FROM Carrier WHERE code LIKE 'Q_'")


@case
def an_ingest_takes_a_batch_that_is_larger_than_the_driver_sends_by_itself(uri):
    codes = [f"L{i}" for i in range(20)]
    large = pyarrow.record_batch({"code": codes, "name": ["x" * (1 << 20)] * 20})
    with connect(uri) as connection:
        assert connection.ingest("Carrier", large) == 20
        connection.rollback()
    with connect(uri, db_kwargs={DatabaseOptions.WITH_MAX_MSG_SIZE.value: str(1 << 20)}) as connection:
        raises(lambda: connection.ingest("Carrier", large), "larger than max")


@case
def an_ingest_cuts_batches_that_are_larger_than_a_message(uri):
    columns = {"code": [f"L{i}" for i in range(70)], "name": ["x" * (1 << 20) + str(i) for i in range(70)]}
    large = pyarrow.record_batch(columns)
    kinds = (large, pyarrow.Table.from_batches([large]), polars.DataFrame(columns), pandas.DataFrame(columns))
    with connect(uri) as connection:
        for data in (*kinds, pyarrow.RecordBatchReader.from_batches(large.schema, iter([large]))):
            assert connection.ingest("Carrier", data) == 70
            assert rows(connection, "SELECT COUNT(*), SUM(LENGTH(name)) FROM Carrier WHERE code LIKE 'L%'") == [
                (70, sum(map(len, columns["name"])))
            ]
            connection.rollback()
        row = pyarrow.record_batch({"code": ["L1", "L2"], "name": ["x" * (65 << 20), "y"]})
        for data in (row, pyarrow.RecordBatchReader.from_batches(row.schema, iter([row]))):
            raises(lambda data=data: connection.ingest("Carrier", data), "a row of", "too large to send")
            connection.rollback()


@case
def an_ingest_takes_batches_and_refuses_what_has_none(uri):
    batch = pyarrow.record_batch({"code": ["Q1"], "name": ["one"]})
    large = pyarrow.record_batch({"code": ["L1", "L2"], "name": ["x" * (40 << 20)] * 2})
    with connect(uri) as connection:
        for data, count in (
            (pyarrow.dataset.dataset(pyarrow.Table.from_batches([batch])), 1),
            (pyarrow.dataset.dataset(pyarrow.Table.from_batches([batch])).scanner(), 1),
            ([batch], 1),
            (iter([batch, batch.set_column(0, "code", pyarrow.array(["Q2"]))]), 2),
            (batch.to_struct_array(), 1),
            (iter([large]), 2),
        ):
            assert connection.ingest("Carrier", data) == count
            connection.rollback()
        series, lazy = pandas.Series(["Q1"], name="code"), polars.LazyFrame({"code": ["Q1"]})
        for wrong in (None, "x", {"code": ["Q1"]}, [("Q1",)], [], series, [series], lazy, batch.column(0)):
            raises(lambda wrong=wrong: connection.ingest("Carrier", wrong), "frame", kind=omnigraph.ProgrammingError)


@case
def nothing_is_kept_of_an_ingest_whose_source_fails(uri):
    def source():
        yield pyarrow.record_batch({"code": ["Q1"], "name": ["x"]})
        raise ValueError("the source is broken")

    schema = pyarrow.schema({"code": pyarrow.string(), "name": pyarrow.string()})
    with connect(uri, autocommit=True) as connection:
        broken = pyarrow.RecordBatchReader.from_batches(schema, source())
        raises(lambda: connection.ingest("Carrier", broken), "the source is broken", kind=omnigraph.Error)
        assert rows(connection, "SELECT COUNT(*) FROM Carrier") == [(16,)]


@case
def an_ingest_of_no_rows_is_one_of_its_columns_too(uri):
    names = {"code": pyarrow.string(), "name": pyarrow.string()}
    table = pyarrow.schema(names).empty_table()
    frame = pandas.DataFrame({"code": [], "name": []}, dtype="str")
    with connect(uri) as connection:
        for empty, wrong in (
            (table, table.rename_columns(["code", "nam"])),
            (table.to_reader(), table.rename_columns(["code", "nam"]).to_reader()),
            (pyarrow.dataset.dataset(table), pyarrow.dataset.dataset(table.rename_columns(["code", "nam"]))),
            (frame, frame.rename(columns={"name": "nam"})),
            (polars.DataFrame(table), polars.DataFrame(table).rename({"name": "nam"})),
        ):
            assert connection.ingest("Carrier", empty, mode="replace") == 0
            assert rows(connection, "SELECT COUNT(*) FROM Carrier") == [(0,)], type(empty)
            connection.rollback()
            raises(lambda wrong=wrong: connection.ingest("Carrier", wrong), "nam", kind=omnigraph.ProgrammingError)
            connection.rollback()
        for mode in ("append", "merge"):
            assert connection.ingest("Carrier", table, mode=mode) == 0
        assert rows(connection, "SELECT COUNT(*) FROM Carrier") == [(16,)]


@case
def an_ingest_takes_a_dictionary_that_is_larger_than_a_message(uri):
    names = pyarrow.array([letter * (30 << 20) for letter in "abc"])
    column = pyarrow.DictionaryArray.from_arrays([0, 1, 2], names)
    table = pyarrow.table({"code": ["L1", "L2", "L3"], "name": column})
    with connect(uri) as connection:
        for data in (table, table.to_reader(), table.to_pandas().astype({"name": "category"})):
            assert connection.ingest("Carrier", data) == 3
            assert rows(connection, "SELECT SUM(LENGTH(name)) FROM Carrier WHERE code LIKE 'L_'") == [(90 << 20,)]
            connection.rollback()
        small = pyarrow.record_batch({"code": ["L0"], "name": pyarrow.array(["x"]).dictionary_encode()})
        batches = pyarrow.RecordBatchReader.from_batches(small.schema, iter([small, table.to_batches()[0]]))
        raises(lambda: connection.ingest("Carrier", batches), "dictionary of column 'name'")


@case
def many_rows_are_bound_that_are_larger_than_a_message(uri):
    large = [(f"L{i}", "x" * (1 << 20)) for i in range(70)]
    with connect(uri) as connection, connection.cursor() as cursor:
        cursor.executemany("INSERT INTO Carrier (code, name) VALUES (?, ?)", iter(large))
        assert cursor.rowcount == 70
        assert rows(connection, "SELECT COUNT(*) FROM Carrier WHERE code LIKE 'L%'") == [(70,)]
        connection.rollback()
        several = [(code, i if i % 3 == 0 else name) for i, (code, name) in enumerate(large)]
        cursor.executemany("INSERT INTO Carrier (code, name) VALUES (?, ?)", several)
        found = dict(rows(connection, "SELECT code, name FROM Carrier WHERE code LIKE 'L%'"))
        assert found == {code: str(name) for code, name in several}


FLIGHT = (
    "INSERT INTO Flight (key, flight, scheduled, day, dep_delay, distance, cancelled)"
    " VALUES (?, ?, ?, DATE '2024-01-01', ?, 1, FALSE)"
)
EAST = datetime.timezone(datetime.timedelta(hours=2))
DAY, MOMENT = datetime.date(2024, 1, 1), datetime.datetime(2024, 1, 1, 2, 3, 4, 567000)
MOMENTS = [
    (DAY, datetime.datetime(2024, 1, 1)),
    (MOMENT, MOMENT),
    (MOMENT.replace(tzinfo=EAST), MOMENT.replace(hour=0)),
    (pandas.Timestamp("2024-01-01 03:00", tz="Europe/Berlin"), MOMENT.replace(minute=0, second=0, microsecond=0)),
    (numpy.datetime64("2024-01-01T02", "h"), MOMENT.replace(minute=0, second=0, microsecond=0)),
    (numpy.datetime64("2024-01"), datetime.datetime(2024, 1, 1)),
    ("2024-01-01T02:00:00+02:00", datetime.datetime(2024, 1, 1)),
]
NUMBERS = [
    (1, 1.0),
    (decimal.Decimal("2.00"), 2.0),
    (None, None),
    (2**40, float(2**40)),
    (decimal.Decimal("0.1"), 0.1),
    (2**62, float(2**62)),
    (2.5, 2.5),
    (2**53 + 2, float(2**53 + 2)),
    (2**70, float(2**70)),
    (numpy.float32(0.1), float(numpy.float32(0.1))),
    (numpy.uint64(2**63), float(2**63)),
    (pandas.NA, None),
]


@case
def each_row_of_many_is_bound_as_the_value_that_it_has(uri):
    with connect(uri) as connection, connection.cursor() as cursor:
        for moments, numbers in ((MOMENTS, NUMBERS), (MOMENTS[::-1], NUMBERS[::-1])):
            many = [(f"M{i:02}", 1, moment, 1) for i, (moment, _) in enumerate(moments)]
            many += [(f"N{i:02}", 1, DAY, number) for i, (number, _) in enumerate(numbers)]
            cursor.executemany(FLIGHT, many)
            assert cursor.rowcount == len(many)
            for name, column, values in (("M", "scheduled", moments), ("N", "dep_delay", numbers)):
                stored = rows(connection, f"SELECT {column} FROM Flight WHERE key LIKE '{name}__' ORDER BY key")
                assert stored == [(value,) for _, value in values], stored
            connection.rollback()
        values = [1, 2.5, decimal.Decimal("2.50"), True, DAY, datetime.datetime(2024, 1, 1), None, "x", 1e20]
        texts = ["1", "2.5", "2.50", "true", "2024-01-01", "2024-01-01 00:00:00", None, "x", "1e+20"]
        plane = "INSERT INTO Plane (tailnum, engines, seats, model) VALUES (?, 1, 1, ?)"
        cursor.executemany(plane, [(f"QQ{i}", value) for i, value in enumerate(values)])
        stored = rows(connection, "SELECT model FROM Plane WHERE tailnum LIKE 'QQ_' ORDER BY tailnum")
        assert stored == [(text,) for text in texts], stored
        for i, value in enumerate(values):  # one after another by one cursor
            cursor.execute("UPDATE Plane SET model = ? WHERE tailnum = ?", (value, f"QQ{8 - i}"))
        stored = rows(connection, "SELECT model FROM Plane WHERE tailnum LIKE 'QQ_' ORDER BY tailnum DESC")
        assert stored == [(text,) for text in texts], stored


@case
def what_a_column_does_not_take_is_refused_in_any_row_and_not_made_another_value(uri):
    late = MOMENT.max.replace(tzinfo=datetime.timezone(-datetime.timedelta(hours=2)))
    picoseconds = numpy.datetime64("2024-01-01T00:00:00.000000000001", "ps")
    with connect(uri) as connection, connection.cursor() as cursor:
        (key,) = rows(connection, "SELECT MIN(key) FROM Flight")[0]
        (tail,) = rows(connection, "SELECT MIN(tailnum) FROM Plane")[0]
        flight, plane = (
            f"UPDATE Flight SET {{}} = ? WHERE key = '{key}'",
            f"UPDATE Plane SET {{}} = ? WHERE tailnum = '{tail}'",
        )
        for update, column, good, bad, kind in (
            (flight, "flight", 1, 2.5, omnigraph.ProgrammingError),
            (flight, "flight", 1, True, omnigraph.ProgrammingError),
            (flight, "dep_delay", 2.5, True, omnigraph.ProgrammingError),
            (flight, "cancelled", True, 1, omnigraph.ProgrammingError),
            (plane, "model", "x", b"y", omnigraph.ProgrammingError),
            (flight, "scheduled", MOMENT, datetime.time(1), omnigraph.DataError),
            (flight, "scheduled", MOMENT, datetime.timedelta(1), omnigraph.DataError),
            (flight, "scheduled", MOMENT, numpy.timedelta64(1, "s"), omnigraph.DataError),
            (plane, "model", "x", {"a": 1}, omnigraph.DataError),
            (flight, "dep_delay", 2.5, decimal.Decimal("NaN"), omnigraph.DataError),
            (flight, "dep_delay", 2.5, decimal.Decimal("-Infinity"), omnigraph.DataError),
            (flight, "dep_delay", 2.5, 10**38, omnigraph.DataError),
            (plane, "model", "x", "\ud800", omnigraph.DataError),
            (plane, "model", "x", object(), omnigraph.DataError),
            (flight, "scheduled", MOMENT, late, omnigraph.ProgrammingError),
            (flight, "scheduled", MOMENT, picoseconds, omnigraph.DataError),
        ):
            statement = update.format(column)
            for many in ([(good,), (bad,)], [(bad,), (good,)], [(good,), (good,), (bad,)]):
                row = [value for (value,) in many].index(bad) + 1
                words = ("cannot be bound", f"row {row}") if kind is omnigraph.DataError else ()
                raises(lambda many=many, run=statement: cursor.executemany(run, many), *words, kind=kind)
                connection.rollback()
            raises(lambda bad=bad, run=statement: cursor.execute(run, (bad,)), kind=kind)
            connection.rollback()


@case
def a_time_keeps_its_digits_and_its_year(uri):
    with connect(uri, autocommit=True) as connection:
        for value in (pandas.Timestamp("2024-01-01 00:00:00.123456"), numpy.datetime64("2024-01-01T00:00:00.123456")):
            assert rows(connection, "SELECT ? = TIMESTAMP '2024-01-01 00:00:00.123456'", (value,)) == [(True,)]
        late = pandas.Timestamp(numpy.datetime64("20000-01-01", "s"))  # as a datetime it is one of 1972
        assert rows(connection, "SELECT COUNT(*) FROM Flight WHERE scheduled < ?", (late,)) == [(6099,)]
        raises(lambda: rows(connection, "UPDATE Flight SET scheduled = ?", (late,)), "20000")


@case
def lists_keep_each_item(uri):
    with connect(uri, autocommit=True) as connection:
        for items in (
            [1, 2.5],
            [DAY, MOMENT],
            [MOMENT, DAY],
            [decimal.Decimal("1.5"), 2],
            (decimal.Decimal("1.5"), 2.5),
            [1, 2**63],
            [None, 1],
            ["a", None],
            numpy.array([1.5, 2.5], dtype="float32"),
        ):
            (listed,) = rows(connection, "SELECT ?", (items,))[0]
            assert listed == [MOMENT.combine(i, datetime.time()) if i is DAY else i for i in items], (items, listed)
        raises(lambda: rows(connection, "SELECT ?", ([1, "a"],)), "list", kind=omnigraph.ProgrammingError)
        faa = "SELECT faa FROM Airport WHERE faa = ANY (?)"
        assert rows(connection, faa, ({"LGA"},)) == [("LGA",)]


@case
def a_statement_that_is_run_without_values_is_not_run_with_those_before(uri):
    delete, none = "DELETE FROM Carrier WHERE code = ?", "0 value(s) are bound"
    with connect(uri, autocommit=True) as connection, connection.cursor() as cursor:
        for bind in (lambda: cursor.execute(delete, ("none",)), lambda: cursor.executemany(delete, [("none",)])):
            for run in (lambda: cursor.execute(delete), lambda: cursor.executemany(delete, None)):
                bind()
                raises(run, none, kind=omnigraph.ProgrammingError)
        for wrong, words in (
            (lambda: cursor.execute(None), ("None",)),
            (lambda: cursor.executemany(5, None), ("5",)),
            (lambda: cursor.executemany(delete, [("a",), ("b", "c")]), ("row 2 has 2 values",)),
            (lambda: cursor.executemany(delete, [("a",), ()]), ("row 2 has 0 values",)),
            (lambda: cursor.executemany(delete, [5]), ("row 1", "int")),
            (lambda: cursor.execute(delete, 5), ("int",)),
            (lambda: cursor.execute(delete, {"a"}), ("set",)),
        ):
            raises(wrong, *words, kind=omnigraph.ProgrammingError)
        raises(lambda: cursor.executemany(delete, [("a",), {"x": 1}]), "by place", kind=omnigraph.NotSupportedError)
        cursor.executemany(delete, iter([]))
        assert cursor.rowcount == 0
        cursor.close()
        raises(lambda: cursor.execute(delete), "the cursor is closed", kind=omnigraph.ProgrammingError)
    with connect(uri) as connection, connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO Plane (tailnum, engines, seats) SELECT 'Q' || COUNT(*), 1, 1 FROM Plane", [(), ()]
        )
        assert cursor.rowcount == 2 and len(rows(connection, "SELECT 1 FROM Plane WHERE tailnum LIKE 'Q%'")) == 2


@case
def sqlalchemy_and_pandas_write_columns_with_values_of_several_types(uri):
    store = engine(uri)
    models = [1, 2.5, decimal.Decimal("2.50"), None, "x"]
    years = [2000, decimal.Decimal("2001.00"), None, 2002.0, numpy.int16(2003)]
    found = [("1", 2000), ("2.5", 2001), ("2.50", None), (None, 2002), ("x", 2003)]
    frame = pandas.DataFrame(
        {
            "tailnum": [f"QQ{i}" for i in range(5)],
            "engines": 1,
            "seats": 2,
            "model": pandas.Series(models, dtype=object),
            "year": pandas.Series(years, dtype=object),
        }
    )
    insert = (
        "INSERT INTO Plane (tailnum, engines, seats, model, year) VALUES (:tailnum, :engines, :seats, :model, :year)"
    )
    with store.connect() as connection:
        plane = sa.Table("Plane", sa.MetaData(), autoload_with=connection)
        ours = sa.select(plane.c.model, plane.c.year).where(plane.c.tailnum.like("QQ_")).order_by(plane.c.tailnum)
        connection.rollback()
        many = [dict(zip(frame.columns, values)) for values in zip(*(frame[c] for c in frame.columns))]
        mixed = [dict(reversed(row.items())) if i % 2 else row for i, row in enumerate(many)]
        for write in (
            lambda: connection.execute(plane.insert(), mixed),
            lambda: connection.execute(sa.text(insert), mixed),
            lambda: frame.to_sql("Plane", connection, if_exists="append", index=False),
            lambda: frame.to_sql("Plane", connection, if_exists="append", index=False, method="multi"),
        ):
            connection.begin()  # else pandas commits
            write()
            assert connection.execute(ours).all() == found, connection.execute(ours).all()
            connection.rollback()


@case
def an_ingest_of_a_frame_keeps_each_object_or_refuses_its_column(uri):
    def flights(**columns):
        count = len(next(iter(columns.values())))
        plain = {"flight": 1, "scheduled": MOMENT, "day": DAY, "distance": 1.0, "cancelled": False}
        columns = {name: pandas.Series(values, dtype=object) for name, values in columns.items()}
        return pandas.DataFrame({"key": [f"QQ{i}" for i in range(count)], **plain, **columns})

    with connect(uri) as connection, connection.cursor() as cursor:
        for column, values, stored in (
            ("scheduled", [DAY, MOMENT], [MOMENT.combine(DAY, datetime.time()), MOMENT]),
            (
                "scheduled",
                [MOMENT.replace(tzinfo=EAST), DAY],
                [MOMENT.replace(hour=0), MOMENT.combine(DAY, datetime.time())],
            ),
            ("dep_delay", [1, 2.5, None, float("nan"), decimal.Decimal("NaN")], [1.0, 2.5, None, None, None]),
            ("dep_delay", [1, decimal.Decimal("2.25")], [1.0, 2.25]),
        ):
            frame = flights(**{column: values})
            for ingest in (
                lambda frame=frame: connection.ingest("Flight", frame),
                lambda frame=frame: cursor.adbc_ingest("Flight", frame, mode="append"),
            ):
                assert ingest() == len(values)
                found = rows(connection, f"SELECT {column} FROM Flight WHERE key LIKE 'QQ_' ORDER BY key")
                assert found == [(value,) for value in stored], found
                connection.rollback()
        for column, values in (
            ("dep_delay", [2**53 + 1, 0.5]),
            ("dep_delay", [2.5, True]),
            ("scheduled", [MOMENT, "x"]),
            ("scheduled", [MOMENT, object()]),
        ):
            refused = flights(**{column: values})
            raises(
                lambda frame=refused: connection.ingest("Flight", frame), f"column '{column}'", kind=omnigraph.DataError
            )
        several = flights(scheduled=[DAY, MOMENT]).astype({"scheduled": "category"})
        assert connection.ingest("Flight", several) == 2
        assert rows(connection, "SELECT scheduled FROM Flight WHERE key = 'QQ1'") == [(MOMENT,)]
        connection.rollback()
        names = pandas.DataFrame({"code": ["Q1", "Q2"], "name": pandas.Series(["one", b"two"], dtype=object)})
        raises(lambda: connection.ingest("Carrier", names), "column 'name'", "binary", kind=omnigraph.DataError)
        insert = "INSERT INTO Carrier (code, name) VALUES (?, ?)"
        cursor.executemany(insert, names.assign(name=pandas.Series(["one", 2], dtype=object)))
        assert rows(connection, OURS) == [("Q1", "one"), ("Q2", "2")]


@case
def whole_numbers_are_bound_up_to_38_digits(uri):
    top, beyond = 2**64 - 1, 10**38
    with connect(uri, autocommit=True) as connection, connection.cursor() as cursor:
        for value in (2**63, top, -(2**63) - 1, beyond - 1):
            assert rows(connection, "SELECT CAST(? AS DECIMAL(38, 0))", (value,)) == [(decimal.Decimal(value),)]
        assert rows(connection, "SELECT code FROM Carrier WHERE code = 'AA' AND ? > 1", (top,)) == [("AA",)]
        many = "DELETE FROM Carrier WHERE code = 'none' AND CAST(? AS DECIMAL(38, 0)) = 0"
        cursor.executemany(many, [(1,), (top,), (-1,)])
        assert cursor.rowcount == 0
        for refused in (
            lambda: rows(connection, "SELECT CAST(? AS DECIMAL(38, 0))", (beyond,)),
            lambda: cursor.executemany(many, [(1,), (beyond,)]),
            lambda: rows(connection, "SELECT ?", (object(),)),
            lambda: cursor.executemany(many, [(object(),)]),
        ):
            raises(refused, "cannot be bound", kind=omnigraph.DataError)
    with engine(uri).connect() as connection:
        assert connection.execute(sa.select(sa.bindparam("n", top, sa.Numeric(20, 0)))).scalar() == top
        raises(lambda: connection.execute(sa.text("SELECT :n"), {"n": beyond}), "38 digits", kind=sa.exc.DataError)


def says_why(uri, connection, cursor, told):
    """What each call of a forked process raises."""
    for call in (
        connection.cursor,
        lambda: connect(uri),
        lambda: cursor.execute("SELECT 1"),
        lambda: cursor.executemany("SELECT ?", [(1,)]),
        lambda: connection.ingest("Carrier", pyarrow.table({"code": ["Q1"]})),
        connection.commit,
        connection.rollback,
    ):
        try:
            told.put(str(call()))
        except omnigraph.InterfaceError as e:
            told.put(str(e))
    cursor.close()
    connection.close()
    told.put("closed")


@case
def a_process_that_was_forked_from_one_that_had_connected_does_not_wait_for_ever(uri):
    forking = multiprocessing.get_context("fork")
    with connect(uri) as connection, connection.cursor() as cursor:
        told = forking.SimpleQueue()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # this process has threads
            child = forking.Process(target=says_why, args=(uri, connection, cursor, told))
            child.start()
        answers = [told.get() for _ in range(8)]
        child.join()
        assert all("spawn" in answer for answer in answers[:7]) and answers[7] == "closed", answers
        assert rows(connection, "SELECT COUNT(*) FROM Carrier") == [(16,)]


@case
def polars_reads_and_writes(uri):
    with connect(uri, autocommit=True) as connection:
        frame = polars.read_database("SELECT faa, altitude FROM Airport WHERE altitude < 14 ORDER BY faa", connection)
        assert frame.columns == ["faa", "altitude"] and "JFK" in frame["faa"].to_list()
        with connection.cursor() as cursor:
            assert polars.read_database("SELECT faa FROM Airport WHERE altitude < 14", cursor).height == frame.height
        for query, values in (
            ("SELECT altitude, lat, CAST(lat AS REAL) AS r, tzone FROM Airport ORDER BY tzone", None),
            ("SELECT altitude, lat, CAST(lat AS REAL) AS r, tzone FROM Airport WHERE altitude = ?", [-99999]),
        ):
            options = None if values is None else {"parameters": values}
            schema = polars.read_database(query, connection, execute_options=options).schema
            assert schema == {
                "altitude": polars.Int32,
                "lat": polars.Float64,
                "r": polars.Float32,
                "tzone": polars.String,
            }
        batches = polars.read_database("SELECT altitude FROM Airport", connection, iter_batches=True)
        assert sum(batch.height for batch in batches) == rows(connection, "SELECT COUNT(*) FROM Airport")[0][0]
        polars.DataFrame({"code": ["Q1"], "name": ["polars"]}).write_database(
            "Carrier", connection, if_table_exists="append"
        )
        assert rows(connection, OURS) == [("Q1", "polars")]
        frame = polars.DataFrame({"code": ["Q2"], "name": ["new"]})
        raises(lambda: frame.write_database("Carrier", connection, engine="adbc", if_table_exists="fail"), "Carrier")
        raises(lambda: frame.write_database("Neu", connection, engine="adbc", if_table_exists="fail"), "Neu", ".pg")
        rows(connection, "DELETE FROM Carrier WHERE code = 'Q1'")


@case
def frames_of_polars_are_bound_and_ingested_as_what_they_hold(uri):
    insert = "INSERT INTO Plane (tailnum, engines, seats, model, year) VALUES (?, 1, 1, ?, ?)"
    ours = "SELECT model, year FROM Plane WHERE tailnum LIKE 'QQ_' ORDER BY tailnum"

    def planes(**columns):
        return polars.DataFrame({"tailnum": ["QQ1", "QQ2"], "model": ["x", None], **columns})

    with connect(uri) as connection, connection.cursor() as cursor:
        for years in (
            polars.Series([2001, None], dtype=polars.Int64),
            polars.Series([2001, None], dtype=polars.UInt64),
            polars.Series([decimal.Decimal("2001.00"), None]),
        ):
            cursor.executemany(insert, planes(year=years))
            assert rows(connection, ours) == [("x", 2001), (None, None)]
            connection.rollback()
        cursor.executemany(insert, planes(year=[None, None]))
        assert rows(connection, ours) == [("x", None), (None, None)]
        connection.rollback()
        texts = polars.Series("model", ["a", "b"], dtype=polars.Object)
        cursor.executemany(insert, planes(year=[1, 2]).with_columns(texts))
        assert rows(connection, ours) == [("a", 1), ("b", 2)]
        connection.rollback()
        frame = planes(year=polars.Series([1, 2], dtype=polars.Int32), engines=1, seats=1)
        assert connection.ingest("Plane", frame.with_columns(texts)) == 2
        assert rows(connection, ours) == [("a", 1), ("b", 2)]
        connection.rollback()
        objects = polars.Series("model", ["a", object()], dtype=polars.Object)
        wide = polars.Series("year", [1, 2], dtype=polars.Int128)
        for refused, words in ((objects, ("column 'model'",)), (wide, ("column 'year'", "Int128"))):
            for send in (
                lambda series=refused: connection.ingest("Plane", frame.with_columns(series)),
                lambda series=refused: cursor.executemany(insert, planes(year=[1, 2]).with_columns(series)),
            ):
                raises(send, *words, kind=omnigraph.DataError)
        for row in (polars.Series([1, 5]), pandas.Series([1, 5]), numpy.array([1, 5])):
            assert rows(connection, "SELECT ?, ?", row) == [(1, 5)]
        names = ["x" * (1 << 20) + str(i) for i in range(70)]
        large = pyarrow.table({"code": [f"L{i:02}" for i in range(70)], "name": names})
        for run, data in ((cursor.executemany, polars.DataFrame(large)), (cursor.execute, large)):
            run("INSERT INTO Carrier (code, name) VALUES (?, ?)", data)
            found = rows(connection, "SELECT name FROM Carrier WHERE code LIKE 'L__' ORDER BY code")
            assert found == [(name,) for name in names]
            connection.rollback()


@case
def duckdb_computes_over_a_stream(uri):
    with connect(uri, autocommit=True) as connection, connection.cursor() as cursor:
        cursor.execute("SELECT day, distance FROM Flight")
        flights = cursor.fetch_record_batch()  # noqa: F841: named in the query
        assert duckdb.sql("SELECT COUNT(*) FROM flights").fetchall() == [(6099,)]


@case
def sqlalchemy_shows_what_there_is(uri):
    with engine(uri).connect() as connection:
        look = sa.inspect(connection)
        assert look.default_schema_name == "main"
        assert {"main", "information_schema"} <= set(look.get_schema_names())
        assert {"Airport", "Flight", "Route"} <= set(look.get_table_names())
        assert "columns" in look.get_view_names("information_schema")
        assert look.has_table("Airport") and not look.has_table("Airpor_")
        columns = {c["name"]: c for c in look.get_columns("Flight")}
        assert isinstance(columns["day"]["type"], sa.DATE) and not columns["day"]["nullable"]
        assert isinstance(columns["scheduled"]["type"], sa.TIMESTAMP)
        assert isinstance(columns["arr_delay"]["type"], sa.Float) and columns["arr_delay"]["nullable"]
        assert isinstance(columns["cancelled"]["type"], sa.BOOLEAN)
        assert look.get_pk_constraint("Route")["constrained_columns"] == ["id"]
        assert ["code"] in [u["column_names"] for u in look.get_unique_constraints("Carrier")]
        keys = {tuple(k["constrained_columns"]): k for k in look.get_foreign_keys("DepartsFrom")}
        assert keys[("src",)]["referred_table"] == "Flight" and keys[("src",)]["referred_columns"] == ["id"]
        assert keys[("dst",)]["referred_table"] == "Airport"
        raises(lambda: look.get_columns("Nowhere"), "Nowhere")
        reflected = sa.Table("Route", sa.MetaData(), autoload_with=connection)
        assert [c.name for c in reflected.primary_key] == ["id"]
        assert {k.column.table.name for k in reflected.foreign_keys} == {"Airport"}


@case
def sqlalchemy_reads_with_its_expressions(uri):
    flight = sa.Table(
        "Flight",
        sa.MetaData(),
        sa.Column("id", sa.String),
        sa.Column("dep_delay", sa.Float),
        sa.Column("day", sa.Date),
        sa.Column("scheduled", sa.DateTime),
    )
    with engine(uri).connect() as connection:
        days = connection.execute(
            sa.select(flight.c.day, sa.func.count())
            .where(flight.c.day.between(datetime.date(2013, 1, 2), datetime.date(2013, 1, 4)))
            .group_by(flight.c.day)
            .order_by(flight.c.day)
            .limit(2)
            .offset(1)
        ).fetchall()
        assert days == [(datetime.date(2013, 1, 3), 914), (datetime.date(2013, 1, 4), 915)], days
        values = connection.execute(
            sa.select(
                sa.literal("a") + "b",
                sa.literal(7) // 2,
                sa.cast(sa.literal("2.50"), sa.Numeric(6, 2)),
                sa.cast(sa.literal(datetime.date(2013, 1, 3)), sa.DateTime),
                sa.literal(True),
            )
        ).one()
        assert str(values[2]) == "2.50" and values[0] == "ab" and values[1] == 3, values
        assert values[3] == datetime.datetime(2013, 1, 3) and values[4] is True, values
        month = sa.func.date_trunc("month", flight.c.day)
        assert connection.execute(sa.select(month).distinct()).all() == [(datetime.date(2013, 1, 1),)]


def airports_and_flights(connection):
    tables = sa.MetaData()
    return (sa.Table(name, tables, autoload_with=connection) for name in ("Airport", "Flight"))


@case
def sqlalchemy_groups_by_expressions_with_values(uri):
    count = sa.func.count
    with engine(uri).connect() as connection:
        airport, flight = airports_and_flights(connection)
        month = sa.func.date_trunc("month", flight.c.day)
        answer = connection.execute(sa.select(month, count()).group_by(month).order_by(month)).all()
        assert answer == [(datetime.date(2013, 1, 1), 6099)], answer
        first = sa.func.substr(airport.c.name, 1, sa.bindparam("length"))
        letters = sa.select(first, count()).group_by(first).order_by(count().desc(), first).limit(1)
        written = "SELECT LEFT(name, {0}), COUNT(*) FROM Airport GROUP BY LEFT(name, {0}) ORDER BY 2 DESC, 1 LIMIT 1"
        for length in (1, 2):  # the second one is a statement that was compiled before
            most = connection.execute(sa.text(written.format(length))).all()
            assert connection.execute(letters, {"length": length}).all() == most
        for feet in (1000, 2000):
            high = connection.execute(sa.text(f"SELECT COUNT(*) FROM Airport WHERE altitude > {feet}")).scalar()
            size = sa.case((airport.c.altitude > feet, "it's high"), else_="low")
            sizes = sa.select(size, count(), sa.func.sum(count()).over(partition_by=size))
            sizes = sizes.where(size != "low").group_by(size).having(size != "x").order_by(size)
            assert connection.execute(sizes).all() == [("it's high", high, high)]
            assert connection.execute(sa.select(size).distinct().order_by(size)).scalars().all() == ["it's high", "low"]
        ours = airport.c.faa.in_(["LGA", "JFK"])
        every = connection.execute(sa.text("SELECT COUNT(*) FROM Airport")).scalar()
        assert set(connection.execute(sa.select(ours, count()).group_by(ours)).all()) == {(True, 2), (False, every - 2)}
        rolled = sa.select(size, count()).group_by(sa.func.rollup(size)).order_by(sa.desc(count()))
        assert connection.execute(rolled).first() == (None, every)
        raises(lambda: connection.execute(sa.select(airport.c.faa).distinct(airport.c.name)), "DISTINCT ON")
    with sa.orm.Session(engine(uri)) as session:
        answer = session.query(first, count()).filter(airport.c.faa == "LGA").group_by(first).params(length=1).all()
        assert answer == [("L", 1)], answer


@case
def sqlalchemy_gives_values_the_type_that_they_have(uri):
    def recursive(first, following, limit):
        rows = sa.select(sa.literal(first).label("n")).cte("r", recursive=True)
        rows = rows.union_all(sa.select(following(rows.c.n)).where(rows.c.n < limit))
        return connection.execute(sa.select(rows)).scalars().all()

    with engine(uri).connect() as connection:
        airport, flight = airports_and_flights(connection)
        feet = airport.c.altitude
        numbers = [feet * 0.5, feet * decimal.Decimal("0.5"), feet + 1, feet / 2.5, sa.func.power(feet, 2)]
        answer = connection.execute(sa.select(*numbers).where(airport.c.faa == "LGA", feet * 0.5 > 10.75)).one()
        assert answer == (11.0, decimal.Decimal("11.0"), 23, 8.8, 484.0), answer
        middle = sa.select(sa.func.percentile_cont(0.5).within_group(feet)).where(airport.c.faa.in_(["LGA", "JFK"]))
        assert connection.execute(middle).scalar() == 17.5
        assert recursive(1, lambda n: n + 1, 3) == [1, 2, 3]
        assert recursive("a", lambda n: n + "b", "ab") == ["a", "ab"]
        day, later = datetime.date(2013, 1, 2), datetime.timedelta(days=1)
        assert recursive(day, lambda n: n + later, datetime.date(2013, 1, 3)) == [day, day + later]
        moment = datetime.datetime(2013, 1, 2, 3)
        hours = datetime.timedelta(days=-1, hours=2, milliseconds=5)
        moved = connection.execute(sa.select(sa.literal(moment) + hours, sa.literal(hours), sa.literal(moment))).one()
        assert moved == (moment + hours, hours, moment), moved
        since = sa.select(sa.func.count()).where(flight.c.scheduled > sa.literal(moment) - datetime.timedelta(hours=9))
        assert 0 < connection.execute(since).scalar() < 6099
        days = sa.func.datediff(sa.literal_column("DAY"), datetime.date(2012, 12, 31), flight.c.day)
        assert connection.execute(sa.select(sa.func.min(days))).scalar() == 1
        raises(lambda: connection.execute(sa.select(flight.c.day - day)), "datediff")
        changed = airport.update().where(airport.c.faa == sa.bindparam("faa_"))
        changed = changed.values(altitude=sa.func.greatest(feet * 0.5, sa.bindparam("least")))
        assert connection.execute(changed, [{"faa_": "LGA", "least": 1}, {"faa_": "JFK", "least": 70}]).rowcount == 2
        both = sa.select(feet).where(airport.c.faa.in_(["LGA", "JFK"])).order_by(feet)
        assert connection.execute(both).scalars().all() == [11, 70]
        connection.rollback()


@case
def sqlalchemy_divides_as_python_does(uri):
    exact, literal = decimal.Decimal, sa.literal
    with engine(uri).connect() as connection:
        airport, _ = airports_and_flights(connection)
        feet = airport.c.altitude  # 22
        money = sa.cast(feet, sa.Numeric(10, 2))
        every = sa.func.count()
        for quotient, expected in (
            (feet / 7, exact(repr(22 / 7))),
            (feet / literal(7), exact(repr(22 / 7))),
            (feet / exact("2.5"), exact("8.8")),
            (feet / (feet * exact("0.5")), exact("2")),
            (feet / exact("0.4"), exact("55")),
            (feet / exact(4), exact("5.5")),
            (literal(exact(10)) / literal(exact("2.5")), exact("4")),
            (literal(exact(7)) / literal(exact(2)), exact("3.5")),
            (literal(exact(7), sa.Numeric(10, 2)) / feet, exact(repr(7 / 22))),
            (literal(1) / literal(30_000_000), exact(repr(1 / 30_000_000))),
            (every * 100 / 28, exact(repr(100 / 28))),
            (every * exact(100) / 28, exact(repr(100 / 28))),
            (sa.cast(feet, sa.Float) / exact("0.4"), 55.0),
            (sa.type_coerce(feet, sa.Float) / 4, 5.5),
            (feet / 2.5, 8.8),
            (feet / feet / 4, exact("0.25")),
            (feet / (literal(1) / 4), exact("88")),
            (-(feet / 4), exact("-5.5")),
            (money / 4, exact("5.5")),
            (money / 7, exact(repr(22 / 7))),
            (sa.cast(feet, sa.Numeric(20, 0)) / 7, exact(repr(22 / 7))),  # what a U64 is
            (7 / sa.cast(feet, sa.Numeric(20, 0)), exact(repr(7 / 22))),
            (sa.cast(feet, sa.Numeric(20, 0)) // 7, exact(3)),
            (money / exact("0.4"), exact("55")),
            (4 / money, exact(repr(4 / 22))),
            (literal(datetime.timedelta(hours=3)) / 2, datetime.timedelta(hours=1, minutes=30)),
            (feet // 7, 3),
            (-feet // 7, -3),
            (feet // exact("2.5"), exact(8)),
            (-feet // exact(4), exact(-6)),
            (-feet // 4.0, -6.0),
        ):
            query = sa.select(quotient).where(airport.c.faa == "LGA").group_by(feet)
            found = connection.execute(query).scalar()
            assert type(found) is type(expected), (str(query), found)
            is_time = isinstance(found, datetime.timedelta)
            same = found == expected if is_time else math.isclose(found, expected, rel_tol=1e-9)
            assert same, (str(query), found, expected)
        above = sa.select(sa.func.count()).where(airport.c.faa == "LGA", feet / exact("2.5") > exact("8.79"))
        assert connection.execute(above).scalar() == 1
        bound = sa.select(sa.bindparam("n", type_=sa.Integer) / sa.bindparam("m", type_=sa.Numeric))
        for m, expected in ((exact(2), exact("0.5")), (exact("0.25"), exact(4))):
            assert connection.execute(bound, {"n": 1, "m": m}).scalar() == expected
        many = airport.update().where(airport.c.faa == sa.bindparam("faa_"))
        many = many.values(altitude=feet / sa.bindparam("by", type_=sa.Numeric))
        connection.execute(many, [{"faa_": "LGA", "by": exact("5.5")}, {"faa_": "JFK", "by": exact("13")}])
        both = sa.select(feet).where(airport.c.faa.in_(["LGA", "JFK"])).order_by(feet)
        assert connection.execute(both).scalars().all() == [1, 4]
        connection.rollback()
        raises(lambda: connection.execute(sa.select(feet // 0)).all(), "division by zero")


@case
def sqlalchemy_writes_values_as_literals(uri):
    utc = datetime.timezone.utc
    values = [
        (b"\x01\xff", None),
        (datetime.date(2024, 1, 2), None),
        (datetime.datetime(2024, 1, 2, 3, 4, 5, 678901), None),
        (datetime.timedelta(days=1, hours=2), None),
        (decimal.Decimal("1.50"), None),
        (1.7e-200, None),
        (0.1, None),
        (float("-inf"), None),
        (True, None),
        ("it's :a %", None),
        ([1, None, 2], sa.ARRAY(sa.Integer)),
        (["ü'"], sa.ARRAY(sa.String)),
        ([1.5], sa.ARRAY(sa.Float)),
        ([datetime.date(2024, 1, 2)], sa.ARRAY(sa.Date)),
        ([], sa.ARRAY(sa.String)),
    ]
    store = engine(uri)
    with store.connect() as connection:
        for value, kind in values:
            query = sa.select(sa.literal(value, kind).label("it"))
            text = str(query.compile(store, compile_kwargs={"literal_binds": True}))
            read = sa.text(text).columns(sa.column("it", query.selected_columns.it.type)) if ":a" not in text else query
            assert connection.execute(read).scalar() == value, text
        zoned = sa.select(sa.literal(datetime.datetime(2024, 1, 2, 3, tzinfo=utc)))
        assert "'2024-01-02 03:00:00" in str(zoned.compile(store, compile_kwargs={"literal_binds": True}))


@case
def sqlalchemy_knows_patterns_lists_and_casts(uri):
    with engine(uri).connect() as connection:
        airport, _ = airports_and_flights(connection)
        name = airport.c.name
        words = sa.type_coerce(sa.func.regexp_split_to_array(name, " "), sa.ARRAY(sa.String))

        def la_guardia(*columns):
            return connection.execute(sa.select(*columns).where(airport.c.faa == "LGA")).one()

        assert la_guardia(name.regexp_match("^La"), ~name.regexp_match("^La")) == (True, False)
        assert la_guardia(name.regexp_match("^la"), name.regexp_match("^la", flags="i")) == (False, True)
        assert la_guardia(name.regexp_replace("a", "o"), name.regexp_replace("a", "o", flags="g")) == (
            "Lo Guardia",
            "Lo Guordio",
        )
        assert la_guardia(words[2], words[9], words[1:2]) == ("Guardia", None, ["La", "Guardia"])
        raises(lambda: la_guardia(words[1:2:3]), "step")
        raises(lambda: la_guardia(sa.type_coerce(name, sa.JSON)["a"]), "json_value")
        assert la_guardia(sa.try_cast(name, sa.Integer), sa.try_cast("7", sa.Integer)) == (None, 7)
        assert la_guardia(airport.c.altitude.bitwise_or(1), airport.c.altitude.bitwise_and(6)) == (23, 6)
        assert la_guardia(sa.func.aggregate_strings(airport.c.faa, ",")) == ("LGA",)
        listed = sa.func.unnest(sa.literal(["a", "b"], sa.ARRAY(sa.String))).table_valued("x").render_derived()
        assert connection.execute(sa.select(listed.c.x)).scalars().all() == ["a", "b"]


@case
def sqlalchemy_writes_in_transactions(uri):
    ours = sa.select(CARRIER.c.code, CARRIER.c.name).where(CARRIER.c.code.like("Q_")).order_by(CARRIER.c.code)
    store = engine(uri)
    with store.begin() as connection:
        many = [{"code": "QA", "name": "a"}, {"code": "QB", "name": "b"}]
        assert connection.execute(CARRIER.insert(), many).rowcount == 2
        changed = connection.execute(CARRIER.update().where(CARRIER.c.code == "QA").values(name=CARRIER.c.name + "!"))
        assert changed.rowcount == 1
        unseen = connection.execute(sa.text("UPDATE Carrier SET name = 'x' WHERE code = 'Q'"))
        assert not unseen.returns_rows and unseen.rowcount == 0
    with store.connect() as connection:
        connection.execute(CARRIER.delete().where(CARRIER.c.code == "QA"))
        connection.rollback()
        assert connection.execute(ours).all() == [("QA", "a!"), ("QB", "b")]
        with connection.begin_nested() as nested:
            connection.execute(CARRIER.insert().values(code="QC", name="c"))
            nested.rollback()
        assert len(connection.execute(ours).all()) == 2
    with store.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        assert connection.execute(CARRIER.delete().where(CARRIER.c.code.like("Q_"))).rowcount == 2
    with store.connect() as connection:
        assert connection.execute(ours).all() == []
    raises(lambda: sa.create_engine(str(store.url) + "?brnch=x").connect(), "brnch", "branch")


@case
def a_pool_lends_a_connection_on_as_it_was_new(uri):
    with connect(uri, autocommit=True) as connection:
        (head,) = rows(connection, "SELECT head_commit FROM omnigraph_catalog.branches WHERE branch = 'main'")
    pinned, insert = f"main@{head[0]}", "INSERT INTO Carrier (code, name) VALUES ('Q1', 'x')"

    def adbc_chooses(borrowed):
        borrowed.connection.dbapi_connection.adbc_current_db_schema = pinned

    store = engine(uri, pool_size=1, max_overflow=0)
    for borrow in (
        lambda borrowed: borrowed.execute(sa.text(f'USE "{pinned}"')),
        lambda borrowed: borrowed.execute(sa.text("/* so */ SET read_only = 'true' -- from here")),
        lambda borrowed: borrowed.execute(sa.text("SET statement_timeout = '5s'")),
        adbc_chooses,
    ):
        for level in ("SERIALIZABLE", "AUTOCOMMIT"):
            with store.connect().execution_options(isolation_level=level) as borrowed:
                lent = borrowed.connection.dbapi_connection
                borrow(borrowed)
                borrowed.rollback()
                assert borrowed.execute(sa.text("SELECT COUNT(*) FROM Carrier")).scalar() == 16
            with store.connect() as borrowed:
                assert borrowed.connection.dbapi_connection is lent
                options = dict(borrowed.execute(sa.text("SHOW ALL")).all())
                assert (options["schema"], options["read_only"], options["statement_timeout"]) == ("main", "false", "0")
                borrowed.execute(sa.text(insert))
    for level in ("SERIALIZABLE", "AUTOCOMMIT"):
        with store.connect().execution_options(isolation_level=level) as borrowed:
            if level == "AUTOCOMMIT":
                borrowed.execute(sa.text("BEGIN"))
            borrowed.execute(sa.text(insert))
        with store.connect() as borrowed:
            assert borrowed.connection.dbapi_connection is lent
            assert borrowed.execute(sa.text(OURS)).all() == []
    for level, other in (("SERIALIZABLE", "AUTOCOMMIT"), ("AUTOCOMMIT", "SERIALIZABLE")):
        store = engine(uri, pool_size=1, max_overflow=0, pool_pre_ping=True, isolation_level=level)
        with store.connect().execution_options(isolation_level=other) as borrowed:
            assert borrowed.get_isolation_level() == other
        for _ in range(2):
            with store.connect() as borrowed:
                assert borrowed.get_isolation_level() == level
                borrowed.execute(sa.text(f'USE "{pinned}"'))  # after the ping, which is no part of the transaction
    unreset = engine(uri, pool_reset_on_return=None)
    borrowed = unreset.raw_connection()
    lost = borrowed.dbapi_connection
    rows(lost, "SET read_only = 'true'")
    lost.adbc_connection.close()
    borrowed.close()
    with unreset.connect() as borrowed:
        assert borrowed.connection.dbapi_connection is not lost
        assert borrowed.execute(sa.text("SELECT COUNT(*) FROM Carrier")).scalar() == 16


@case
def commit_and_rollback_end_what_a_statement_began(uri):
    insert = "INSERT INTO Carrier (code, name) VALUES (?, 'x')"
    with connect(uri, autocommit=True) as connection, connect(uri, autocommit=True) as other:

        def begin(code):
            rows(connection, "begin -- now")
            rows(connection, insert, (code,))
            rows(connection, "SAVEPOINT here")
            rows(connection, "ROLLBACK TO SAVEPOINT here")

        begin("Q1")
        connection.rollback()
        begin("Q2")
        connection.commit()
        begin("Q3")
        connection.autocommit = False
        rows(connection, insert, ("Q4",))
        connection.rollback()
        connection.autocommit = True
        for space in ("/* a */" * 40, "-- -" * 40 + "\n"):
            assert rows(connection, space + "(SELECT 1)") == [(1,)]
        for end in (connection.commit, lambda: setattr(connection, "autocommit", False)):
            rows(connection, "BEGIN")
            rows(connection, "UPDATE Carrier SET name = 'lost' WHERE code = 'Q2'")
            rows(other, "UPDATE Carrier SET name = 'x' WHERE code = 'Q2'")
            fails(end, "40001")
            assert connection.autocommit
            connection.rollback()
        begin("Q5")
        rows(connection, "ROLLBACK")
        connection.commit()
        assert rows(other, OURS) == [("Q2", "x"), ("Q3", "x")]
        rows(connection, "DELETE FROM Carrier WHERE code LIKE 'Q_'")


@case
def sqlalchemy_leaves_the_id_to_the_server(uri):
    store = engine(uri)
    with store.begin() as connection, warnings.catch_warnings():
        warnings.simplefilter("error")
        carrier = sa.Table("Carrier", sa.MetaData(), autoload_with=connection)
        assert carrier.c.id.server_default is not None and carrier.c.code.server_default is None
        connection.execute(carrier.insert().values(code="QE", name="e"))
        connection.execute(carrier.insert(), [{"code": "QF", "name": "f"}, {"code": "QG", "name": "g"}])
        found = connection.execute(sa.select(carrier.c.id).where(carrier.c.code.like("Q_"))).all()
        assert len(found) == 3 and all(row.id for row in found)
    with store.begin() as connection:
        assert connection.execute(carrier.delete().where(carrier.c.code.like("Q_"))).rowcount == 3


@case
def the_orm_of_sqlalchemy_writes_what_its_classes_identify(uri):
    store = engine(uri)
    reflected = sa.MetaData()

    class Base(sa.orm.DeclarativeBase):
        metadata = reflected

    class Carrier(Base):
        __table__ = sa.Table("Carrier", reflected, autoload_with=store)
        __mapper_args__ = {"primary_key": [__table__.c.code]}

    class Airport(Base):
        __table__ = sa.Table("Airport", reflected, autoload_with=store)

    class Route(Base):
        __table__ = sa.Table("Route", reflected, autoload_with=store)
        origin = sa.orm.relationship(Airport, foreign_keys=__table__.c.src)
        destination = sa.orm.relationship(Airport, foreign_keys=__table__.c.dst)

    with sa.orm.Session(store) as session:
        session.add_all([Carrier(code="QX", name="x"), Carrier(code="QY", name="y")])
        session.commit()
        assert session.get(Carrier, "QX").id
        session.get(Carrier, "QX").name = "X"
        session.commit()
    with sa.orm.Session(store) as session:
        assert session.get(Carrier, "QX").name == "X"
        session.execute(sa.delete(Carrier).where(Carrier.code.like("Q_")))
        session.commit()
        assert session.get(Carrier, "QY") is None
    with sa.orm.Session(store) as session:
        new = Airport(id="QQQ", faa="QQQ", name="q", lat=1.0, lon=2.0, altitude=3)
        lga = session.scalars(sa.select(Airport).where(Airport.faa == "LGA")).one()
        session.add(Route(id="QQQ-LGA", origin=new, destination=lga, flights=1, distance=2.0))
        session.flush()
        route = session.scalars(sa.select(Route).where(Route.src == "QQQ")).one()
        assert route.destination.name == "La Guardia"
        session.delete(session.scalars(sa.select(Route).where(Route.src == "LGA").limit(1)).one())
        raises(session.flush, "deletes")
        session.rollback()


@case
def pandas_reads_and_appends_through_sqlalchemy(uri):
    store = engine(uri)
    table = pandas.read_sql_table("Carrier", store)
    assert len(table) == 16 and list(table.columns) == ["id", "code", "name"]
    query = sa.text("SELECT code FROM Carrier WHERE name LIKE :name")
    assert len(pandas.read_sql(query, store, params={"name": "%Air%"})) > 3
    frame = pandas.DataFrame({"code": ["QD"], "name": ["pandas"]})
    frame.to_sql("Carrier", store, if_exists="append", index=False)
    with store.begin() as connection:
        assert connection.execute(CARRIER.delete().where(CARRIER.c.code == "QD")).rowcount == 1
    raises(lambda: frame.to_sql("Neu", store, index=False), "Neu", ".pg")


@case
def sqlalchemy_keeps_nothing_of_a_transaction_in_which_a_statement_failed(uri):
    again, other = CARRIER.insert().values(code="AA", name="again"), CARRIER.insert().values(code="QH", name="h")
    store = engine(uri)
    with store.connect() as connection:
        connection.execute(other)
        raises(lambda: connection.execute(again), "AA")
        raises(connection.commit, "nothing of this transaction is kept", "AA")
        connection.rollback()
        connection.execute(other)
        raises(lambda: connection.execute(CARRIER.insert().values(name=object())))
        with connection.begin_nested() as nested:
            nested.rollback()
        raises(connection.commit, "nothing of this transaction is kept")
        connection.rollback()
        assert connection.execute(sa.text(OURS)).all() == []
        raises(lambda: connection.exec_driver_sql("SELECT ?", {"x": 1}), kind=sa.exc.NotSupportedError)
        raises(connection.commit, "nothing of this transaction is kept", kind=sa.exc.NotSupportedError)
        connection.rollback()
        connection.execute(other)
        with connection.begin_nested() as nested:
            raises(lambda: connection.execute(again), "AA")
            nested.rollback()
        connection.commit()
        assert connection.execute(sa.text(OURS)).all() == [("QH", "h")]
        assert connection.execute(CARRIER.delete().where(CARRIER.c.code == "QH")).rowcount == 1
        connection.commit()
    with store.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        raises(lambda: connection.execute(again), "AA")
        connection.commit()


@case
def rows_that_a_rule_refuses_are_errors_of_integrity(uri):
    routes = sa.text("INSERT INTO Route (src, dst, flights, distance) VALUES ('JFK', 'NOWHERE', 1, 1)")
    with engine(uri).connect() as connection:
        for statement, state in [
            (sa.text("INSERT INTO Carrier (code, name) VALUES ('AA', 'again')"), "23505"),
            (sa.text("INSERT INTO Carrier (code) VALUES ('QQ')"), "23502"),
            (routes, "23503"),
        ]:
            try:
                connection.execute(statement)
                connection.commit()  # an end may be a row that is still to come
                raise AssertionError(f"done: {statement}")
            except sa.exc.IntegrityError as e:
                assert e.orig.sqlstate == state, (e.orig.sqlstate, state)
            connection.rollback()
        assert connection.execute(sa.text("SELECT COUNT(*) FROM Carrier")).scalar() == 16
        try:
            connection.execute(sa.text("SELECT nme FROM Carrier"))
        except sa.exc.ProgrammingError as e:
            assert not isinstance(e, sa.exc.IntegrityError)
    with connect(uri) as connection:
        for ingest in (
            lambda: connection.ingest("Carrier", pyarrow.table({"code": ["AA"], "name": ["again"]})),
            lambda: connection.cursor().executemany("INSERT INTO Carrier (code, name) VALUES (?, ?)", [("AA", "x")]),
        ):
            try:
                ingest()
                raise AssertionError("done")
            except omnigraph.IntegrityError as e:
                assert e.sqlstate == "23505", e.sqlstate


@case
def pandas_keeps_nothing_of_a_frame_that_is_refused(uri):
    store = engine(uri)
    before = pandas.read_sql("SELECT code FROM Carrier ORDER BY code", store)
    twice = pandas.DataFrame({"code": ["QI", "QJ", "QK", "AA"], "name": "x"})
    for chunk in (None, 2, 1):
        raises(lambda: twice.to_sql("Carrier", store, if_exists="append", index=False, chunksize=chunk), "AA")
    raises(lambda: twice.to_sql("Carrier", store, if_exists="delete_rows", index=False), "inserts", "deletes")
    unknown = pandas.DataFrame({"code": ["QI"], "name": [object()]})
    raises(lambda: unknown.to_sql("Carrier", store, if_exists="delete_rows", index=False))
    assert pandas.read_sql("SELECT code FROM Carrier ORDER BY code", store).equals(before)
    with connect(uri) as connection:
        raises(lambda: twice.to_sql("Carrier", connection, if_exists="delete_rows", index=False))
        connection.rollback()
    assert pandas.read_sql("SELECT code FROM Carrier ORDER BY code", store).equals(before)


@case
def pandas_appends_through_adbc(uri):
    frame = pandas.DataFrame({"code": ["Q1"], "name": ["pandas"]})
    with connect(uri, autocommit=True) as connection:
        assert frame.to_sql("Carrier", connection, if_exists="append", index=False) == 1
        assert rows(connection, OURS) == [("Q1", "pandas")]
        raises(lambda: frame.to_sql("Carrier", connection, if_exists="replace", index=False), "DROP", ".pg")
        raises(lambda: frame.to_sql("Carrier", connection, index=False), "Carrier", "exists")
        raises(lambda: frame.to_sql("Neu", connection, index=False), "Neu", "create")
        assert rows(connection, "SELECT COUNT(*) FROM Carrier") == [(17,)]
        rows(connection, "DELETE FROM Carrier WHERE code = 'Q1'")


@case
def the_names_of_types_are_known(uri):
    assert isinstance(type_of("VARCHAR ARRAY"), sa.ARRAY)
    assert type_of("DECIMAL(20, 0)").precision == 20
    assert isinstance(type_of("TIMESTAMP(3)"), sa.TIMESTAMP)
    assert isinstance(type_of("SOMETHING"), sa.types.NullType)


if __name__ == "__main__":
    sys.exit(run(*sys.argv[1:]))

"""What Python clients do with a server of the first week's flights.

python clients.py URI DATA

URI is grpc://host:port, DATA the NDJSON file that the graph was loaded from. Prints one JSON line a case:
{"case": name, "error": text or null}. The cases run in order; those that write come after those that count.
"""

import gzip
import json
import sys
from collections import Counter, defaultdict

import adbc_driver_flightsql.dbapi as flightsql
import pandas
import pyarrow
import pyarrow.flight
from cases import case, run


class Week:
    """The input file, counted without any help of the server."""

    def __init__(self, path):
        self.counts = Counter()
        carriers = {}
        late = {}
        operated = {}
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                name = row.get("type") or row.get("edge")
                self.counts[name] += 1
                if name == "Carrier":
                    carriers[row["data"]["code"]] = row["data"]["name"]
                elif name == "Flight":
                    delay = row["data"].get("arr_delay")
                    if delay is not None and delay > 60:
                        late[row["data"]["key"]] = delay
                elif name == "OperatedBy":
                    operated[row["from"]] = row["to"]
        delays = defaultdict(list)
        for key, delay in late.items():
            delays[carriers[operated[key]]].append(delay)
        self.late_by_carrier = {
            name: (len(values), sum(values) / len(values)) for name, values in delays.items()
        }


LATE_BY_CARRIER = (
    "SELECT c.name, COUNT(*) AS n, AVG(f.arr_delay) AS mean "
    "FROM Flight f JOIN OperatedBy o ON o.src = f.id JOIN Carrier c ON c.id = o.dst "
    "WHERE f.arr_delay > 60 GROUP BY c.name ORDER BY n DESC"
)


def connect(uri, autocommit=True):
    return flightsql.connect(uri, autocommit=autocommit)


def scalar(connection, sql, parameters=None):
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return cursor.fetchone()[0]


def airports(*codes):
    return pandas.DataFrame(
        {
            "faa": list(codes),
            "name": [f"Field {code}" for code in codes],
            "lat": [48.0 + i for i in range(len(codes))],
            "lon": [11.5] * len(codes),
            "altitude": [1487 + i for i in range(len(codes))],
            "tzone": ["Europe/Berlin"] * len(codes),
        }
    )


def raises(action, *words):
    try:
        action()
    except Exception as e:  # every driver has its own type
        text = str(e)
        for word in words:
            assert word in text, f"{word!r} is not in: {text}"
        return
    raise AssertionError("nothing was raised")


def check_counts(connection, week):
    for table, count in week.counts.items():
        assert scalar(connection, f"SELECT COUNT(*) FROM {table}") == count, table
    with connection.cursor() as cursor:
        cursor.execute(LATE_BY_CARRIER)
        rows = cursor.fetchall()
    assert {row[0]: row[1] for row in rows} == {k: v[0] for k, v in week.late_by_carrier.items()}
    for name, _, mean in rows:
        assert abs(mean - week.late_by_carrier[name][1]) < 1e-6, name
    counts = [row[1] for row in rows]
    assert counts == sorted(counts, reverse=True)


@case
def counts_and_aggregates_with_autocommit(uri, week):
    with connect(uri) as connection:
        check_counts(connection, week)


@case
def counts_and_aggregates_inside_transactions(uri, week):
    with connect(uri, autocommit=False) as connection:
        check_counts(connection, week)
        connection.commit()
        assert scalar(connection, "SELECT COUNT(*) FROM Carrier") == week.counts["Carrier"]
        connection.rollback()
        assert scalar(connection, "SELECT COUNT(*) FROM Carrier") == week.counts["Carrier"]


@case
def pandas_reads_a_query(uri, week):
    with connect(uri) as connection:
        frame = pandas.read_sql(LATE_BY_CARRIER, connection)
        assert list(frame.columns) == ["name", "n", "mean"]
        assert int(frame["n"].sum()) == sum(v[0] for v in week.late_by_carrier.values())
        flights = pandas.read_sql("SELECT scheduled, day, dep_delay FROM Flight", connection)
        assert len(flights) == week.counts["Flight"]
        assert str(flights["scheduled"].min().date()) == "2013-01-01"


@case
def what_is_not_done_says_so_with_bound_parameters_too(uri, week):
    with connect(uri) as connection, connection.cursor() as cursor:
        for sql, parameters, words in [
            ("SELECT DISTINCT ON (faa) faa FROM Airport WHERE altitude > ?", (1,), "DISTINCT ON"),
            ("SELECT faa, COUNT(*) FROM Airport WHERE altitude > ? GROUP BY ALL", (1,), "GROUP BY ALL"),
            ("SELECT * FROM table_changes(?, ?, ?)", ("Airport", "main", "main"), "table_changes"),
        ]:
            raises(lambda: cursor.execute(sql, parameters), words)


@case
def a_statement_that_fails_changes_nothing(uri, week):
    with connect(uri, autocommit=False) as connection, connection.cursor() as cursor:
        sql = "INSERT INTO Carrier (code, name) VALUES ('AA', 'again')"
        raises(lambda: cursor.execute(sql), "AA")
        cursor.execute("DELETE FROM Carrier WHERE code = 'none'")
        connection.rollback()


@case
def parameters_are_bound(uri, week):
    with connect(uri) as connection, connection.cursor() as cursor:
        for faa in ["JFK", "LGA"]:
            cursor.execute("SELECT faa, altitude FROM Airport WHERE faa = ?", (faa,))
            rows = cursor.fetchall()
            assert len(rows) == 1 and rows[0][0] == faa, rows


@case
def parameters_that_nothing_gives_a_type_take_that_of_the_argument(uri, week):
    with connect(uri) as connection, connection.cursor() as cursor:
        cursor.execute("SELECT ?, ? || 'b', ABS(?)", (7, "a", -1.5))
        table = cursor.fetch_arrow_table()
        assert table.to_pylist() == [dict(zip(table.column_names, (7, "ab", 1.5)))], table
        assert table.schema.field(0).type == pyarrow.int64(), table.schema


@case
def results_arrive_as_arrow(uri, week):
    with connect(uri) as connection, connection.cursor() as cursor:
        cursor.execute("SELECT * FROM Flight")
        table = cursor.fetch_arrow_table()
        assert table.num_rows == week.counts["Flight"]
        assert table.column_names[:2] == ["id", "key"]
        assert table.schema.field("scheduled").type == pyarrow.timestamp("ms")
        assert table.schema.field("day").type == pyarrow.date32()
        assert not table.schema.field("distance").nullable
        assert table.schema.field("arr_delay").nullable


@case
def the_catalog_shows_graph_branch_types_and_columns(uri, week):
    with connect(uri) as connection:
        objects = connection.adbc_get_objects(depth="all").read_all().to_pylist()
        catalog = [c for c in objects if c["catalog_name"] == "flights"]
        assert len(catalog) == 1, objects
        schemas = {s["db_schema_name"]: s for s in catalog[0]["catalog_db_schemas"]}
        tables = {t["table_name"]: t for t in schemas["main"]["db_schema_tables"]}
        assert set(week.counts) <= set(tables), set(tables)
        columns = [c["column_name"] for c in tables["Route"]["table_columns"]]
        assert columns == ["id", "src", "dst", "flights", "distance"], columns
        schema = connection.adbc_get_table_schema("Airport")
        assert schema.names == ["id", "faa", "name", "lat", "lon", "altitude", "tzone"]
        assert schema.field("altitude").type == pyarrow.int32()
        assert schema.field("tzone").nullable and not schema.field("faa").nullable


def command(name, payload):
    """A Flight SQL command as protobuf: an Any with the type's URL and the message."""
    url = f"type.googleapis.com/arrow.flight.protocol.sql.{name}".encode()
    return field(1, url) + field(2, payload)


def field(number, data):
    """One length-delimited protobuf field."""
    length, encoded = len(data), b""
    while True:
        encoded += bytes([length & 0x7F | (0x80 if length > 0x7F else 0)])
        length >>= 7
        if not length:
            return bytes([number << 3 | 2]) + encoded + data


@case
def plain_flight_reads_a_query(uri, week):
    sql = "SELECT faa, name FROM Airport ORDER BY faa"
    with pyarrow.flight.connect(uri) as client:
        descriptor = pyarrow.flight.FlightDescriptor.for_command(
            command("CommandStatementQuery", field(1, sql.encode()))
        )
        info = client.get_flight_info(descriptor)
        assert len(info.endpoints) == 1
        table = client.do_get(info.endpoints[0].ticket).read_all()
        assert table.schema == info.schema
        assert table.num_rows == week.counts["Airport"]
        codes = table.column("faa").to_pylist()
        assert codes == sorted(codes, key=lambda code: code.encode())


@case
def plain_flight_puts_compressed_rows(uri, week):
    options = field(1, bytes([1 << 3, 2, 2 << 3, 2]))  # fails without the table, appends to it
    descriptor = pyarrow.flight.FlightDescriptor.for_command(
        command("CommandStatementIngest", options + field(2, b"Carrier"))
    )
    with pyarrow.flight.connect(uri) as client, connect(uri) as connection:
        for codec in ("lz4", "zstd"):
            codes = [f"{codec}-{number}" for number in range(5000)]
            rows = pyarrow.table({"code": codes, "name": [code * 20 for code in codes]})
            compressed = pyarrow.flight.FlightCallOptions(
                write_options=pyarrow.ipc.IpcWriteOptions(compression=codec)
            )
            writer, reader = client.do_put(descriptor, rows.schema, compressed)
            writer.write_table(rows)
            writer.done_writing()
            assert reader.read().to_pybytes() == bytes([1 << 3, 5000 & 127 | 128, 5000 >> 7])
            writer.close()
            right = f"SELECT COUNT(*) FROM Carrier WHERE code LIKE '{codec}-%' AND name = REPEAT(code, 20)"
            assert scalar(connection, right) == 5000, codec
            with connection.cursor() as cursor:
                cursor.execute(f"DELETE FROM Carrier WHERE code LIKE '{codec}-%'")


@case
def a_wrong_query_says_what_and_where(uri, week):
    with connect(uri) as connection:
        raises(lambda: scalar(connection, "SELECT nme FROM Airport"), "nme")
        assert scalar(connection, "SELECT COUNT(*) FROM Carrier") == week.counts["Carrier"]


@case
def an_ingested_frame_is_seen_by_another_connection(uri, week):
    with connect(uri) as writer, connect(uri) as reader, writer.cursor() as cursor:
        assert scalar(reader, "SELECT COUNT(*) FROM Airport WHERE faa IN ('ZZ1', 'ZZ2')") == 0
        assert cursor.adbc_ingest("Airport", airports("ZZ1", "ZZ2"), mode="append") == 2
        assert scalar(reader, "SELECT COUNT(*) FROM Airport") == week.counts["Airport"] + 2
        assert scalar(reader, "SELECT name FROM Airport WHERE faa = 'ZZ2'") == "Field ZZ2"
        assert scalar(reader, "SELECT altitude FROM Airport WHERE id = 'ZZ2'") == 1488
        raises(
            lambda: cursor.adbc_ingest("Airport", airports("ZZ3", "ZZ1"), mode="append"), "ZZ1"
        )
        assert scalar(reader, "SELECT COUNT(*) FROM Airport") == week.counts["Airport"] + 2


@case
def a_committed_transaction_is_seen_and_a_rolled_back_one_is_not(uri, week):
    query = "SELECT COUNT(*) FROM Airport WHERE faa IN ('YY1', 'YY2')"
    with connect(uri, autocommit=False) as writer, connect(uri) as reader:
        with writer.cursor() as cursor:
            cursor.adbc_ingest("Airport", airports("YY1"), mode="append")
        assert scalar(reader, query) == 0
        writer.rollback()
        assert scalar(reader, query) == 0
        with writer.cursor() as cursor:
            cursor.adbc_ingest("Airport", airports("YY1"), mode="append")
            cursor.adbc_ingest("Airport", airports("YY2"), mode="append")
        assert scalar(reader, query) == 0
        writer.commit()
        assert scalar(reader, query) == 2


@case
def an_edge_to_a_missing_airport_leaves_nothing_and_says_which(uri, week):
    def routes(*ends):
        return pyarrow.table(
            {
                "from": [a for a, _ in ends],
                "to": [b for _, b in ends],
                "flights": pyarrow.array([1] * len(ends), pyarrow.int64()),
                "distance": [100.0] * len(ends),
            }
        )

    with connect(uri) as connection, connection.cursor() as cursor:
        before = scalar(connection, "SELECT COUNT(*) FROM Route")
        wrong = routes(("BGM", "ABE"), ("JFK", "NOWHERE"))
        raises(lambda: cursor.adbc_ingest("Route", wrong, mode="append"), "NOWHERE")
        assert scalar(connection, "SELECT COUNT(*) FROM Route") == before
        assert cursor.adbc_ingest("Route", routes(("BGM", "ABE")), mode="append") == 1
        assert scalar(connection, "SELECT COUNT(*) FROM Route") == before + 1
    with connect(uri, autocommit=False) as connection:

        def wrong_in_a_transaction():
            with connection.cursor() as cursor:
                cursor.adbc_ingest("Airport", airports("XX1"), mode="append")
                cursor.adbc_ingest("Route", routes(("XX1", "NOWHERE")), mode="append")
            connection.commit()

        raises(wrong_in_a_transaction, "NOWHERE")
    with connect(uri) as connection:
        assert scalar(connection, "SELECT COUNT(*) FROM Airport WHERE faa = 'XX1'") == 0
        assert scalar(connection, "SELECT COUNT(*) FROM Route") == before + 1


@case
def an_empty_ingest_adds_nothing_and_ends(uri, week):
    table = pyarrow.Table.from_pandas(airports("WW1"), preserve_index=False)
    with connect(uri) as connection, connection.cursor() as cursor:
        before = scalar(connection, "SELECT COUNT(*) FROM Airport")
        assert cursor.adbc_ingest("Airport", table.slice(0, 0), mode="append") == 0
        nothing = pyarrow.RecordBatchReader.from_batches(table.schema, [])
        assert cursor.adbc_ingest("Airport", nothing, mode="append") == 0
        assert scalar(connection, "SELECT COUNT(*) FROM Airport") == before


@case
def large_strings_fit_the_default_message_size(uri, week):
    rows = 120
    frame = airports(*[f"L{i:03}" for i in range(rows)])
    frame["name"] = ["x" * 200_000 + str(i) for i in range(rows)]
    with connect(uri) as connection, connection.cursor() as cursor:
        # The client sends a batch as one message, at most 16 MiB by default.
        table = pyarrow.Table.from_pandas(frame, preserve_index=False)
        batches = pyarrow.RecordBatchReader.from_batches(
            table.schema, table.to_batches(max_chunksize=20)
        )
        assert cursor.adbc_ingest("Airport", batches, mode="append") == rows
        cursor.execute("SELECT faa, name FROM Airport WHERE faa LIKE 'L___'")
        table = cursor.fetch_arrow_table()
        long = [name for name in table.column("name").to_pylist() if len(name) > 100_000]
        assert len(long) == rows, len(long)
        assert all(name.startswith("x" * 200_000) for name in long)


CARRIERS = "SELECT code, name FROM Carrier WHERE code LIKE 'ZQ%' ORDER BY code"


def carriers(connection):
    with connection.cursor() as cursor:
        cursor.execute(CARRIERS)
        return cursor.fetchall()


@case
def statements_change_rows_and_say_how_many(uri, week):
    with connect(uri) as connection, connect(uri) as other, connection.cursor() as cursor:
        cursor.execute("INSERT INTO Carrier (code, name) VALUES ('ZQ1', 'one'), ('ZQ2', 'two')")
        assert cursor.rowcount == 2, cursor.rowcount
        cursor.execute("UPDATE Carrier SET name = UPPER(name) WHERE code = ?", ("ZQ2",))
        assert cursor.rowcount == 1, cursor.rowcount
        assert carriers(other) == [("ZQ1", "one"), ("ZQ2", "TWO")]
        rows = [("ZQ" + str(i), "many") for i in range(3, 9)]
        cursor.executemany("INSERT INTO Carrier (code, name) VALUES (?, ?)", rows)
        assert cursor.rowcount == 6, cursor.rowcount
        assert len(carriers(other)) == 8
        raises(
            lambda: cursor.executemany(
                "INSERT INTO Carrier (code, name) VALUES (?, ?)", [("ZQ9", "x"), ("ZQ1", "x")]
            ),
            "ZQ1",
        )
        cursor.execute("DELETE FROM Carrier WHERE code LIKE 'ZQ%'")
        assert cursor.rowcount == 8, cursor.rowcount
        assert carriers(other) == []


@case
def a_transaction_sees_its_rows_beside_ingested_ones(uri, week):
    table = pyarrow.table({"code": ["ZQ2"], "name": ["ingested"]})
    with connect(uri, autocommit=False) as connection, connect(uri) as other:
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO Carrier (code, name) VALUES ('ZQ1', 'one')")
            cursor.adbc_ingest("Carrier", table, mode="append")
            cursor.execute("UPDATE Carrier SET name = name || '!' WHERE code LIKE 'ZQ%'")
            assert cursor.rowcount == 2
            cursor.execute("SAVEPOINT here")
            cursor.execute("UPDATE Carrier SET name = 'lost' WHERE code = 'ZQ1'")
            cursor.execute("ROLLBACK TO here")
        assert carriers(connection) == [("ZQ1", "one!"), ("ZQ2", "ingested!")]
        assert carriers(other) == []
        connection.commit()
        assert carriers(other) == [("ZQ1", "one!"), ("ZQ2", "ingested!")]
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM Carrier WHERE code = 'ZQ1'")
        assert carriers(connection) == [("ZQ2", "ingested!")]
        connection.rollback()
        assert carriers(connection) == [("ZQ1", "one!"), ("ZQ2", "ingested!")]


@case
def a_transaction_in_statements(uri, week):
    with connect(uri) as connection, connect(uri) as other, connection.cursor() as cursor:
        cursor.execute("BEGIN")
        cursor.execute("DELETE FROM Carrier WHERE code LIKE 'ZQ%'")
        assert carriers(connection) == []
        assert len(carriers(other)) == 2
        cursor.execute("COMMIT")
        assert carriers(other) == []


NEAR = """
query near($faa: String, $feet: I32) {
  match { $a: Airport { faa: $faa } $f departsFrom $a $f arrivesAt $b $b.altitude > $feet }
  return { $b.faa as faa, count($f) as flights }
  order { flights desc, faa }
}
"""


@case
def gq_runs_with_parameters_by_place_and_by_name(uri, week):
    with connect(uri) as connection, connection.cursor() as cursor:
        cursor.execute(NEAR, ("JFK", 5000))
        table = cursor.fetch_arrow_table()
        assert table.schema.types == [pyarrow.string(), pyarrow.int64()], table.schema
        assert table.num_rows > 0
        named = pyarrow.record_batch({"feet": [5000], "faa": ["JFK"]})
        cursor.execute(NEAR, named)
        assert cursor.fetch_arrow_table().equals(table)


@case
def gq_mutations_are_part_of_the_transaction(uri, week):
    add = "query add($code: String, $name: String) { insert Carrier { code: $code, name: $name } }"
    with connect(uri, autocommit=False) as connection, connect(uri) as other:
        with connection.cursor() as cursor:
            cursor.executemany(add, [("ZQ1", "one"), ("ZQ2", "two")])
            cursor.execute(
                'query m() { update Carrier set { name: "TWO" } where code = "ZQ2" }'
            )
            cursor.execute("UPDATE Carrier SET name = name || '!' WHERE code = 'ZQ1'")
        assert carriers(connection) == [("ZQ1", "one!"), ("ZQ2", "TWO")]
        assert carriers(other) == []
        connection.rollback()
        assert carriers(connection) == []


if __name__ == "__main__":
    uri, data = sys.argv[1:]
    sys.exit(run(uri, Week(data)))

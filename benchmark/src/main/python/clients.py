"""What Python clients get from a server, beside other ways to the same rows.

python clients.py URI DATASET VERSION PARQUET

URI is the server, DATASET and VERSION the Lance table that it serves as the type Flight of its graph flights, PARQUET a file with rows
of the node type Item of its graph items. Reads a word a line and answers each, when it is done, with a line: the rows that it moved.
"""

import subprocess
import sys

import adbc_driver_flightsql.dbapi as flightsql
import duckdb
import lance
import pyarrow.flight
import pyarrow.parquet

SQL = "SELECT * FROM Flight"
GRAPH = "adbc.flight.sql.rpc.call_header.x-omnigraph-graph"


def serve(dataset, version):
    """A plain Flight server in C++ over a scan of the same columns."""

    class Scans(pyarrow.flight.FlightServerBase):
        def do_get(self, context, ticket):
            scan = lance.dataset(dataset, version=int(version)).scanner()
            return pyarrow.flight.RecordBatchStream(pyarrow.RecordBatchReader.from_batches(
                scan.projected_schema, scan.to_batches()))

    server = Scans("grpc://127.0.0.1:0")
    print(server.port, flush=True)
    server.serve()


def field(number, data):
    length, size = len(data), b""
    while length > 127:
        size += bytes([length & 127 | 128])
        length >>= 7
    return bytes([number << 3 | 2]) + size + bytes([length]) + data


def query(sql):
    url = b"type.googleapis.com/arrow.flight.protocol.sql.CommandStatementQuery"
    return pyarrow.flight.FlightDescriptor.for_command(field(1, url) + field(2, field(1, sql.encode())))


class Sides:
    def __init__(self, uri, dataset, version, parquet):
        self.uri = uri
        self.dataset = dataset
        self.version = int(version)
        command = [sys.executable, __file__, "serve", dataset, version]
        self.other = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.plain = pyarrow.flight.connect(f"grpc://127.0.0.1:{int(self.other.stdout.readline())}")
        self.ours = pyarrow.flight.connect(uri)
        self.flights = self.connect("flights")
        self.graph = self.connect("items")
        self.duck = duckdb.connect()
        flights = self.local()
        self.duck.execute("CREATE TABLE Flight AS SELECT * FROM flights")
        self.items = pyarrow.parquet.read_table(parquet)

    def connect(self, graph):
        return flightsql.connect(self.uri, db_kwargs={GRAPH: graph}, autocommit=True)

    def local(self):
        return lance.dataset(self.dataset, version=self.version).to_table()

    def scan(self):
        return sum(batch.num_rows for batch in lance.dataset(self.dataset, version=self.version).scanner().to_batches())

    def flight_ours(self):
        options = pyarrow.flight.FlightCallOptions(headers=[(b"x-omnigraph-graph", b"flights")])
        info = self.ours.get_flight_info(query(SQL), options)
        return sum(rows(self.ours.do_get(endpoint.ticket, options)) for endpoint in info.endpoints)

    def flight_plain(self):
        return rows(self.plain.do_get(pyarrow.flight.Ticket(b"")))

    def pandas_ours(self):
        with self.flights.cursor() as cursor:
            cursor.execute(SQL)
            return len(cursor.fetch_df())

    def pandas_duckdb(self):
        return len(self.duck.execute(SQL).df())

    def ingest(self):
        with self.graph.cursor() as cursor:
            return cursor.adbc_ingest("Item", self.items.to_reader(65536), mode="replace")

    def first_row(self):
        with self.connect("flights") as connection, connection.cursor() as cursor:
            cursor.execute("SELECT name FROM Airport WHERE faa = 'LGA'")
            return len(cursor.fetchone())


def rows(stream):
    return sum(chunk.data.num_rows for chunk in stream)


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        serve(*sys.argv[2:])
        sys.exit()
    sides = Sides(*sys.argv[1:])
    print("ready", flush=True)
    for line in sys.stdin:
        print(getattr(sides, line.strip())(), flush=True)
    sides.other.kill()

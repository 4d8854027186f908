"""All flights of 2013 through ADBC.

python year.py URI EXPECTED

URI is grpc://host:port, EXPECTED the file with the counts that any engine must agree on. Prints what it checked.
"""

import json
import sys

import adbc_driver_flightsql.dbapi as flightsql
from clients import LATE_BY_CARRIER, scalar


def main():
    uri, path = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        expected = json.load(file)
    late = expected.pop("late_by_carrier")
    cancelled = expected.pop("cancelled")
    with flightsql.connect(uri, autocommit=True) as connection:
        for table, count in expected.items():
            assert scalar(connection, f"SELECT COUNT(*) FROM {table}") == count, table
        assert scalar(connection, "SELECT COUNT(*) FROM Flight WHERE cancelled") == cancelled
        with connection.cursor() as cursor:
            cursor.execute(LATE_BY_CARRIER)
            rows = [[name, n, round(mean, 4)] for name, n, mean in cursor.fetchall()]
            assert rows == late, rows
            cursor.execute("SELECT key, scheduled, arr_delay FROM Flight")
            table = cursor.fetch_arrow_table()
            assert table.num_rows == expected["Flight"]
            assert len(set(table.column("key").to_pylist())) == expected["Flight"]
    print(f"{len(expected)} counts and {len(rows)} carriers")


if __name__ == "__main__":
    main()

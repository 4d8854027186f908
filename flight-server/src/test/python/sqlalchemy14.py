"""What SQLAlchemy 1.4, which Apache Superset uses, does with a server of the first week's flights.

python sqlalchemy14.py URI

Our dialect, and the generic one of flightsql-dbapi. Prints one JSON line a case: {"case": name, "error": text or null}.
The cases leave the graph as it was.
"""

import sys

import flightsql.sqlalchemy  # noqa: F401: registers its dialect
import sqlalchemy as sa
from cases import case, run


@case
def our_dialect_reads_and_reflects(uri):
    assert sa.__version__.startswith("1.4."), sa.__version__
    with sa.create_engine(uri.replace("grpc:", "omnigraph:") + "/flights?branch=main").connect() as connection:
        answer = connection.execute(sa.text("SELECT name FROM Airport WHERE faa = :faa"), {"faa": "LGA"}).fetchall()
        assert answer == [("La Guardia",)], answer
        table = sa.Table("Route", sa.MetaData(), autoload_with=connection)
        assert [c.name for c in table.columns] == ["id", "src", "dst", "flights", "distance"]
        assert {k.column.table.name for k in table.foreign_keys} == {"Airport"}
        farthest = sa.select(table.c.dst).order_by(sa.desc(table.c.distance), table.c.dst).limit(1)
        assert connection.execute(farthest).scalar() == "HNL"


@case
def our_dialect_groups_by_expressions_with_values(uri):
    with sa.create_engine(uri.replace("grpc:", "omnigraph:") + "/flights", future=True).connect() as connection:
        airport = sa.Table("Airport", sa.MetaData(), autoload_with=connection)
        for feet in (1000, 2000):
            high = connection.execute(sa.text(f"SELECT COUNT(*) FROM Airport WHERE altitude > {feet}")).scalar()
            size = sa.case((airport.c.altitude > feet, "high"), else_="low")
            sizes = sa.select(size, sa.func.count()).group_by(size).having(size != "low").order_by(size)
            assert connection.execute(sizes).all() == [("high", high)]
        look = sa.select(airport.c.altitude * 0.5, airport.c.name.regexp_match("^la", flags="i"))
        assert connection.execute(look.where(airport.c.faa == "LGA")).one() == (11.0, True)
        n = sa.select(sa.literal(1).label("n")).cte("r", recursive=True)
        n = n.union_all(sa.select(n.c.n + 1).where(n.c.n < 3))
        assert connection.execute(sa.select(n)).scalars().all() == [1, 2, 3]
        written = sa.select(sa.literal(b"\x01")).compile(connection, compile_kwargs={"literal_binds": True})
        assert "X'01'" in str(written), written


@case
def our_dialect_writes_in_a_transaction(uri):
    store = sa.create_engine(uri.replace("grpc:", "omnigraph:") + "/flights", future=True)
    carrier = sa.Table("Carrier", sa.MetaData(), autoload_with=store)
    with store.begin() as connection:
        connection.execute(carrier.insert(), [{"code": "QA", "name": "a"}, {"code": "QB", "name": "b"}])
    with store.connect() as connection:
        connection.execute(carrier.delete().where(carrier.c.code == "QA"))
        connection.rollback()
    with store.begin() as connection:
        assert connection.execute(carrier.delete().where(carrier.c.code.like("Q_"))).rowcount == 2


@case
def our_dialect_keeps_nothing_of_a_transaction_in_which_a_statement_failed(uri):
    address = uri.replace("grpc:", "omnigraph:") + "/flights"
    ours = sa.text("SELECT COUNT(*) FROM Carrier WHERE code LIKE 'Q_'")
    add, again = (sa.text(f"INSERT INTO Carrier (code, name) VALUES ('{code}', 'x')") for code in ("QA", "AA"))
    for future in (False, True):
        with sa.create_engine(address, future=future).connect() as connection:
            transaction = connection.begin()
            connection.execute(add)
            for attempt in (lambda: connection.execute(again), transaction.commit):
                try:
                    attempt()
                    raise AssertionError("done")
                except sa.exc.IntegrityError as e:
                    assert "AA" in str(e), e
            transaction.close()
            assert connection.execute(ours).scalar() == 0
    with sa.create_engine(address).connect() as connection:  # each statement is a commit of its own
        try:
            connection.execute(again)
        except sa.exc.IntegrityError:
            connection.execute(add)
        assert connection.execute(sa.text("DELETE FROM Carrier WHERE code = 'QA'")).rowcount == 1


@case
def the_generic_dialect_reads_and_looks(uri):
    store = sa.create_engine(uri.replace("grpc:", "datafusion+flightsql:") + "?insecure=True")
    with store.connect() as connection:
        answer = connection.execute(sa.text("SELECT name FROM Airport WHERE faa = 'LGA'")).fetchall()
        assert answer == [("La Guardia",)], answer
        look = sa.inspect(connection)
        assert "Airport" in look.get_table_names("main")
        assert [c["name"] for c in look.get_columns("Carrier", "main")] == ["id", "code", "name"]


if __name__ == "__main__":
    sys.exit(run(*sys.argv[1:]))

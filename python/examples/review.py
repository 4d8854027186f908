"""A notebook as a script: a change on a branch, what differs, and a frame for a chart.

    ./omnigraph quickstart                                                     # in another terminal
    ./omnigraph branch create review --from main ./flights-quickstart
    python python/examples/review.py grpc://localhost:31337

Each "# %%" is a cell for editors that run cells. Needs pandas and the package in python/.
"""

# %% Load: two carriers that the graph does not have yet, on the branch only
import sys

import omnigraph_flight as omnigraph
import pandas

URI = sys.argv[1] if len(sys.argv) > 1 else "grpc://localhost:31337"

main = omnigraph.connect(URI, graph="flights", branch="main", autocommit=True)
review = omnigraph.connect(URI, graph="flights", branch="review", autocommit=True)

carriers = pandas.DataFrame({"code": ["ZA", "ZB"], "name": ["Alpha Air", "Beta Air"]})
print("loaded", review.ingest("Carrier", carriers))

# %% Query: the same statement on both branches
count = "SELECT COUNT(*) AS n FROM Carrier"
print("main", pandas.read_sql(count, main)["n"][0], "review", pandas.read_sql(count, review)["n"][0])

# %% Merge: rows with a key that is there replace it, others are inserted
corrected = pandas.DataFrame({"code": ["B6", "ZC"], "name": ["JetBlue", "Gamma Air"]})
print("merged", review.ingest("Carrier", corrected, mode="merge"))

# %% Difference: what the branch would bring
changes = pandas.read_sql(
    "SELECT change, code, name FROM table_changes('Carrier', 'main', 'review') ORDER BY code", main)
print(changes.to_string(index=False, header=False))

# %% Chart: flights a day of the three busiest carriers, one column each
daily = pandas.read_sql(
    """
    SELECT f.day, c.name AS carrier, COUNT(*) AS flights
    FROM Flight f JOIN OperatedBy o ON o.src = f.id JOIN Carrier c ON c.id = o.dst
    GROUP BY f.day, c.name
    """,
    review,
)
chart = daily.pivot(index="day", columns="carrier", values="flights")
chart = chart[chart.sum().nlargest(3).index]
print("chart", chart.shape, list(chart.columns))
# chart.plot()  # with matplotlib

# %% End: take the change back, so that the script can run again
with review.cursor() as cursor:
    cursor.execute("DELETE FROM Carrier WHERE code IN ('ZA', 'ZB', 'ZC')")
    cursor.execute("UPDATE Carrier SET name = 'JetBlue Airways' WHERE code = 'B6'")
review.close()
main.close()

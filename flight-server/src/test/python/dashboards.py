"""Apache Superset against a server of the first week's flights, up to a chart in a browser.

python dashboards.py URI FOLDER

FOLDER takes Superset's own database, its log and the pictures of the charts. Needs Chromium and its driver
(Debian, Ubuntu: apt install chromium chromium-driver). Prints one JSON line a case: {"case": name, "error": text or null}.
"""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import time

import requests
from cases import case, run
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

CONFIG = """
SECRET_KEY = "for this test only, nothing is kept"
SQLALCHEMY_DATABASE_URI = "sqlite:///{folder}/superset.db"
WTF_CSRF_ENABLED = False
TALISMAN_ENABLED = False
CACHE_CONFIG = DATA_CACHE_CONFIG = FILTER_STATE_CACHE_CONFIG = EXPLORE_FORM_DATA_CACHE_CONFIG = {{
    "CACHE_TYPE": "SimpleCache"
}}
"""
USER = "analyst"
FLIGHTS_A_DAY = {1: 842, 2: 943, 3: 914, 4: 915, 5: 720, 6: 832, 7: 933}
JANUARY_1 = 1356998400000
DAY = 86400000
TYPES = [
    "Airport", "ArrivesAt", "Carrier", "DepartsFrom", "Flight", "FlownBy", "OperatedBy", "Plane", "Route",
]  # fmt: skip


class Superset:
    """A Superset of its own in a folder."""

    def __init__(self, folder):
        self.folder = folder
        # Nothing of a run before: its database knows our names, its browser may be logged in.
        (folder / "superset.db").unlink(missing_ok=True)
        shutil.rmtree(folder / "chromium", ignore_errors=True)
        self.log = open(folder / "superset.log", "w")
        (folder / "superset_config.py").write_text(CONFIG.format(folder=folder))
        self.environment = {
            **os.environ,
            "SUPERSET_CONFIG_PATH": str(folder / "superset_config.py"),
            "SUPERSET_HOME": str(folder),
            "FLASK_APP": "superset.app:create_app()",
        }
        self.process = None
        self.session = requests.Session()

    def command(self, *arguments):
        program = pathlib.Path(sys.executable).parent / "superset"
        return subprocess.Popen(
            [program, *arguments], env=self.environment, cwd=self.folder, stdout=self.log, stderr=self.log
        )

    def start(self):
        names = ["--username", USER, "--firstname", "A", "--lastname", "N", "--email", "a@n.example", "--password", USER]
        for arguments in (["db", "upgrade"], ["fab", "create-admin", *names], ["init"]):
            assert self.command(*arguments).wait(300) == 0, arguments
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        self.process = self.command("run", "-p", str(port))
        until = time.monotonic() + 300
        while True:
            try:
                requests.get(self.address + "/health", timeout=10).raise_for_status()
                break
            except requests.RequestException:
                assert self.process.poll() is None and time.monotonic() < until
                time.sleep(1)
        login = {"username": USER, "password": USER, "provider": "db", "refresh": True}
        self.session.headers["Authorization"] = "Bearer " + self.post("security/login", login)["access_token"]

    def post(self, path, body):
        return self._answer(self.session.post(f"{self.address}/api/v1/{path}", json=body, timeout=120))

    def get(self, path):
        return self._answer(self.session.get(f"{self.address}/api/v1/{path}", timeout=120))

    def _answer(self, response):
        assert response.ok, f"{response.status_code} {response.text[:2000]}"
        return response.json()

    def add(self, name, uri):
        body = {"database_name": name, "sqlalchemy_uri": uri}
        self.post("database/test_connection/", body)
        return self.post("database/", {**body, "expose_in_sqllab": True})["id"]

    def sql(self, database, sql):
        self.numbers = getattr(self, "numbers", 0) + 1
        body = {
            "database_id": database, "sql": sql, "schema": "main", "runAsync": False, "queryLimit": 100,
            "client_id": f"c{self.numbers}",
        }  # fmt: skip
        return self.post("sqllab/execute/", body)["data"]

    def stop(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
        self.log.close()


@case
def a_database_is_added(superset, url):
    superset.start()
    superset.database = superset.add("flights", url)
    assert sorted(superset.get(f"database/{superset.database}/schemas/")["result"]) == [
        "information_schema", "main", "omnigraph_catalog",
    ]  # fmt: skip
    tables = superset.get(f"database/{superset.database}/tables/?q=(schema_name:main)")["result"]
    assert [table["value"] for table in tables] == TYPES, tables


@case
def a_dataset_knows_its_columns(superset, url):
    made = superset.post("dataset/", {"database": superset.database, "schema": "main", "table_name": "Flight"})
    superset.dataset = made["id"]
    columns = superset.get(f"dataset/{superset.dataset}")["result"]["columns"]
    assert {c["column_name"] for c in columns if c["is_dttm"]} == {"day", "scheduled"}
    types = {c["column_name"]: c["type"] for c in columns}
    assert types["flight"] == "INTEGER" and types["cancelled"] == "BOOLEAN" and types["dep_delay"] == "DOUBLE", types


@case
def sql_lab_answers(superset, url):
    rows = superset.sql(
        superset.database,
        "SELECT c.name, COUNT(*) AS n FROM OperatedBy o JOIN Carrier c ON c.id = o.dst GROUP BY c.name ORDER BY n DESC",
    )
    assert rows[0] == {"name": "JetBlue Airways", "n": 1107}, rows[0]


@case
def charts_have_every_grain_of_time(superset, url):
    first_weeks = {JANUARY_1 - DAY: 842 + 943 + 914 + 915 + 720 + 832, JANUARY_1 + 6 * DAY: 933}
    all_of_them = {JANUARY_1: sum(FLIGHTS_A_DAY.values())}
    days = {JANUARY_1 + (day - 1) * DAY: count for day, count in FLIGHTS_A_DAY.items()}
    expected = {"P1D": days, "P1W": first_weeks, "P1M": all_of_them, "P3M": all_of_them, "P1Y": all_of_them}
    sums = set()
    for column in ("day", "scheduled"):
        for grain in ("PT1S", "PT1M", "PT1H", "P1D", "P1W", "P1M", "P3M", "P1Y"):
            axis = {"label": "x", "sqlExpression": column, "expressionType": "SQL"}
            query = {
                "columns": [{**axis, "timeGrain": grain, "columnType": "BASE_AXIS"}],
                "metrics": ["count"], "granularity": column, "time_range": "2013-01-01 : 2013-01-08", "row_limit": 10000,
            }  # fmt: skip
            source = {"id": superset.dataset, "type": "table"}
            answer = superset.post("chart/data", {"datasource": source, "queries": [query], "result_format": "json"})
            counts = {int(row["x"]): row["count"] for row in answer["result"][0]["data"]}
            sums.add((column, sum(counts.values())))
            if column == "day" and grain in expected:
                assert counts == expected[grain], (grain, counts)
    assert len(sums) == 2 and ("day", sum(FLIGHTS_A_DAY.values())) in sums, sums


@case
def a_pinned_snapshot_is_a_database_of_its_own(superset, url):
    head = superset.sql(
        superset.database,
        "SELECT commit_id FROM omnigraph_catalog.commits WHERE branch = 'main' ORDER BY created_at DESC",
    )[0]["commit_id"]
    pinned = superset.add("flights at a commit", f"{url}?snapshot={head}")
    assert superset.sql(pinned, "SELECT COUNT(*) AS n FROM Flight") == [{"n": sum(FLIGHTS_A_DAY.values())}]


@case
def charts_are_drawn_in_a_browser(superset, url):
    def chart(name, kind, form):
        form = {"viz_type": kind, "datasource": f"{superset.dataset}__table", "time_grain_sqla": "P1D", **form}
        body = {
            "slice_name": name, "viz_type": kind, "datasource_type": "table", "datasource_id": superset.dataset,
            "params": json.dumps(form),
        }  # fmt: skip
        return superset.post("chart/", body)["id"]

    common = {"metrics": ["count"], "adhoc_filters": [], "row_limit": 1000}
    table = chart("Flights of days", "table", {"query_mode": "aggregate", "groupby": ["day"], **common})
    bars = chart("Flights a day", "echarts_timeseries_bar", {"x_axis": "day", "groupby": [], "show_value": True, **common})
    options = Options()
    options.binary_location = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    for argument in (
        "headless", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-background-networking",
        "disable-component-update", "disable-sync", "window-size=1400,900", f"user-data-dir={superset.folder}/chromium",
    ):  # fmt: skip
        options.add_argument("--" + argument)
    driver = os.environ.get("CHROMEDRIVER", "/usr/bin/chromedriver")
    browser = webdriver.Chrome(options=options, service=Service(driver))
    try:
        wait = WebDriverWait(browser, 180)

        def text():
            return browser.find_element(By.TAG_NAME, "body").text

        browser.get(superset.address + "/login/")
        wait.until(lambda b: b.find_elements(By.CSS_SELECTOR, "input[type=password]"))
        browser.find_element(By.CSS_SELECTOR, "input#username, input[name=username]").send_keys(USER)
        browser.find_element(By.CSS_SELECTOR, "input[type=password]").send_keys(USER)
        browser.find_element(By.CSS_SELECTOR, "button[type=submit], input[type=submit]").click()
        wait.until(lambda b: "/login" not in b.current_url)
        browser.get(f"{superset.address}/explore/?slice_id={table}&standalone=1")
        wait.until(lambda b: all(str(count) in text() for count in FLIGHTS_A_DAY.values()))
        browser.save_screenshot(str(superset.folder / "table.png"))
        browser.get(f"{superset.address}/explore/?slice_id={bars}&standalone=1")
        blue = """
            const canvas = document.querySelector("canvas");
            if (!canvas) return 0;
            const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
            let count = 0;
            for (let i = 0; i < pixels.length; i += 4) {
              if (pixels[i] < 100 && pixels[i + 2] > 150 && pixels[i + 3] > 200) count++;
            }
            return count / (canvas.width * canvas.height);
            """
        wait.until(lambda b: b.execute_script(blue) > 0.3)
        browser.save_screenshot(str(superset.folder / "bars.png"))
    finally:
        browser.quit()


if __name__ == "__main__":
    uri, folder = sys.argv[1:]
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    superset = Superset(pathlib.Path(folder).resolve())
    try:
        failed = run(superset, uri.replace("grpc:", "omnigraph:") + "/flights")
    finally:
        superset.stop()
    sys.exit(failed)

"""Every query of every panel, as Grafana would put it to Prometheus, and what came back.

Reads the dashboards' JSON, which is what users have, and from their source only which data must exist.
"""

import json
import pathlib
import re
import sys
import time
import urllib.parse
from dataclasses import dataclass

from jvm import get

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "dashboards/source"))

import compare  # noqa: E402
import fleet  # noqa: E402
import panels as source  # noqa: E402
import service  # noqa: E402

SOURCES = {one.uid: one for one in (service.DASHBOARD, fleet.DASHBOARD, compare.DASHBOARD)}


class Prometheus:
    """Asks one Prometheus by its HTTP API."""

    def __init__(self, address):
        self.address = address

    def ask(self, path, **parameters):
        data = urllib.parse.urlencode(parameters).encode()
        answer = json.loads(get(f"{self.address}/api/v1/{path}", data=data, timeout=60))
        if answer["status"] != "success":
            raise ValueError(answer.get("error", "no success"))
        return answer["data"]

    def instant(self, expr, at):
        return self.ask("query", query=expr, time=at)["result"]

    def range(self, expr, start, end, step):
        return self.ask("query_range", query=expr, start=start, end=end, step=step)["result"]


@dataclass
class Asked:
    dashboard: str
    panel: str
    kind: str
    expr: str
    legend: str
    expected: str
    result: list
    error: str
    seconds: float
    start: float
    end: float

    @property
    def complaint(self):
        if self.error:
            return f"{self.dashboard}: {self.panel}: {self.error}: {self.expr}"
        if not self.result and self.expected != source.SOME:
            return f"{self.dashboard}: {self.panel}: no data, where there must be some: {self.expr}"
        return ""


def panels(dashboard):
    """(panel, its source) in the order of the JSON."""
    shown = [panel for panel in dashboard["panels"] if panel["type"] != "row"]
    known = SOURCES[dashboard["uid"]].panels
    if [panel["title"] for panel in shown] != [one.title for one in known]:
        raise ValueError(f"{dashboard['uid']}.json is not what its source describes: run dashboards/generate")
    return zip(shown, known)


def dashboards():
    return [json.loads((ROOT / f"dashboards/{uid}.json").read_text()) for uid in SOURCES]


def with_variables(expr, values):
    return re.sub(r"\$\{?(\w+)\}?", lambda found: values.get(found[1], found[0]), expr)


def ask_all(prometheus, chosen, values, start, end, step):
    """Each query of these dashboards. A table's is put at the end, all others over the whole time."""
    asked = []
    for dashboard in chosen:
        for panel, known in panels(dashboard):
            for target, query in zip(panel["targets"], known.queries):
                expr = with_variables(target["expr"], values)
                result, error, began = [], "", time.monotonic()
                try:
                    if "$" in expr:
                        error = "a variable is unknown"
                    elif target["instant"]:
                        result = prometheus.instant(expr, end)
                    else:
                        result = prometheus.range(expr, start, end, step)
                except (OSError, ValueError) as e:
                    body = e.read().decode(errors="replace") if hasattr(e, "read") else ""
                    error = f"{e} {body}".strip()
                asked.append(
                    Asked(
                        dashboard["title"],
                        panel["title"],
                        panel["type"],
                        expr,
                        target.get("legendFormat", ""),
                        query.data or known.data,
                        result,
                        error,
                        time.monotonic() - began,
                        start,
                        end,
                    )
                )
    return asked


def values(step, start, end, application, instance=".+", before=".+", after=".+", ago="1ms"):
    """What Grafana puts for its variables."""
    return {
        "__rate_interval": f"{max(4 * step, 15)}s",
        "__interval": f"{step}s",
        "__range": f"{int(end - start)}s",
        "application": application,
        "instance": instance,
        "before": before,
        "after": after,
        "ago": ago,
    }

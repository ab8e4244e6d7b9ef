"""What a panel is, before it becomes Grafana's JSON: its queries, its unit, the rules that it illustrates.

Plain data without the SDK, so that the checks of the queries need nothing but Python.
"""

from dataclasses import dataclass, field

# Data that a busy service always has, data of the fault in example E, and data that only some services have.
ALWAYS, FAULT, SOME = "always", "fault", "some"


@dataclass(frozen=True)
class Query:
    expr: str
    legend: str = ""
    data: str = ""  # where it differs from that of the panel


@dataclass(frozen=True)
class Panel:
    title: str
    kind: str  # timeseries, stat, table, state-timeline, heatmap
    queries: tuple
    data: str = ALWAYS
    unit: str = "short"
    about: str = ""
    rules: tuple = ()
    width: int = 12
    height: int = 8
    most: float | None = None
    columns: tuple = ()  # of a table: labels in their order
    value: bool = True  # whether a table shows the query's value
    red_from: float | None = None

    def __post_init__(self):
        if isinstance(self.queries, str):
            object.__setattr__(self, "queries", (Query(self.queries),))


@dataclass(frozen=True)
class Variable:
    name: str
    label: str
    query: str = ""  # a label_values query; empty for a text box
    default: str = ""
    many: bool = False
    every: str = ""  # what All stands for; empty for the list of those that are there
    about: str = ""


@dataclass(frozen=True)
class Dashboard:
    uid: str
    title: str
    about: str
    variables: tuple
    rows: tuple  # (title, panels)
    since: str = "now-30m"
    refresh: str = "10s"
    annotation: str = ""

    @property
    def panels(self):
        return [panel for _, panels in self.rows for panel in panels]


APPLICATION = Variable("application", "Service", "label_values(snarl_agent_info, application)")
DOCS = Variable(
    "docs", "Snarl's docs", default="http://localhost:8088/docs", about="where the links to the pages of the findings lead"
)


def table(title, query, columns, **more):
    return Panel(title, "table", (Query(query),), columns=tuple(columns), **more)


def lines(title, *queries, **more):
    return Panel(title, "timeseries", tuple(Query(*q) if isinstance(q, tuple) else Query(q) for q in queries), **more)


def number(title, query, **more):
    more.setdefault("width", 4)
    more.setdefault("height", 4)
    return Panel(title, "stat", (Query(query),), **more)

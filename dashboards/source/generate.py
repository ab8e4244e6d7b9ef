#!/usr/bin/env python3
"""Writes the dashboards' JSON with Grafana's Foundation SDK, or checks that it is what would be written.

    dashboards/generate           writes dashboards/*.json
    dashboards/generate --check   exit status 1 and the names of those that differ

Needs the package grafana-foundation-sdk, which dashboards/generate fetches.
"""

import json
import pathlib
import sys

from grafana_foundation_sdk.builders import dashboard, heatmap, prometheus, stat, statetimeline, table, timeseries
from grafana_foundation_sdk.builders.common import ReduceDataOptions, VizLegendOptions, VizTooltipOptions
from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.cog.plugins import register_default_plugins
from grafana_foundation_sdk.models import common as look
from grafana_foundation_sdk.models import dashboard as model
from grafana_foundation_sdk.models.prometheus import PromQueryFormat

import compare
import fleet
import service

FOLDER = pathlib.Path(__file__).resolve().parents[1]
DASHBOARDS = (service.DASHBOARD, fleet.DASHBOARD, compare.DASHBOARD)
SOURCE = model.DataSourceRef(type_val="prometheus", uid="${datasource}")
PAGE = "${docs}/findings/%s.md"
SEVERITY_COLOURS = {"critical": "red", "warning": "orange", "info": "blue"}


def query(number, one, panel):
    target = prometheus.Dataquery().expr(one.expr).ref_id(chr(ord("A") + number)).legend_format(one.legend or "__auto")
    if panel.kind == "table":
        return target.instant().format(PromQueryFormat.TABLE)
    return target.range().format(PromQueryFormat.HEATMAP if panel.kind == "heatmap" else PromQueryFormat.TIME_SERIES)


def link(title, url):
    return dashboard.DashboardLink(title).type(model.DashboardLinkType.LINK).url(url).target_blank(True)


def steps(panel):
    first = model.Threshold(value=None, color="green")
    return [first] if panel.red_from is None else [first, model.Threshold(value=panel.red_from, color="red")]


def columns(panel):
    """Keeps the labels that matter in their order, the value last; the rule leads to its page."""
    order = {name: place for place, name in enumerate(panel.columns)}
    hidden = {"Time": True, "__name__": True, "Value": not panel.value}
    return model.DataTransformerConfig(
        id_val="organize",
        options={"indexByName": order | {"Value": len(order)}, "excludeByName": hidden, "renameByName": {}},
    )


def table_panel(panel):
    built = table.Panel().with_transformation(columns(panel)).filterable(True)
    if "rule" in panel.columns:
        page = {"title": "What ${__value.text} means and what to do", "url": PAGE % "${__value.raw}", "targetBlank": True}
        built.override_by_name("rule", [model.DynamicConfigValue(id_val="links", value=[page])])
    if "severity" in panel.columns:
        colours = {name: {"color": colour, "index": place} for place, (name, colour) in enumerate(SEVERITY_COLOURS.items())}
        built.override_by_name(
            "severity",
            [
                model.DynamicConfigValue(id_val="mappings", value=[{"type": "value", "options": colours}]),
                model.DynamicConfigValue(id_val="custom.cellOptions", value={"type": "color-text"}),
                model.DynamicConfigValue(id_val="custom.width", value=90),
            ],
        )
    return built


def lines_panel(panel):
    legend = VizLegendOptions().show_legend(True).display_mode(look.LegendDisplayMode.LIST)
    built = timeseries.Panel().legend(legend.placement(look.LegendPlacement.BOTTOM)).fill_opacity(10).min(0)
    built.tooltip(VizTooltipOptions().mode(look.TooltipDisplayMode.MULTI).sort(look.SortOrder.DESCENDING))
    return built.show_points(look.VisibilityMode.NEVER)


def stat_panel(panel):
    last = ReduceDataOptions().calcs(["lastNotNull"]).values(False)
    colour = look.BigValueColorMode.VALUE if panel.red_from is None else look.BigValueColorMode.BACKGROUND
    return stat.Panel().reduce_options(last).color_mode(colour).graph_mode(look.BigValueGraphMode.AREA)


KINDS = {
    "timeseries": lines_panel,
    "stat": stat_panel,
    "table": table_panel,
    "heatmap": lambda panel: heatmap.Panel(),
    "state-timeline": lambda panel: statetimeline.Panel().show_value(look.VisibilityMode.NEVER).merge_values(True),
}


def built_panel(panel):
    built = KINDS[panel.kind](panel).title(panel.title).datasource(SOURCE).span(panel.width).height(panel.height)
    if panel.about:
        built.description(panel.about)
    if panel.kind != "heatmap":
        built.unit(panel.unit)
    if panel.most is not None:
        built.max(panel.most)
    built.thresholds(dashboard.ThresholdsConfig().mode(model.ThresholdsMode.ABSOLUTE).steps(steps(panel)))
    if panel.rules:
        built.links([link(rule, PAGE % rule) for rule in panel.rules])
    for number, one in enumerate(panel.queries):
        built.with_target(query(number, one, panel))
    return built


def built_variable(variable):
    if not variable.query:
        current = model.VariableOption(selected=True, text=variable.default, value=variable.default)
        built = dashboard.TextBoxVariable(variable.name).label(variable.label).default_value(variable.default)
        return built.current(current).options([current]).description(variable.about)
    built = dashboard.QueryVariable(variable.name).label(variable.label).datasource(SOURCE)
    built.query({"query": variable.query, "refId": variable.name}).refresh(model.VariableRefresh.ON_TIME_RANGE_CHANGED)
    built.sort(model.VariableSort.ALPHABETICAL_ASC).description(variable.about)
    if variable.many:
        every = model.VariableOption(selected=True, text="All", value="$__all")
        built.multi(True).include_all(True).current(every)
        if variable.every:
            built.all_value(variable.every)
    return built


def built_dashboard(one):
    built = dashboard.Dashboard(one.title).uid(one.uid).description(one.about).tags(["snarl"])
    built.time(one.since, "now").refresh(one.refresh).timezone("browser").readonly()
    built.tooltip(model.DashboardCursorSync.CROSSHAIR)
    others = dashboard.DashboardLink("Snarl").type(model.DashboardLinkType.DASHBOARDS).tags(["snarl"])
    built.link(others.as_dropdown(True).include_vars(False).keep_time(True))
    built.with_variable(dashboard.DatasourceVariable("datasource").label("Prometheus").type("prometheus"))
    for variable in one.variables:
        built.with_variable(built_variable(variable))
    if one.annotation:
        built.annotation(
            dashboard.AnnotationQuery()
            .name("Findings")
            .datasource(SOURCE)
            .enable(True)
            .icon_color("red")
            .expr(one.annotation)
        )
    for title, panels in one.rows:
        built.with_row(dashboard.Row(title))
        for panel in panels:
            built.with_panel(built_panel(panel))
    return built.build()


def text_of(one):
    content = json.loads(json.dumps(built_dashboard(one), cls=JSONEncoder))
    for annotation in content["annotations"].get("list", []):
        # Fields of Prometheus' annotations, which the SDK does not know.
        annotation.update({"step": "15s", "titleFormat": "{{rule}}", "textFormat": "{{site}}", "tagKeys": "severity"})
    for number, panel in enumerate(content["panels"], start=1):
        panel["id"] = number
    return json.dumps(content, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def main():
    register_default_plugins()
    wrong = []
    for one in DASHBOARDS:
        file = FOLDER / f"{one.uid}.json"
        text = text_of(one)
        if "--check" not in sys.argv:
            file.write_text(text)
        elif not file.exists() or file.read_text() != text:
            wrong.append(file.name)
    if wrong:
        print(f"differ from what dashboards/generate writes: {', '.join(wrong)}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Pictures of the dashboards' data: the panels where the JSON puts them, drawn from what a real Prometheus answered.

    scripts/stack prometheus --pictures      (calls this with the answers of its queries)

Not Grafana: nothing that renders Grafana's panels can be installed without a container or a download. Lines, numbers and
tables only, so that one sees which data a panel has. Needs Chromium and Playwright (ensure_browser).
"""

import html
import json
import pathlib
import sys

import prometheus_queries as queries

COLOURS = ("#7eb26d", "#eab839", "#6ed0e0", "#ef843c", "#e24d42", "#1f78c1", "#ba43a9", "#705da0", "#508642", "#cca300")
NOTE = "Preview: the panels' data as a real Prometheus answered, drawn by scripts/lib/preview.py and not by Grafana"
CELL, ROW = 58, 34
STYLE = """
body { margin: 0; background: #111217; color: #ccccdc; font: 12px sans-serif; }
h1 { font-size: 15px; font-weight: 500; margin: 12px 8px 4px; } p.note { margin: 0 8px 8px; color: #8e8ea0; }
.board { position: relative; } .panel, .row { position: absolute; box-sizing: border-box; overflow: hidden; }
.panel { background: #181b1f; border: 1px solid #2a2d33; border-radius: 2px; padding: 6px 8px; }
.row { font-weight: 600; padding: 10px 8px; } h2 { font-size: 12px; font-weight: 500; margin: 0 0 4px; white-space: nowrap; }
.number { font-size: 34px; text-align: center; padding-top: 14px; } table { border-collapse: collapse; width: 100%; font-size: 11px; }
td, th { text-align: left; padding: 2px 6px; border-bottom: 1px solid #2a2d33; white-space: nowrap; }
.legend { font-size: 10px; color: #9e9eb0; line-height: 13px; white-space: nowrap; } .none { color: #6e6e80; padding-top: 30px; text-align: center; }
"""


def figure(value, unit):
    value = float(value)
    if value != value:
        return "–"
    if unit in ("percentunit",):
        return f"{value * 100:.1f} %"
    if unit in ("bytes", "Bps"):
        for name in ("B", "kB", "MB", "GB"):
            if abs(value) < 1024 or name == "GB":
                return f"{value:.0f} {name}" + ("/s" if unit == "Bps" else "")
            value /= 1024
    if unit == "s":
        return f"{value * 1000:.3g} ms" if abs(value) < 1 else f"{value:.3g} s"
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}"


def legend(series, answer):
    text = answer["legend"]
    for name, value in series["metric"].items():
        text = text.replace("{{" + name + "}}", value)
    return text


def lines(answers, width, height, unit):
    drawn = [(legend(series, one), [(float(t), float(v)) for t, v in series["values"] if v not in ("NaN", "+Inf")])
             for one in answers for series in one["result"]]
    points = [point for _, some in drawn for point in some]
    if not points:
        return '<div class="none">no data</div>'
    keys = min(3, len(drawn))
    height -= 40 + 13 * keys
    first, last = min(t for t, _ in points), max(t for t, _ in points)
    top = max(max(v for _, v in points), 1e-9) * 1.05
    span = max(last - first, 1)
    paths = ""
    for number, (_, some) in enumerate(drawn):
        place = " ".join(f"{50 + (t - first) / span * (width - 60):.1f},{height - v / top * (height - 6):.1f}" for t, v in some)
        paths += f'<polyline fill="none" stroke-width="1.5" stroke="{COLOURS[number % len(COLOURS)]}" points="{place}"/>'
    grid = ""
    for part in (0, 0.5, 1):
        y = height - part / 1.05 * (height - 6)
        grid += f'<line x1="50" x2="{width - 10}" y1="{y}" y2="{y}" stroke="#2a2d33"/>'
        grid += f'<text x="46" y="{y + 3}" fill="#8e8ea0" font-size="9" text-anchor="end">{figure(top / 1.05 * part, unit)}</text>'
    names = [f'<span style="color:{COLOURS[i % len(COLOURS)]}">━</span> {html.escape(name)}' for i, (name, _) in enumerate(drawn[:keys])]
    if len(drawn) > keys:
        names[-1] += f" and {len(drawn) - keys} more"
    return f'<svg width="{width}" height="{height}">{grid}{paths}</svg><div class="legend">{"<br>".join(names)}</div>'


def table(answers, panel, known):
    rows = [[series["metric"].get(name, "") for name in known.columns] + ([figure(series["value"][1], known.unit)] if known.value else [])
            for one in answers for series in one["result"]]
    if not rows:
        return '<div class="none">no data</div>'
    head = "".join(f"<th>{html.escape(name)}</th>" for name in (*known.columns, *(["value"] if known.value else [])))
    body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows[:10])
    return f"<table><tr>{head}</tr>{body}</table>"


def number(answers, known):
    values = [series["values"][-1][1] for one in answers for series in one["result"]]
    shown = "–" if not values else "minutes ago" if known.unit == "dateTimeFromNow" else figure(values[0], known.unit)
    red = known.red_from is not None and values and float(values[0]) >= known.red_from
    return f'<div class="number" style="color:{"#e24d42" if red else "#73bf69"}">{shown}</div>'


def bands(answers, width):
    out = ""
    for one in answers:
        for series in one["result"]:
            times = [float(t) for t, _ in series["values"]]
            start, end = float(one["start"]), float(one["end"])
            scale = (width - 180) / max(end - start, 1)
            left, long = (times[0] - start) * scale, max((times[-1] - times[0]) * scale, 2)
            out += f'<div style="height:22px">{html.escape(legend(series, one))}<span style="float:right;width:{width - 180}px">'
            out += f'<span style="display:block;background:#c4472f;height:16px;margin-left:{left}px;width:{long}px"></span></span></div>'
    return out or '<div class="none">no data</div>'


def board(dashboard, asked):
    known = {id(panel): one for panel, one in queries.panels(dashboard)}
    parts, bottom, answers = [], 0, iter(asked)
    for panel in dashboard["panels"]:
        place = panel["gridPos"]
        width, height = place["w"] * CELL, place["h"] * ROW
        at = f'left:{place["x"] * CELL}px;top:{place["y"] * ROW}px;width:{width - 6}px;height:{height - 6}px'
        bottom = max(bottom, (place["y"] + place["h"]) * ROW)
        if panel["type"] == "row":
            parts.append(f'<div class="row" style="{at}">{html.escape(panel["title"])}</div>')
            continue
        mine, one = [next(answers) for _ in panel["targets"]], known[id(panel)]
        if panel["type"] == "stat":
            inside = number(mine, one)
        elif panel["type"] == "table":
            inside = table(mine, panel, one)
        elif panel["type"] == "state-timeline":
            inside = bands(mine, width - 30)
        else:
            inside = lines(mine, width - 24, height - 14, one.unit)
        parts.append(f'<div class="panel" style="{at}"><h2>{html.escape(panel["title"])}</h2>{inside}</div>')
    return f'<h1>{html.escape(dashboard["title"])}</h1><p class="note">{NOTE}</p><div class="board" style="width:{24 * CELL}px;height:{bottom}px">{"".join(parts)}</div>', bottom


def main():
    out = pathlib.Path(sys.argv[1])
    answers = json.loads(pathlib.Path(sys.argv[2]).read_text())
    import os

    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=os.environ["SNARL_CHROMIUM"], args=["--no-sandbox"])
        for dashboard in queries.dashboards():
            mine = [one for one in answers if one["dashboard"] == dashboard["title"]]
            if not mine:
                continue
            content, height = board(dashboard, mine)
            page = browser.new_page(viewport={"width": 24 * CELL, "height": height + 60})
            page.set_content(f"<!doctype html><meta charset=utf-8><style>{STYLE}</style>{content}")
            name = f"{dashboard['uid']}-preview.png"
            # The upper part says enough for a document.
            most = int(sys.argv[3]) if len(sys.argv) > 3 else height + 60
            page.screenshot(path=out / name, clip={"x": 0, "y": 0, "width": 24 * CELL, "height": min(most, height + 60)})
            print(out / name)
        browser.close()


if __name__ == "__main__":
    main()

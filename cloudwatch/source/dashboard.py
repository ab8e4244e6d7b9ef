"""dashboard.template.json: one dashboard a service, worst first."""

import json

from alarms import parameters
from chosen import FINDINGS, metrics

WIDTH, HEIGHT = 12, 6
TITLES = {
    "snarl_pool_deadlocks": "Pool deadlocks",
    "snarl_double_blocked_seconds_total": "Two threads held for one job (seconds a minute)",
    "snarl_blocked_seconds_total": "Threads waiting for others (seconds a minute)",
    "snarl_thread_starts_total": "Threads started a minute",
    "executor_queued_tasks": "Tasks in the longest queue",
    "executor_active_threads": "Threads at work in the busiest pool",
    "snarl_executor_queue_wait_seconds": "Waiting in the queue",
    "process_cpu_usage": "CPU of the process (1 is the machine)",
    "jvm_gc_pause_seconds_sum": "Garbage collection pauses (seconds a minute)",
    "snarl_gc_occupancy_ratio": "Old generation, used of committed",
    "snarl_agent_errors_total": "Errors of the agent",
    "snarl_agent_dropped_total": "What found no room in the agent",
}
REGION = "${AWS::Region}"


def widget(index, kind, properties, width=WIDTH):
    return {"type": kind, "x": (index % 2) * WIDTH, "y": (index // 2) * HEIGHT, "width": width, "height": HEIGHT, "properties": properties}


def graph(title, rows):
    return {"title": title, "view": "timeSeries", "region": REGION, "period": 60, "metrics": rows, "yAxis": {"left": {"min": 0}}}


def findings():
    """Each kind of finding that was sent, whatever the rule."""
    search = 'SEARCH(\'{"${Namespace}",application,rule,severity} MetricName="%s" application="${Application}"\', \'Maximum\', 60)' % FINDINGS
    return {
        **graph("Findings", [[{"expression": search, "id": "findings", "label": "${!PROP('Dim.rule')} ${!PROP('Dim.severity')}"}]]),
        "view": "timeSeries",
        "stacked": True,
    }


def rows(chosen):
    own = [x for pair in zip(chosen.dimensions[1:], chosen.values) for x in pair]
    where = ["${Namespace}", chosen.name, "application", "${Application}", *own]
    if chosen.statistic.startswith("p"):
        return [[*where, {"stat": statistic}] for statistic in ("p50", "p95", "p99")]
    return [[*where, {"stat": chosen.statistic}]]


def template():
    text = (
        "# ${Application}\nWhat Snarl finds: the kinds of findings that are true, and what they cost. Each has a page,"
        " docs/findings/RULE.md. The lines of code are in the agent's own page, in `/api/findings`, and as `site` in the log group"
        " that EMF goes to."
    )
    widgets = [widget(0, "metric", findings()), widget(1, "text", {"markdown": text})]
    plain = [one for one in metrics() if one.name != FINDINGS]
    widgets += [widget(index, "metric", graph(TITLES[one.name], rows(one))) for index, one in enumerate(plain, 2)]
    return {
        "AWSTemplateFormatVersion": "2010-09-09",
        "Description": "A dashboard of one service with Snarl. Written by cloudwatch/generate; docs/cloudwatch.md",
        "Parameters": {name: parameters()[name] for name in ("Application", "Namespace")},
        "Resources": {
            "Dashboard": {
                "Type": "AWS::CloudWatch::Dashboard",
                "Properties": {
                    "DashboardBody": {"Fn::Sub": json.dumps({"start": "-PT3H", "widgets": widgets}, indent=1)},
                },
            }
        },
    }

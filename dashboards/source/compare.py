"""Before and after a deploy: the same numbers of two sets of JVMs, or of the same ones some time ago."""

from panels import APPLICATION, DOCS, FAULT, SOME, Dashboard, Query, Variable, lines, table

BEFORE = 'application=~"$application", instance=~"$before"'
AFTER = 'application=~"$application", instance=~"$after"'


def both(title, expr, **more):
    """`expr` with ME and AGO, once as it was and once as it is."""
    before = expr.replace("ME", BEFORE).replace("AGO", " offset $ago")
    after = expr.replace("ME", AFTER).replace("AGO", "")
    healed = SOME if more.get("data") == FAULT else ""
    return lines(title, (before, "before"), (after, "after", healed), **more)


def rate(metric):
    return f"sum(rate({metric}{{ME}}[$__rate_interval]AGO))"


def p95(metric):
    return f"histogram_quantile(0.95, sum by (le) (rate({metric}_bucket{{ME}}[$__rate_interval]AGO)))"


def difference(selector, offset, other, other_offset):
    return (
        f"max by (rule, severity, site) (max_over_time(snarl_findings{{{selector}}}[$__range]{offset}))"
        f" unless on (rule, site) max_over_time(snarl_findings{{{other}}}[$__range]{other_offset})"
    )


COLUMNS = ("severity", "rule", "site")
FINDINGS = (
    table("Gone with the deploy", difference(BEFORE, " offset $ago", AFTER, ""), COLUMNS, data=FAULT, value=False,
          about="True at some time before, and never after."),
    table("New with the deploy", difference(AFTER, "", BEFORE, " offset $ago"), COLUMNS, data=SOME, value=False,
          about="True at some time after, and never before."),
    both("Findings of severity warning or critical", 'count(snarl_findings{ME, severity=~"warning|critical"}AGO == 1) or vector(0)', width=24),
)

COST = (
    both("Threads held twice", rate("snarl_double_blocked_seconds_total"), data=FAULT, rules=("async-blocking-pair",)),
    both("Threads that wait for others", rate("snarl_blocked_seconds_total"), data=FAULT),
    both("Threads started per second", rate("snarl_thread_starts_total"), unit="ops", rules=("thread-per-task",)),
    both("Threads", "sum(jvm_threads_live_threads{ME}AGO)"),
)

POOLS = (
    both("Wait in the queue, 95 of 100 tasks are faster", p95("snarl_executor_queue_wait_seconds"), unit="s", rules=("pool-saturated",)),
    both("Run time of tasks, 95 of 100 are faster", p95("snarl_executor_run_seconds"), unit="s"),
    both("Tasks completed per second", rate("executor_completed_tasks_total"), unit="ops"),
    both("Busy threads of pools", "sum(executor_active_threads{ME}AGO)"),
    both("Tasks in queues", "sum(executor_queued_tasks{ME}AGO)"),
    both("Tasks refused per second", rate("snarl_executor_rejected_total"), unit="ops", rules=("tasks-rejected",)),
)

MACHINE = (
    both("CPU", "avg(process_cpu_usage{ME}AGO)", unit="percentunit"),
    both("Heap in use", 'sum(jvm_memory_used_bytes{ME, area="heap"}AGO)', unit="bytes"),
    both("Share of time in which collections stop everything", rate("jvm_gc_pause_seconds_sum"), unit="percentunit", rules=("heap-pressure",)),
    both("Share of one core that Snarl takes", rate("snarl_agent_self_seconds_total"), unit="percentunit"),
)

INSTANCES = 'label_values(snarl_agent_info{application=~"$application"}, instance)'
DASHBOARD = Dashboard(
    uid="snarl-compare",
    title="Snarl / Compare",
    about="Before and after a deploy. JVMs that were replaced: choose the old ones and the new ones. The same addresses: choose how long ago.",
    variables=(
        APPLICATION,
        Variable("before", "Before: JVMs", INSTANCES, many=True),
        Variable("after", "After: JVMs", INSTANCES, many=True),
        Variable("ago", "Before: how long ago", default="1ms", about="1ms where before and after are different JVMs, else such as 1d"),
        DOCS,
    ),
    rows=(("Findings", FINDINGS), ("What it costs", COST), ("Pools", POOLS), ("JVM", MACHINE)),
    since="now-6h",
    refresh="30s",
)

"""Thousands of JVMs: the worst services and lines, versions, Snarl's own health. Reads recorded series only."""

from panels import DOCS, FAULT, SOME, Dashboard, Query, Variable, lines, number, table, Panel

ME = 'application=~"$application"'
JVMS = f"application:snarl_jvms:count{{{ME}}}"
FINDINGS = f"application_severity:snarl_findings:count{{{ME}}}"
SITES = f"application_rule_severity_site:snarl_findings:count{{{ME}}}"
TWICE = f"application_site_worker_site:snarl_double_blocked_seconds:rate5m{{{ME}}}"


def worst(series, by, most=10):
    return f"topk({most}, sum by ({by}) ({series}) > 0)"


OVERVIEW = (
    number("JVMs with Snarl", f"sum({JVMS})"),
    number("Services", f"count({JVMS})"),
    number("Critical findings", f'sum({FINDINGS[:-1]}, severity="critical"}}) or vector(0)', red_from=1),
    number("Warnings", f'sum({FINDINGS[:-1]}, severity="warning"}}) or vector(0)', red_from=1),
    number("Threads held twice", f"sum({TWICE}) or vector(0)", red_from=1),
    number("JVMs that cannot be read", 'count(up{job=~"snarl.*|.*/snarl.*"} == 0) or vector(0)', red_from=1),
)

WORST = (
    table("Worst services", f"topk(20, sum by (application, severity) ({FINDINGS}))", ("application", "severity"), data=FAULT,
          about="JVMs × findings that are true now."),
    table("Worst lines", f"topk(20, {SITES})", ("severity", "rule", "site", "application"), data=FAULT,
          about="In how many JVMs each finding is true. The rule leads to its page."),
    lines("Findings by rule", (f"sum by (rule) ({SITES})", "{{rule}}"), data=FAULT, width=24),
    lines("Threads held twice, by service", (worst(TWICE, "application"), "{{application}}"), data=FAULT, rules=("async-blocking-pair",)),
    table("Threads held twice, by line", f"topk(20, {TWICE} > 0)", ("application", "site", "worker_site"), data=FAULT),
    lines("Threads that wait for others, by service",
          (worst(f"application_site:snarl_blocked_seconds:rate5m{{{ME}}}", "application"), "{{application}}"), data=FAULT),
    lines("Threads started per second, by service",
          (worst(f"application_site:snarl_thread_starts:rate5m{{{ME}}}", "application"), "{{application}}"), data=FAULT, unit="ops"),
    table("Who starts threads", f"topk(20, application_site:snarl_thread_starts:rate5m{{{ME}}} > 0)", ("application", "site"), data=FAULT,
          unit="ops"),
    lines("Wait in the queue, 95 of 100 tasks are faster",
          (f"topk(10, application:snarl_executor_queue_wait_seconds:p95_5m{{{ME}}})", "{{application}}"), unit="s"),
    lines("Tasks in queues", (f"topk(10, application:executor_queued_tasks:sum{{{ME}}})", "{{application}}")),
    lines("Busy threads of pools", (f"topk(10, application:executor_active_threads:sum{{{ME}}})", "{{application}}")),
    lines("Tasks refused per second", (f"topk(10, application:snarl_executor_rejected:rate5m{{{ME}}} > 0)", "{{application}}"),
          data=SOME, unit="ops"),
)

SIZES = (
    lines("Threads per JVM", (f"topk(10, application:jvm_threads_live_threads:sum{{{ME}}} / {JVMS})", "{{application}}")),
    lines("CPU, mean of the JVMs", (f"topk(10, application:process_cpu_usage:avg{{{ME}}})", "{{application}}"), unit="percentunit"),
    lines("Heap in use per JVM", (f"topk(10, application:jvm_memory_used_bytes:heap_sum{{{ME}}} / {JVMS})", "{{application}}"), unit="bytes"),
    lines("JVMs", (f"topk(20, {JVMS})", "{{application}}")),
)

VERSIONS = (
    table("Versions of Snarl", f"sum by (version) (application_version:snarl_agent_info:count{{{ME}}})", ("version",)),
    table("Versions of Java", f"sum by (vendor, version) (application_vendor_version:jvm_info:count{{{ME}}})", ("vendor", "version")),
)

ITSELF = (
    lines("Share of one core that Snarl takes, per JVM",
          (f"topk(10, application:snarl_agent_self_seconds:rate5m{{{ME}}} / {JVMS})", "{{application}}"), unit="percentunit"),
    table("Errors kept from applications, last 10 minutes", f"application_part:snarl_agent_errors:increase10m{{{ME}}} > 0",
          ("application", "part"), data=SOME),
    table("What did not fit into a table, last 10 minutes", f"application_table:snarl_agent_dropped:increase10m{{{ME}}} > 0",
          ("application", "table"), data=SOME),
    Panel("JVMs that cannot be read", "table", (Query('up{job=~"snarl.*|.*/snarl.*"} == 0'),), data=SOME, columns=("job", "instance"), value=False),
)

DASHBOARD = Dashboard(
    uid="snarl-fleet",
    title="Snarl / Fleet",
    about="All services: which is worst, on which line; versions; Snarl's own health. Reads what alerts/snarl-recording.rules.yml records.",
    variables=(
        Variable("application", "Services", "label_values(application:snarl_jvms:count, application)", many=True, every=".+"),
        DOCS,
    ),
    rows=(("Now", OVERVIEW), ("Worst", WORST), ("Sizes", SIZES), ("Versions", VERSIONS), ("Snarl itself", ITSELF)),
    since="now-3h",
    refresh="1m",
)

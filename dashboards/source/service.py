"""One JVM: findings, then pools, waits, threads, memory, the host, and Snarl itself."""

from panels import APPLICATION, DOCS, FAULT, SOME, Dashboard, Panel, Query, Variable, lines, number, table

ME = 'application=~"$application", instance=~"$instance"'
RATE = "[$__rate_interval]"


def per_second(metric, by, more="", top=10):
    return f"topk({top}, sum by ({by}) (rate({metric}{{{ME}{more}}}{RATE})) > 0)"


FINDINGS = (
    number("Critical findings", f'count(snarl_findings{{{ME}, severity="critical"}} == 1) or vector(0)', red_from=1),
    number("Warnings", f'count(snarl_findings{{{ME}, severity="warning"}} == 1) or vector(0)', red_from=1),
    number("Threads held twice", f"sum(rate(snarl_double_blocked_seconds_total{{{ME}}}{RATE})) or vector(0)",
           about="Threads that do nothing but wait for a worker that is itself blocked.", red_from=1),
    number("Threads", f"sum(jvm_threads_live_threads{{{ME}}})"),
    number("Up since", f"min(process_start_time_seconds{{{ME}}}) * 1000", unit="dateTimeFromNow"),
    number("Snarl", f"count(snarl_agent_info{{{ME}}})", about="JVMs with Snarl that are shown here."),
    table("Findings", f"max by (rule, severity, site, instance) (snarl_findings{{{ME}}}) == 1",
          ("severity", "rule", "site", "instance"), data=FAULT, value=False,
          about="What is true now. The rule leads to its page: what it means and what to do."),
    table("The numbers behind them", f"max by (rule, site, key) (snarl_finding_evidence{{{ME}}})",
          ("rule", "key", "site"), data=FAULT,
          about="The numbers among each finding's evidence. All of it is in /api/findings."),
    Panel("Findings over time", "state-timeline",
          (Query(f"max by (rule) (snarl_findings{{{ME}}})", "{{rule}}"),), data=FAULT, width=24, height=6),
)

POOLS = (
    lines("Busy threads of pools", (f"executor_active_threads{{{ME}}}", "{{name}}"),
          about="Tasks that run. At the pool's largest size with tasks in the queue, it is saturated.",
          rules=("pool-saturated", "pool-deadlock", "pool-starvation"), unit="short"),
    lines("Share of each pool's threads that is busy",
          (f"executor_active_threads{{{ME}}} / (executor_pool_max_threads{{{ME}}} > 0)", "{{name}}"),
          unit="percentunit", most=1, rules=("pool-saturated",)),
    lines("Tasks in queues", (f"executor_queued_tasks{{{ME}}}", "{{name}}"), rules=("unbounded-queue", "pool-saturated")),
    lines("Tasks completed per second", (f"rate(executor_completed_tasks_total{{{ME}}}{RATE})", "{{name}}"), unit="ops"),
    lines("Wait in the queue, 95 of 100 tasks are faster",
          (f"histogram_quantile(0.95, sum by (name, le) (rate(snarl_executor_queue_wait_seconds_bucket{{{ME}}}{RATE})))", "{{name}}"),
          unit="s", rules=("pool-saturated",)),
    lines("Run time of tasks, 95 of 100 are faster",
          (f"histogram_quantile(0.95, sum by (name, le) (rate(snarl_executor_run_seconds_bucket{{{ME}}}{RATE})))", "{{name}}"),
          unit="s", rules=("blocking-io-pool", "common-pool-blocking")),
    Panel("How long tasks waited", "heatmap",
          (Query(f"sum by (le) (increase(snarl_executor_queue_wait_seconds_bucket{{{ME}}}{RATE}))", "{{le}}"),), unit="s"),
    lines("Tasks refused per second", (per_second("snarl_executor_rejected_total", "name"), "{{name}}"),
          data=SOME, unit="ops", rules=("tasks-rejected",)),
    lines("Pools", (f"count(executor_pool_size_threads{{{ME}}})", "with a name"),
          rules=("executor-per-call", "client-per-call"), about="Pools that live, by their folded names."),
    lines("Connections to databases", (f"hikaricp_connections_active{{{ME}}}", "{{pool}} in use"),
          (f"snarl_connection_pool_pending_threads{{{ME}}}", "{{pool}} waiting threads"), data=SOME,
          rules=("connection-pool-exhausted",)),
)

WAITS = (
    lines("Threads that wait, by the end of their chains",
          (f"sum by (end) (rate(snarl_waiting_seconds_total{{{ME}}}{RATE}))", "{{end}}"),
          about="Each waiting thread counts for the end of the chain of waits that it is in: a request that waits for a task that waits "
                "for a process ends in process."),
    lines("The widest chains", (f"topk(10, max by (waiter, last, end) (snarl_waiting_threads{{{ME}}}))", "{{waiter}} → {{last}} [{{end}}]"),
          about="Threads of the last minute, by the thread that waits and the last one that it waits for, with its line."),
    lines("Threads held twice, by line", (per_second("snarl_double_blocked_seconds_total", "site, worker_site"), "{{site}} ← {{worker_site}}"),
          data=FAULT, rules=("async-blocking-pair",),
          about="How many threads on average wait at the first line for a worker that is blocked at the second."),
    lines("Threads that wait for others, by line and kind", (per_second("snarl_blocked_seconds_total", "site, kind"), "{{site}} {{kind}}"),
          data=FAULT, rules=("async-blocking-pair", "submit-and-wait", "fan-out-wait")),
    lines("Waits for futures per second, by line", (per_second("snarl_blocked_waits_total", "site"), "{{site}}"),
          data=FAULT, unit="ops", rules=("submit-and-wait",)),
    lines("Blocked in sockets and files, by line", (per_second("snarl_io_wait_seconds_total", "site, kind"), "{{site}} {{kind}}"),
          data=SOME, rules=("blocking-io-pool", "common-pool-blocking", "serial-blocking"),
          about="From the flight recorder: waits of 20 ms or more."),
    lines("Blocked in sockets, by the other side", (per_second("snarl_peer_wait_seconds_total", "peer"), "{{peer}}"), data=SOME),
    lines("Blocked at monitors, by line", (per_second("snarl_monitor_blocked_seconds_total", "site"), "{{site}}"), data=SOME,
          rules=("lock-contention", "virtual-thread-pinned"), about="From the flight recorder: waits of 20 ms or more."),
    lines("Parked, by line", (per_second("snarl_parked_seconds_total", "site"), "{{site}}"), data=SOME),
    lines("Blocked where nothing may block", (per_second("snarl_coroutine_blocked_seconds_total", "site, dispatcher"), "{{site}} on {{dispatcher}}"),
          data=SOME, rules=("blocking-in-coroutine",)),
)

THREADS = (
    lines("Threads by state", (f"sum by (state) (jvm_threads_states_threads{{{ME}}})", "{{state}}"), rules=("thread-leak",)),
    lines("Threads started per second, by line", (per_second("snarl_thread_starts_total", "site"), "{{site}}"), data=FAULT,
          unit="ops", rules=("thread-per-task", "executor-per-call", "client-per-call")),
    lines("Coroutines", (f"snarl_coroutines_live{{{ME}}}", "live"), (f"snarl_coroutines_detached_live{{{ME}}}", "detached, {{site}}"),
          data=SOME, rules=("nested-scope",)),
    lines("Queues of coroutine dispatchers", (f"snarl_dispatcher_queued_tasks{{{ME}}}", "{{name}} {{queue}}"),
          (f"snarl_dispatcher_view_queued_tasks{{{ME}}}", "{{name}}"), data=SOME, rules=("blocking-in-coroutine",)),
    lines("Mean wait in the queues of a coroutine scheduler",
          (f"rate(snarl_dispatcher_queue_seconds_total{{{ME}}}{RATE}) / (rate(snarl_dispatcher_dispatches_total{{{ME}}}{RATE}) > 0)",
           "{{name}}"), unit="s", data=SOME, rules=("blocking-in-coroutine",)),
    lines("Threads and processes against their limit",
          (f"snarl_thread_limit_used_threads{{{ME}}} / snarl_thread_limit_threads{{{ME}}}", "{{scope}}"),
          unit="percentunit", most=1, rules=("thread-limit",)),
    lines("Open files against their limit", (f"process_files_open_files{{{ME}}} / process_files_max_files{{{ME}}}", "{{instance}}"),
          unit="percentunit", most=1, rules=("fd-limit",)),
)

MEMORY = (
    lines("Heap", (f'sum(jvm_memory_used_bytes{{{ME}, area="heap"}})', "used"),
          (f"sum(snarl_gc_live_bytes{{{ME}}})", "left by the last full look"),
          (f'sum(jvm_memory_max_bytes{{{ME}, area="heap"}} > 0)', "limit"), unit="bytes", rules=("heap-pressure",)),
    lines("Part of each space that is used", (f"snarl_gc_occupancy_ratio{{{ME}}}", "{{space}}"), unit="percentunit", most=1,
          rules=("heap-pressure",), about="As jstat -gcutil. Metaspace and class near 1 are normal."),
    lines("Share of time in which collections stop everything",
          (f"sum by (gc, cause) (rate(jvm_gc_pause_seconds_sum{{{ME}}}{RATE}))", "{{gc}}, {{cause}}"), unit="percentunit",
          rules=("heap-pressure",)),
    lines("Memory allocated per second, by line", (per_second("snarl_allocated_bytes_total", "site"), "{{site}}"), data=SOME, unit="Bps",
          about="From the flight recorder, by samples."),
    lines("Metaspace and code cache", (f'jvm_memory_used_bytes{{{ME}, area="nonheap"}}', "{{id}}"), unit="bytes",
          rules=("metaspace-limit", "code-cache-full")),
    lines("CPU of the JVM's own threads", (f"rate(snarl_jvm_threads_cpu_seconds_total{{{ME}}}{RATE})", "{{work}}"), data=SOME,
          rules=("jit-warm-up", "heap-pressure")),
)

HOST = (
    lines("CPU", (f"process_cpu_usage{{{ME}}}", "process"), (f"system_cpu_usage{{{ME}}}", "machine"), unit="percentunit", most=1),
    lines("Share of periods in which the quota was used up",
          (f"rate(snarl_cgroup_cpu_throttled_periods_total{{{ME}}}{RATE}) / (rate(snarl_cgroup_cpu_periods_total{{{ME}}}{RATE}) > 0)", "{{cgroup}}"),
          data=SOME, unit="percentunit", most=1, rules=("cpu-throttled",)),
    lines("Connections that wait to be accepted", (f"snarl_accept_queue_connections{{{ME}}}", "port {{port}}"),
          (f"rate(snarl_listen_overflows_total{{{ME}}}{RATE})", "overflows per second"), rules=("accept-overflow",)),
    lines("Tomcat's threads", (f"tomcat_threads_busy_threads{{{ME}}}", "{{name}} busy"),
          (f"tomcat_threads_config_max_threads{{{ME}}}", "{{name}} most"), data=SOME),
    lines("Connections", (f"sum by (port, state) (snarl_tcp_accepted_connections{{{ME}}})", "port {{port}} {{state}}"),
          (f"topk(10, sum by (peer, state) (snarl_tcp_outgoing_connections{{{ME}}}))", "to {{peer}} {{state}}", SOME)),
    lines("Child processes", (f"snarl_child_processes{{{ME}}}", "{{state}}"), (f"snarl_process_pipes{{{ME}}}", "ends of pipes")),
)

ITSELF = (
    lines("Share of one core that Snarl takes", (f"rate(snarl_agent_self_seconds_total{{{ME}}}{RATE})", "{{instance}}"), unit="percentunit"),
    lines("Age of what Snarl shows", (f"snarl_agent_snapshot_age_seconds{{{ME}}}", "{{instance}}"), unit="s"),
    lines("Errors kept from the application", (f"increase(snarl_agent_errors_total{{{ME}}}{RATE})", "{{part}}"), data=SOME),
    lines("What did not fit into a table", (f"increase(snarl_agent_dropped_total{{{ME}}}{RATE}) > 0", "{{table}}"), data=SOME),
)

DASHBOARD = Dashboard(
    uid="snarl-service",
    title="Snarl / Service",
    about="One service: what is wrong, on which line, and what it costs.",
    variables=(
        APPLICATION,
        Variable("instance", "JVM", 'label_values(snarl_agent_info{application=~"$application"}, instance)', many=True),
        DOCS,
    ),
    rows=(
        ("What is wrong", FINDINGS),
        ("Pools", POOLS),
        ("Waits", WAITS),
        ("Threads", THREADS),
        ("Memory", MEMORY),
        ("Host", HOST),
        ("Snarl itself", ITSELF),
    ),
    annotation=f'max by (rule, severity, site) (snarl_findings{{{ME}, severity=~"warning|critical"}}) == 1',
)

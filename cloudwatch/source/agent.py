"""agent/*.json: configurations of the CloudWatch agent that scrapes Prometheus, one for each kind of place."""

import re

from chosen import histograms, metrics

JOB = "snarl"
INTERVAL = 60
# What is behind slow answers besides the JVM: what the team of case A looked at, and what it did not.
HOST = {
    "cpu": {"measurement": ["usage_active", "usage_iowait", "usage_steal"], "totalcpu": True},
    "mem": {"measurement": ["used_percent", "available"]},
    "disk": {"measurement": ["used_percent", "inodes_free"], "ignore_file_system_types": ["tmpfs", "devtmpfs", "overlay", "squashfs"]},
    "netstat": {"measurement": ["tcp_established", "tcp_close_wait", "tcp_time_wait", "tcp_syn_recv"]},
    "procstat": [
        {"pattern": "snarl\\.jar", "measurement": ["cpu_usage", "memory_rss", "num_threads", "num_fds", "rlimit_num_fds_soft", "pid_count"]}
    ],
}


def declarations():
    """Which scraped metrics become metrics of CloudWatch, with which dimensions: those of the default set."""
    groups = {}
    for one in metrics():
        if one.name not in histograms():
            groups.setdefault((one.dimensions, one.label, one.values), []).append(one.name)
    declared = []
    for (dimensions, label, values), names in groups.items():
        matcher = f"^{JOB};({'|'.join(values)})$" if label else f"^{JOB}$"
        declared.append(
            {
                "source_labels": ["job", label] if label else ["job"],
                "label_matcher": matcher,
                "dimensions": [list(dimensions)],
                "metric_selectors": [f"^{re.escape(name)}$" for name in names],
            }
        )
    return declared


def units():
    return {one.name: one.unit for one in metrics() if one.name not in histograms()}


def config(region, prometheus_config, log_group, namespace="Snarl", host=None, **prometheus):
    return {
        "agent": {"region": region, "metrics_collection_interval": INTERVAL, "omit_hostname": False},
        "logs": {
            "metrics_collected": {
                "prometheus": {
                    "log_group_name": log_group,
                    "prometheus_config_path": prometheus_config,
                    **prometheus,
                    "emf_processor": {
                        "metric_declaration_dedup": True,
                        "metric_namespace": namespace,
                        "metric_unit": units(),
                        "metric_declaration": declarations(),
                    },
                }
            },
            "force_flush_interval": 5,
        },
        "metrics": {"namespace": "Snarl/Host", "metrics_collected": host or HOST},
    }


def scrape(*discovery):
    """The Prometheus part: only what is declared is kept, since each scraped sample is paid for as a log line."""
    kept = "|".join(sorted(one.name for one in metrics() if one.name not in histograms()))
    lines = [
        "# Written by cloudwatch/generate; docs/cloudwatch.md says what it is for.",
        "global:",
        f"  scrape_interval: {INTERVAL}s",
        "  scrape_timeout: 10s",
        "scrape_configs:",
        f"  - job_name: {JOB}",
        "    metrics_path: /metrics",
        *discovery,
        "    metric_relabel_configs:",
        "      - source_labels: [__name__]",
        f"        regex: {kept}",
        "        action: keep",
    ]
    return "\n".join(lines) + "\n"


KUBERNETES = (
    "    kubernetes_sd_configs:",
    "      - role: pod",
    "    relabel_configs:",
    "      # A pod with the annotation snarl/scrape: \"true\", at the port that snarl/port says (9718 without it).",
    "      - source_labels: [__meta_kubernetes_pod_annotation_snarl_scrape]",
    "        regex: \"true\"",
    "        action: keep",
    "      - source_labels: [__meta_kubernetes_pod_phase]",
    "        regex: Running",
    "        action: keep",
    "      - source_labels: [__meta_kubernetes_pod_ip]",
    "        target_label: __address__",
    "        replacement: $1:9718",
    "      - source_labels: [__meta_kubernetes_pod_ip, __meta_kubernetes_pod_annotation_snarl_port]",
    "        regex: (.+);(\\d+)",
    "        target_label: __address__",
    "        replacement: $1:$2",
)
LOCAL = (
    "    file_sd_configs:",
    "      # One file a JVM: - targets: [\"127.0.0.1:9718\"]",
    "      - files: [/etc/snarl/targets/*.yml]",
)
ECS_FOUND = "/tmp/cwagent_ecs_auto_sd.yaml"
ECS = ("    file_sd_configs:", f"      - files: [{ECS_FOUND}]", "    relabel_configs:", "      - target_label: job", f"        replacement: {JOB}")


def files():
    """Contents by name: text, or what is to be JSON."""
    path = "/opt/aws/amazon-cloudwatch-agent/etc/{}"
    ecs = {
        "sd_frequency": "1m",
        "sd_target_cluster": "CLUSTER",
        "sd_cluster_region": "REGION",
        "sd_result_file": ECS_FOUND,
        "docker_label": {"sd_port_label": "SNARL_PORT", "sd_metrics_path_label": "SNARL_PATH", "sd_job_name_label": "SNARL_JOB"},
    }
    return {
        "ec2.json": config("REGION", path.format("prometheus.yaml"), "/snarl/prometheus"),
        "on-premise.json": config("REGION", path.format("prometheus.yaml"), "/snarl/prometheus"),
        "ecs.json": config("REGION", "env:PROMETHEUS_CONFIG_CONTENT", "/snarl/prometheus", ecs_service_discovery=ecs),
        "eks.json": config("REGION", "/etc/prometheusconfig/prometheus.yaml", "/snarl/prometheus", cluster_name="CLUSTER"),
        "prometheus.yaml": scrape(*LOCAL),
        "prometheus-ecs.yaml": scrape(*ECS),
        "prometheus-eks.yaml": scrape(*KUBERNETES),
    }

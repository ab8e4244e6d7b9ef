"""Which metrics of CloudWatch come out of each of the three ways, as (namespace, name, dimensions)."""

import json
import re

SAMPLE = re.compile(r"([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$")
LABEL = re.compile(r'(\w+)="((?:[^"\\]|\\.)*)",?')


def identity(namespace, name, dimensions):
    return namespace, name, frozenset(dimensions.items())


def data_of_emf(line):
    """What CloudWatch Logs makes of a line: dictionaries as PutMetricData takes them, by namespace."""
    event = json.loads(line)
    found = []
    for directive in event["_aws"]["CloudWatchMetrics"]:
        assert len(directive["Metrics"]) <= 100, line
        for names in directive["Dimensions"]:
            assert len(names) <= 30, line
            for metric in directive["Metrics"]:
                found.append((directive["Namespace"], datum(event, metric, {name: event[name] for name in names})))
    return found


def datum(event, metric, dimensions):
    value = event[metric["Name"]]
    if isinstance(value, dict):
        values, counts = value["Values"], value["Counts"]
    else:
        values = value if isinstance(value, list) else [value]
        counts = [1] * len(values)
    assert 0 < len(values) == len(counts) <= 100, metric
    return {
        "MetricName": metric["Name"],
        "Unit": metric["Unit"],
        "Timestamp": event["_aws"]["Timestamp"] / 1000,
        "Dimensions": [{"Name": name, "Value": value} for name, value in dimensions.items()],
        "Values": values,
        "Counts": counts,
    }


def dimensions(entry):
    return {one["Name"]: one["Value"] for one in entry["Dimensions"]}


def by_emf(lines):
    return {identity(namespace, one["MetricName"], dimensions(one)) for line in lines for namespace, one in data_of_emf(line)}


def by_put(client, namespace):
    pages = client.get_paginator("list_metrics").paginate(Namespace=namespace)
    return {identity(namespace, one["MetricName"], dimensions(one)) for page in pages for one in page["Metrics"]}


def samples(text):
    """(name, labels) of each sample of a page of /metrics."""
    for line in text.splitlines():
        match = SAMPLE.match(line)
        if match and not line.startswith("#"):
            yield match[1], dict(LABEL.findall(match[2] or ""))


def by_scraping(text, processor, job):
    """What the CloudWatch agent makes of a page by its emf_processor: a declaration takes a sample if its joined source labels
    and its name match; a set of dimensions counts if the sample has all of its labels."""
    found = set()
    for name, labels in samples(text):
        labels["job"] = job
        for declared in processor["metric_declaration"]:
            joined = declared.get("label_separator", ";").join(labels.get(label, "") for label in declared["source_labels"])
            if re.search(declared["label_matcher"], joined) and any(re.search(one, name) for one in declared["metric_selectors"]):
                for names in declared["dimensions"]:
                    if all(label in labels for label in names):
                        found.add(identity(processor["metric_namespace"], name, {label: labels[label] for label in names}))
    return found

"""CloudFormation templates put through CloudWatch's API: as much of the template language as ours use."""

import re

NOTHING = object()
ALARM, COMPOSITE, DASHBOARD = "AWS::CloudWatch::Alarm", "AWS::CloudWatch::CompositeAlarm", "AWS::CloudWatch::Dashboard"


class Stack:
    """A template with its parameters."""

    def __init__(self, template, **parameters):
        self.template = template
        self.values = {name: one.get("Default") for name, one in template["Parameters"].items()}
        self.values |= {"AWS::Region": "eu-central-1", **parameters}
        missing = [name for name, value in self.values.items() if value is None]
        if missing:
            raise ValueError(f"no value for {missing}")

    def of(self, kind):
        """Resolved properties of the resources of a kind, by their logical names."""
        return {
            name: self.resolve(resource["Properties"])
            for name, resource in self.template["Resources"].items()
            if resource["Type"] == kind
        }

    def resolve(self, node):
        if isinstance(node, list):
            return [one for one in map(self.resolve, node) if one is not NOTHING]
        if not isinstance(node, dict):
            return node
        if len(node) == 1:
            (name, argument), = node.items()
            if name == "Ref":
                return self.reference(argument)
            if name == "Fn::Sub":
                text = re.sub(r"\$\{([\w:]+)\}", lambda match: self.reference(match[1]), argument)
                return text.replace("${!", "${")
            if name == "Fn::If":
                return self.resolve(argument[1] if self.holds(self.template["Conditions"][argument[0]]) else argument[2])
        resolved = {key: self.resolve(value) for key, value in node.items()}
        return {key: value for key, value in resolved.items() if value is not NOTHING}

    def reference(self, name):
        if name == "AWS::NoValue":
            return NOTHING
        if name in self.values:
            return self.values[name]
        return self.resolve(self.template["Resources"][name]["Properties"]["AlarmName"])

    def holds(self, condition):
        (name, argument), = condition.items()
        if name == "Fn::Not":
            return not self.holds(argument[0])
        if name == "Fn::Equals":
            return self.resolve(argument[0]) == self.resolve(argument[1])
        raise ValueError(name)


def put_alarms(client, stack):
    """All but the composite alarms through the API, read back; what differs from the template."""
    wanted = {one["AlarmName"]: one for one in stack.of(ALARM).values()}
    for one in wanted.values():
        client.put_metric_alarm(**one)
    there = {}
    for page in client.get_paginator("describe_alarms").paginate():
        there |= {one["AlarmName"]: one for one in page["MetricAlarms"]}
    return [
        f"{name}: {key} is {there.get(name, {}).get(key)!r}, not {value!r}"
        for name, alarm in wanted.items()
        for key, value in alarm.items()
        if there.get(name, {}).get(key) != value
    ]


def check_composites(client, stack):
    """Composite alarms against the model of the API: moto's server has no such action."""
    from botocore.stub import Stubber

    with Stubber(client) as stub:
        for one in stack.of(COMPOSITE).values():
            stub.add_response("put_composite_alarm", {}, one)
            client.put_composite_alarm(**one)


def put_dashboard(client, stack, name):
    (dashboard,) = stack.of(DASHBOARD).values()
    client.put_dashboard(DashboardName=name, DashboardBody=dashboard["DashboardBody"])
    return client.get_dashboard(DashboardName=name)["DashboardBody"] == dashboard["DashboardBody"]

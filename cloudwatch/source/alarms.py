"""alarms.template.json: an alarm for each finding that can be a warning or critical, for the agent itself, and two
composite alarms a service that notify.
"""

from chosen import FINDINGS, findings

MINUTE = 60
# Findings that mark an event: it may be over before it has been true for three minutes.
EVENTS = {"tasks-rejected", "accept-overflow"}
DOCS = "docs/findings/{}.md"


def camel(text):
    return "".join(word.capitalize() for word in text.split("-"))


def parameters():
    return {
        "Application": {
            "Type": "String",
            "Description": "The service: what the agent's option application says.",
            "MinLength": 1,
            "MaxLength": 200,
        },
        "Namespace": {
            "Type": "String",
            "Default": "Snarl",
            "Description": "What the agent's option cloudwatch.namespace says.",
            "MinLength": 1,
            "MaxLength": 255,
        },
        "TopicArn": {
            "Type": "String",
            "Default": "",
            "Description": "SNS topic that is told when a service's composite alarm goes off and when it is over; empty for none.",
            "AllowedPattern": "^(arn:aws[a-z-]*:sns:[a-z0-9-]+:[0-9]{12}:.+)?$",
        },
    }


def alarm(name, description, metric, dimensions, statistic, **settings):
    return {
        "Type": "AWS::CloudWatch::Alarm",
        "Properties": {
            "AlarmName": {"Fn::Sub": "snarl ${Application} " + name},
            "AlarmDescription": description,
            "Namespace": {"Ref": "Namespace"},
            "MetricName": metric,
            "Dimensions": [{"Name": "application", "Value": {"Ref": "Application"}}]
            + [{"Name": key, "Value": value} for key, value in dimensions.items()],
            "Statistic": statistic,
            "TreatMissingData": "notBreaching",
            **settings,
        },
    }


def at_least(threshold, of, needed, period=MINUTE):
    return {
        "ComparisonOperator": "GreaterThanOrEqualToThreshold",
        "Threshold": threshold,
        "Period": period,
        "EvaluationPeriods": of,
        "DatapointsToAlarm": needed,
    }


def of_finding(rule, severity):
    """A finding is sent only while it is true, so that no data is no finding. Critical ones alarm with the first minute, and
    do not flicker if a minute is missing; warnings once they have been true for three minutes of five."""
    needed = 1 if severity == "critical" or rule in EVENTS else 3
    return alarm(
        f"{rule} {severity}",
        f"Snarl holds {rule} true. What it means and what to do: {DOCS.format(rule)}",
        FINDINGS,
        {"rule": rule, "severity": severity},
        "Maximum",
        **at_least(1, 3 if severity == "critical" else 5, needed),
    )


def of_agent():
    silent = alarm(
        "silent",
        "No JVM of the service has sent metrics for five minutes: none runs, or none reaches CloudWatch. docs/cloudwatch.md",
        "snarl_pool_deadlocks",
        {},
        "SampleCount",
        **at_least(1, 5, 5),
    )
    silent["Properties"].update(ComparisonOperator="LessThanThreshold", TreatMissingData="breaching")
    return {
        "Silent": silent,
        "AgentErrors": alarm(
            "agent errors",
            "Snarl kept errors of its own from the application. docs/architecture.md#failure",
            "snarl_agent_errors_total",
            {},
            "Sum",
            **at_least(1, 1, 1, 5 * MINUTE),
        ),
        "AgentDropping": alarm(
            "agent dropping",
            "Tables of Snarl have been overflowing for fifteen minutes, or metrics were lost. docs/architecture.md#bounds",
            "snarl_agent_dropped_total",
            {},
            "Sum",
            **at_least(1, 3, 3, 5 * MINUTE),
        ),
    }


def composite(name, description, children):
    rule = " OR ".join('ALARM("${' + child + '}")' for child in children)
    actions = {"Fn::If": ["Notifies", [{"Ref": "TopicArn"}], {"Ref": "AWS::NoValue"}]}
    return {
        "Type": "AWS::CloudWatch::CompositeAlarm",
        "Properties": {
            "AlarmName": {"Fn::Sub": "snarl ${Application} " + name},
            "AlarmDescription": description,
            "AlarmRule": {"Fn::Sub": rule},
            "ActionsEnabled": True,
            "AlarmActions": actions,
            "OKActions": actions,
        },
    }


def template():
    single = {camel(rule) + severity.capitalize(): (severity, of_finding(rule, severity)) for rule, severity in findings()}
    agent = of_agent()
    critical = [name for name, (severity, _) in single.items() if severity == "critical"]
    warning = [name for name, (severity, _) in single.items() if severity == "warning"]
    return {
        "AWSTemplateFormatVersion": "2010-09-09",
        "Description": "Alarms on what Snarl finds in one service. Written by cloudwatch/generate; docs/cloudwatch.md",
        "Parameters": parameters(),
        "Conditions": {"Notifies": {"Fn::Not": [{"Fn::Equals": [{"Ref": "TopicArn"}, ""]}]}},
        "Resources": {
            **{name: resource for name, (_, resource) in single.items()},
            **agent,
            "Critical": composite("CRITICAL", "A critical finding, or silence. See which alarm below it is on.", [*critical, "Silent"]),
            "Warning": composite(
                "WARNING", "A finding of severity warning. See which alarm below it is on.", [*warning, "AgentErrors", "AgentDropping"]
            ),
        },
        "Outputs": {"CriticalAlarmArn": {"Value": {"Fn::GetAtt": ["Critical", "Arn"]}}, "WarningAlarmArn": {"Value": {"Fn::GetAtt": ["Warning", "Arn"]}}},
    }

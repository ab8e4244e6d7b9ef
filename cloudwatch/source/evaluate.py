"""How CloudWatch judges an alarm, as its manual describes it: M of the last N periods."""

import datetime
import re

OK, ALARM = "OK", "ALARM"
BREACHES = {"GreaterThanOrEqualToThreshold": lambda value, bound: value >= bound, "LessThanThreshold": lambda value, bound: value < bound}


def breaching(alarm, value):
    """Whether one period breaches; None is a period without data."""
    if value is None:
        return alarm["TreatMissingData"] == "breaching"
    return BREACHES[alarm["ComparisonOperator"]](value, alarm["Threshold"])


def state(alarm, values):
    """Of the values of the last periods, oldest first."""
    last = values[-alarm["EvaluationPeriods"] :]
    return ALARM if sum(breaching(alarm, value) for value in last) >= alarm["DatapointsToAlarm"] else OK


def composite_state(rule, states):
    """Of a rule that is alarms joined by OR."""
    return ALARM if any(states[name] == ALARM for name in re.findall(r'ALARM\("([^"]+)"\)', rule)) else OK


def values(client, alarm, now, scale=1.0):
    """The statistic of each period, read through the API, oldest first; a period takes scale times as long as it says."""
    period = max(1, round(alarm["Period"] * scale))
    n = alarm["EvaluationPeriods"]
    end = datetime.datetime.fromtimestamp(now, datetime.timezone.utc)
    start = end - datetime.timedelta(seconds=n * period)
    points = client.get_metric_statistics(
        Namespace=alarm["Namespace"],
        MetricName=alarm["MetricName"],
        Dimensions=alarm["Dimensions"],
        StartTime=start,
        EndTime=end,
        Period=period,
        Statistics=["Sum", "Maximum", "SampleCount"],
    )["Datapoints"]
    found = [None] * n
    for point in points:
        index = int((point["Timestamp"] - start).total_seconds() // period)
        if 0 <= index < n:
            found[index] = point[alarm["Statistic"]]
    return found

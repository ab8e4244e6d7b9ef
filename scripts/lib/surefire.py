"""The sum of all Surefire reports below a folder: `passed failed skipped`, then a line for each test that passed only
when it was run again.

    python3 scripts/lib/surefire.py [FOLDER]
"""

import glob
import sys
import xml.etree.ElementTree as tree


def tests(root):
    """Of a class with a test that was run again, the head of the report counts the second run alone: so each test is read.

    Hidden folders are left out: .cache holds the tests of other projects.
    """
    for report in sorted(glob.glob(f"{root}/**/target/surefire-reports/TEST-*.xml", recursive=True)):
        yield from tree.parse(report).getroot().iter("testcase")


def is_any(test, *results):
    return any(test.find(result) is not None for result in results)


def main(root):
    passed = failed = skipped = 0
    again = []
    for test in tests(root):
        if is_any(test, "failure", "error"):
            failed += 1
        elif is_any(test, "skipped"):
            skipped += 1
        else:
            passed += 1
            if is_any(test, "flakyFailure", "flakyError"):
                again.append(test.get("classname").rpartition(".")[2] + "." + test.get("name"))
    print(passed, failed, skipped)
    for name in again:
        print(f"passed only when run again: {name}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else ".")

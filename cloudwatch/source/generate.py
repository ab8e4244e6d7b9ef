"""Writes the generated files of cloudwatch/, or with --check says which of them differ from what would be written."""

import json
import pathlib
import sys

import agent
import alarms
import dashboard

FOLDER = pathlib.Path(__file__).resolve().parents[1]


def texts():
    """What each file holds, by its path below cloudwatch/."""
    contents = {"alarms.template.json": alarms.template(), "dashboard.template.json": dashboard.template()}
    contents |= {f"agent/{name}": content for name, content in agent.files().items()}
    return {
        name: content if isinstance(content, str) else json.dumps(content, indent=2, ensure_ascii=False) + "\n"
        for name, content in contents.items()
    }


def stale():
    return [name for name, text in texts().items() if not (FOLDER / name).exists() or (FOLDER / name).read_text() != text]


def main(arguments):
    if arguments == ["--check"]:
        for name in stale():
            print(f"cloudwatch/{name} is not what cloudwatch/generate writes")
        return 1 if stale() else 0
    if arguments:
        print("usage: cloudwatch/generate [--check]", file=sys.stderr)
        return 2
    for name, text in texts().items():
        (FOLDER / name).parent.mkdir(exist_ok=True)
        (FOLDER / name).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

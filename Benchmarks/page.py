"""Keeps the measured parts, and makes the page of all of them.

A file keeps each part's numbers, so that one part can be measured again without the others.
"""
import json
import os
import re
from dataclasses import dataclass, field

from runs import OUT

STORE = f"{OUT}/parts"
# All figures. docs/benchmarks.md shows the decisive ones.
REPORT = f"{OUT}/report.md"
HEAD = ["| figure | goal | measured | holds |", "|---|---|---|---|"]
# The format of the parts' numbers; the page cannot show numbers of another one.
FORMAT = 3


@dataclass
class Part:
    """A part of the benchmark, measured at once.
    - name: selects it; `films.open` belongs to `films`.
    - measure: returns its numbers as JSON values.
    """
    name: str
    measure: object


@dataclass
class Section:
    """A heading of the page.
    - show: receives the sheet and the numbers of the section's parts by name, and writes the lines.
    - publish: receives the same numbers after a measurement, and writes a document of its own; optional.
    """
    title: str
    parts: list
    show: object
    publish: object = None


@dataclass
class Sheet:
    """Lines of the page, and the goals.

    A goal is (figure, goal, measured value, whether it holds; None for a figure without a goal).
    """
    lines: list = field(default_factory=list)
    goals: list = field(default_factory=list)

    def say(self, text=""):
        self.lines.append(text)

    def goal(self, figure, goal, value, holds, form="{}"):
        """Adds one row of the goals.

        - holds: a function of the value, or None for a figure without a goal.
        """
        self.goals.append((figure, goal, form.format(value), None if holds is None else bool(holds(value))))

    def rows(self):
        """Returns the goals as rows of a table, each with its figure."""
        return [(figure, f"| {figure} | {goal} | {value} | {'' if holds is None else 'yes' if holds else '**no**'} |") for figure, goal, value, holds in self.goals]

    def most(self, figure, limit, value, form="{:.2f}", unit=""):
        """Adds a figure with an upper limit."""
        self.goal(figure, f"<= {limit}{unit}", value, lambda x: x <= limit, form + unit)


def chosen(words, parts):
    """Returns the named parts, or all.

    - Throws: ValueError that lists unknown names.
    """
    unknown = [w for w in words if not any(matches(part, w) for part in parts)]
    if unknown:
        raise ValueError(f"there is no part {', '.join(unknown)}; there are {', '.join(dict.fromkeys(p.name.split('.')[0] for p in parts))}")
    return [part for part in parts if not words or any(matches(part, w) for w in words)]


def matches(part, word):
    return part.name == word or part.name.startswith(word + ".")


def keep(name, record):
    """Stores a part's record completely or not at all."""
    os.makedirs(STORE, exist_ok=True)
    path = f"{STORE}/{name}.json"
    with open(path + ".part", "w") as file:
        json.dump(record, file)
    os.replace(path + ".part", path)


def kept(name):
    """Returns a part's record; None without one in this format."""
    try:
        with open(f"{STORE}/{name}.json") as file:
            record = json.load(file)
    except FileNotFoundError:
        return None
    return record if record.get("format") == FORMAT else None


def origins(records):
    """Returns when and at which commits the parts were measured. - records: by part."""
    groups = {}
    for name, record in records.items():
        groups.setdefault((record["commit"], record["rounds"]), []).append((record["date"], name))
    texts = []
    for (commit, rounds), members in groups.items():
        dates = sorted({date for date, _ in members})
        names = dict.fromkeys(name.split(".")[0] for _, name in members)
        when = dates[0] if len(dates) == 1 else f"{dates[0]} to {dates[-1]}"
        texts.append((f"{', '.join(names)}: " if len(groups) > 1 else "") + f"{when}, commit {commit}, medians of {rounds} alternating runs where nothing else is said")
    return "; ".join(texts)


def report(intro, sections, records):
    """Returns all figures as a page for `REPORT`.
    - sections: those with all parts measured.
    - records: of their parts, by name.
    """
    sheet = Sheet(["# All figures of make bench", "", *intro, ""])
    for section in sections:
        own = {part.name: records[part.name] for part in section.parts}
        sheet.say(f"## {section.title}")
        sheet.say()
        sheet.say(f"Measured {origins(own)}.")
        sheet.say()
        section.show(sheet, {name: record["data"] for name, record in own.items()})
        sheet.say()
    sheet.say("## Goals")
    sheet.say()
    for line in HEAD:
        sheet.say(line)
    for _, row in sheet.rows():
        sheet.say(row)
    return "\n".join(sheet.lines) + "\n", sheet


def renewed(text, goals, is_all):
    """Returns docs/benchmarks.md with the present goals.
    They are the number of goals that hold, and those that do not. The rest stays.
    - goals: as in `Sheet.goals`.
    - is_all: whether every goal was measured, so that no old row stays.
    """
    head, mark, tail = text.partition("\n## Goals\n")
    if not mark:
        raise ValueError("docs/benchmarks.md has no section Goals")
    tail, other, after = tail.partition("\n## ")
    new = {figure: (row, holds) for (figure, _, _, holds), (_, row) in zip(goals, Sheet(goals=goals).rows()) if holds is not None}
    missed, count = {}, 0
    if is_all:
        count = sum(holds for _, holds in new.values())
    else:
        missed = {row.strip("| ").split(" | ")[0]: row for row in tail.split("\n") if row.startswith("| ") and row not in HEAD}
        count = int((re.search(r"\d+", tail) or ["0"])[0])
        count += sum(holds for figure, (_, holds) in new.items() if figure in missed) - sum(not holds for figure, (_, holds) in new.items() if figure not in missed)
    for figure, (row, holds) in new.items():
        missed.pop(figure, None) if holds else missed.update({figure: row})
    lines = [f"{max(count, 0)} goals hold. These do not:", "", *HEAD, *missed.values()] if missed else [f"All {count} goals hold."]
    return head + mark + "\n" + "\n".join(lines) + "\n" + other + after

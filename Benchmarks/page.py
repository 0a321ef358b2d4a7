"""What was measured, part by part: each part's numbers are kept in a file, so that one part can be measured again without the others, and the page is made of all of them."""
import json
import os
from dataclasses import dataclass, field

from runs import OUT

STORE = f"{OUT}/parts"
# What the numbers of the parts are called; what was measured with another one cannot be shown.
FORMAT = 3


@dataclass
class Part:
    """Something that is measured in one go.
    - name: by which it is asked for; `films.open` belongs to `films`.
    - measure: its numbers as JSON knows them."""
    name: str
    measure: object


@dataclass
class Section:
    """A heading of the page.
    - show: gets the sheet and the numbers of the section's parts, by their names, and writes down what they say."""
    title: str
    parts: list
    show: object


@dataclass
class Sheet:
    """Lines of the page, and the goals: (figure, goal, what was measured, whether it holds; None where there is no goal)."""
    lines: list = field(default_factory=list)
    goals: list = field(default_factory=list)

    def say(self, text=""):
        self.lines.append(text)

    def goal(self, figure, goal, value, holds, form="{}"):
        """One row of the goals. - holds: a function of the value, or None for a figure without a goal."""
        self.goals.append((figure, goal, form.format(value), None if holds is None else bool(holds(value))))

    def rows(self):
        """The goals as rows of a table, each with its figure."""
        return [(figure, f"| {figure} | {goal} | {value} | {'' if holds is None else 'yes' if holds else '**no**'} |") for figure, goal, value, holds in self.goals]

    def most(self, figure, limit, value, form="{:.2f}", unit=""):
        """A figure that is to be at most so much."""
        self.goal(figure, f"<= {limit}{unit}", value, lambda x: x <= limit, form + unit)


def chosen(words, parts):
    """The parts that are asked for by name, or all. - Throws: ValueError that names what there is no part for."""
    unknown = [w for w in words if not any(matches(part, w) for part in parts)]
    if unknown:
        raise ValueError(f"there is no part {', '.join(unknown)}; there are {', '.join(dict.fromkeys(p.name.split('.')[0] for p in parts))}")
    return [part for part in parts if not words or any(matches(part, w) for w in words)]


def matches(part, word):
    return part.name == word or part.name.startswith(word + ".")


def keep(name, record):
    """Stores a part's record whole or not at all."""
    os.makedirs(STORE, exist_ok=True)
    path = f"{STORE}/{name}.json"
    with open(path + ".part", "w") as file:
        json.dump(record, file)
    os.replace(path + ".part", path)


def kept(name):
    """A part's record; None if it was never measured by this format."""
    try:
        with open(f"{STORE}/{name}.json") as file:
            record = json.load(file)
    except FileNotFoundError:
        return None
    return record if record.get("format") == FORMAT else None


def origins(records):
    """Says when and at which commits the parts were measured. - records: by part."""
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


def page(intro, sections, records):
    """The page's text. - records: of every part, by its name."""
    sheet = Sheet(["# Benchmarks", "", *intro, ""])
    for section in sections:
        sheet.say(f"## {section.title}")
        sheet.say()
        section.show(sheet, {part.name: records[part.name]["data"] for part in section.parts})
        sheet.say()
    sheet.say("## Goals")
    sheet.say()
    sheet.say("| figure | goal | measured | holds |")
    sheet.say("|---|---|---|---|")
    for _, row in sheet.rows():
        sheet.say(row)
    sheet.say()
    sheet.say("Pitch, spurs, speed, latency and silences of the sound and the traps for allocations, locks and system calls are properties, not timings: `make test` asserts them (`Tests/SoundTests`, `Tests/StretchTests`).")
    return "\n".join(sheet.lines) + "\n"


def renewed(old, sections, order, records):
    """The page with some sections measured anew. Each of them says when it was measured; the others, and the goals that they name, stay as they are.
    - old: the page's text as it stands.
    - sections: those of which every part was measured here.
    - order: titles of all sections, as they follow one another.
    - records: of the parts of `sections`, by their names."""
    head, *rest = old.split("\n## ")
    texts = {title: body for title, _, body in (text.partition("\n") for text in rest)}
    goals = Sheet()
    for section in sections:
        sheet = Sheet(goals=goals.goals)
        own = {part.name: records[part.name] for part in section.parts}
        sheet.say(f"Measured {origins(own)}.")
        sheet.say()
        section.show(sheet, {name: record["data"] for name, record in own.items()})
        texts[section.title] = "\n" + "\n".join(sheet.lines) + "\n"
    texts["Goals"] = with_goals(texts["Goals"], dict(goals.rows()))
    # A section that the page lacked stands before the first of those that follow it.
    titles = [text.partition("\n")[0] for text in rest]
    for title in reversed([title for title in order if title in texts and title not in titles]):
        after = [later for later in order[order.index(title) + 1:] if later in titles]
        titles.insert(titles.index(after[0]) if after else titles.index("Goals"), title)
    return head + "".join(f"\n## {title}\n{texts[title]}" for title in titles)


def with_goals(text, rows):
    """A section of goals with some rows as they were measured now. - rows: by their figures; those that the section lacks stand at its end."""
    lines, left = [], dict(rows)
    for line in text.split("\n"):
        figure = line.strip("| ").split(" | ")[0]
        if line.startswith("|") and figure in left:
            line = left.pop(figure)
        lines.append(line)
    last = max(i for i, line in enumerate(lines) if line.startswith("|"))
    lines[last + 1:last + 1] = left.values()
    return "\n".join(lines)

"""Tests that documents match programs and pages.

Commands parse, links have a target, pictures show a healthy box, and pages are short enough.
"""
import html, json, os, pathlib, re, shlex, subprocess, tempfile, unittest
import xml.etree.ElementTree as tree

PROJECT = pathlib.Path(__file__).resolve().parents[2]
GFCTL = PROJECT / ".build/release/gfctl"
OWNER = sorted((PROJECT / "docs/owner").glob("*.md"))
PAGES = [PROJECT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "lab/README.md", "scripts/models/README.md")] + sorted((PROJECT / "docs").rglob("*.md"))
MOST_WORDS = {"README.md": 600, "CONTRIBUTING.md": 600, "CHANGELOG.md": 600}
OWNER_WORDS, WIDEST, MOST_OF_SENTENCE, MOST_ADDED = 900, 90, 35, 60
# The most words of prose of all Markdown files together.
MOST_PROSE = 28_000
# Diagrams, and the licence vectors that tests read.
WIDE_BLOCKS = {"mermaid", "json payload", "json licence"}


def code_of(text):
    """Returns the code of a page.

    It is the lines of blocks but the wide ones, and the text between backticks. In a table row, | ends a cell and \\|
    is a bar of the text.
    """
    lines, block, rest = [], None, []
    for line in text.splitlines():
        if line.lstrip().startswith("```"):
            block = line.strip().strip("`") if block is None else None
        elif block in WIDE_BLOCKS:
            continue
        elif block is not None or line.startswith("    "):
            lines.append(line.rstrip())
        else:
            rest.append(line)
    return lines, re.findall(r"`([^`\n]+)`", "\n".join(rest))


def commands(text):
    """Returns a page's gfctl commands, and whether a sentence only names each.

    The command is its words after gfctl. A named command may lack values.
    """
    lines, spans = code_of(text)
    for line, is_named in [(line.split(" #")[0], False) for line in lines] + [(span, True) for span in spans]:
        for part in re.split(r"&&|;|\|", line):
            if command := re.match(r"\s*(?:sudo )?gfctl(?!\S)(.*)", part):
                yield shlex.split(command[1]), is_named


def markdown(root):
    """Returns the Markdown files of a project, without folders that are hidden or made."""
    found = []
    for folder, below, names in os.walk(root):
        below[:] = [name for name in below if name == ".github" or not name.startswith(".") and name != "out"]
        found += [pathlib.Path(folder) / name for name in names if name.endswith(".md")]
    return found


def prose(text):
    """Returns the number of words outside of tables and code blocks."""
    words, is_code = 0, False
    for line in text.splitlines():
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif not is_code and not line.lstrip().startswith("|"):
            words += len(line.split())
    return words


def excess(texts):
    """Returns the fault of pages that have too many words of prose together, or nothing."""
    count = sum(map(prose, texts))
    return None if count <= MOST_PROSE else f"the Markdown files have {count} words of prose, and {MOST_PROSE} is the most: shorten a page, or link to the page that has the fact"


class Parser:
    """gfctl's commands, from gfctl itself."""

    def __init__(self, told):
        self.root = told["command"]

    def every(self, command=None, path=()):
        """Yields the words of each command, without default subcommands."""
        command = command or self.root
        for sub in command.get("subcommands", []):
            if path and sub["commandName"] == command.get("defaultSubcommand"):
                continue
            words = [*path, sub["commandName"]]
            if sub.get("subcommands"):
                yield from self.every(sub, words)
            else:
                yield words

    def fault(self, words, is_named=False):
        """Returns the fault of these words, or nothing if gfctl accepts them.

        A named command may lack its values.
        """
        command, words = self.root, list(words)
        while True:
            below = {sub["commandName"]: sub for sub in command.get("subcommands", [])}
            if words and words[0] in below:
                command = below[words.pop(0)]
            elif command.get("defaultSubcommand") and not (words and words[0] in self.options(command)):
                command = below[command["defaultSubcommand"]]
            elif below and not words and command is not self.root and not is_named:
                return f"{command['commandName']} needs one of {', '.join(below)}"
            else:
                break
        return None if is_named and not words else self.judged(command, words)

    @staticmethod
    def options(command):
        """Returns the options of a command itself, by their words."""
        return {("--" if len(name["name"]) > 1 else "-") + name["name"]: argument for argument in command.get("arguments", []) for name in argument.get("names", [])}

    @staticmethod
    def judged(command, words):
        arguments = command.get("arguments", [])
        options = Parser.options(command)
        places, given, i = [argument for argument in arguments if argument["kind"] == "positional"], [], 0
        while i < len(words):
            word = words[i]
            if re.fullmatch(r"--?[a-z][a-z-]*(=.*)?", word):
                option = options.get(word.split("=")[0])
                if option is None:
                    return f"{command['commandName']} has no option {word}"
                i += option["kind"] == "option" and "=" not in word
            else:
                given.append(word)
            i += 1
        least = sum(not place["isOptional"] for place in places)
        if len(given) < least or len(given) > len(places) and not any(place["isRepeating"] for place in places):
            return f"{command['commandName']} takes {least} to {len(places)} values, not {len(given)}: {' '.join(given)}"
        for place, word in zip(places, given):
            choices = place.get("allValues") or place.get("completionKind", {}).get("list", {}).get("values")
            if choices and word not in choices and not word.isupper():
                return f"{command['commandName']} takes {', '.join(choices)}, not {word}"
        return None


class Commands(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # Lint runs before the build.
        sources = [source for name in ("GestureFlowAPI", "GfctlTool") for source in (PROJECT / "Sources" / name).rglob("*.swift")]
        if not GFCTL.exists() or GFCTL.stat().st_mtime < max(source.stat().st_mtime for source in sources):
            raise unittest.SkipTest("gfctl is not built, or its sources are newer: make build")
        told = subprocess.run([GFCTL, "--experimental-dump-help"], check=True, capture_output=True, text=True).stdout
        cls.parser = Parser(json.loads(told))

    def test_what_is_no_command_is_found(self):
        for wrong in ("bluetooth scan", "midi bluetooth", "stem 2 wobble", "status --loud", "update --loud", "hands perhaps", "import", "volume 1 2", "wobble", "stauts"):
            self.assertIsNotNone(self.parser.fault(wrong.split()), wrong)
        for right in ("", "status --json", "midi learn volume 2", "midi bluetooth scan", "network", "update --from-stick", "stem 2 volume 0.5", "pitch -50", "sound Glass Bells", "volume", "seek +10", "config edit"):
            self.assertIsNone(self.parser.fault(right.split()), right)

    def test_every_command_of_the_pages_parses(self):
        count = 0
        for page in PAGES:
            for words, is_named in commands(page.read_text()):
                count += 1
                self.assertIsNone(self.parser.fault(words, is_named), f"{page.relative_to(PROJECT)}: gfctl {' '.join(words)}")
        self.assertGreater(count, 3)

    def test_the_owners_pages_name_every_command(self):
        named = [words for page in OWNER for words, _ in commands(page.read_text())]
        for path in self.parser.every():
            self.assertTrue(any(words[:len(path)] == path for words in named), f"docs/owner does not name gfctl {' '.join(path)}")

    def test_make_targets_of_the_readme_exist(self):
        targets = set(re.findall(r"^([a-z-]+):", (PROJECT / "Makefile").read_text(), re.M))
        for page in ("README.md", "CONTRIBUTING.md"):
            lines, spans = code_of((PROJECT / page).read_text())
            for line in lines + spans:
                if words := re.match(r" *make ([a-z-]+)", line):
                    self.assertIn(words[1], targets, page)


class Pages(unittest.TestCase):
    def test_every_link_leads_to_a_file_and_a_heading(self):
        for page in PAGES:
            for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text()):
                if "://" in link or link.startswith("mailto:"):
                    continue
                path, _, part = link.partition("#")
                target = page.parent / path if path else page
                self.assertTrue(target.exists(), f"{page.relative_to(PROJECT)}: {link}")
                if part and target.suffix == ".md":
                    self.assertIn(part, anchors(target.read_text()), f"{page.relative_to(PROJECT)}: {link}")

    def test_pages_are_short_enough(self):
        for name, most in MOST_WORDS.items():
            self.assertLessEqual(len((PROJECT / name).read_text().split()), most, name)
        for page in OWNER:
            self.assertLessEqual(len(page.read_text().split()), OWNER_WORDS, page.name)

    def test_all_pages_together_are_short_enough(self):
        self.assertIsNone(excess(page.read_text() for page in markdown(PROJECT)))

    def test_one_word_of_prose_too_many_is_told(self):
        words = "word " * (MOST_PROSE - 3)
        self.assertIsNone(excess([words, "# A page\n"]))
        fault = excess([words, "# A page\n\nlong\n"])
        self.assertEqual(fault, "the Markdown files have 28001 words of prose, and 28000 is the most: shorten a page, or link to the page that has the fact")

    def test_tables_and_code_are_not_prose(self):
        self.assertEqual(prose("Two words\n\n| a | b |\n  | c |\n\n```sh\nmake build\n```\n\n* three\n  ```\n  code\n  ```\n"), 4)

    def test_every_page_is_counted(self):
        found = set(markdown(PROJECT))
        self.assertLessEqual(set(PAGES), found)
        self.assertIn(PROJECT / ".github/pull_request_template.md", found)
        with tempfile.TemporaryDirectory() as folder:
            for name in ("a.md", "docs/b.md", ".build/c.md", "out/d.md", "docs/e.txt"):
                path = pathlib.Path(folder, name)
                path.parent.mkdir(exist_ok=True)
                path.touch()
            self.assertEqual(sorted(path.name for path in markdown(folder)), ["a.md", "b.md"])

    def test_the_first_release_is_told_briefly(self):
        added = (PROJECT / "CHANGELOG.md").read_text().partition("### Added\n")[2].partition("\n## ")[0]
        lines = [line for line in added.splitlines() if line]
        self.assertTrue(0 < len(lines) <= MOST_ADDED, f"CHANGELOG.md: {len(lines)} lines of Added, {MOST_ADDED} at most")

    def test_sentences_are_short(self):
        for page in [PROJECT / "README.md", *OWNER]:
            text = page.read_text()
            for sentence in sentences(text):
                self.assertLessEqual(len(sentence.split()), MOST_OF_SENTENCE, f"{page.name}: {sentence}")

    def test_code_fits(self):
        for page in PAGES:
            for line in code_of(page.read_text())[0]:
                self.assertLessEqual(len(line), WIDEST, f"{page.relative_to(PROJECT)}: {line}")


def sentences(text):
    """Returns sentences, items and table cells, without code blocks and link targets."""
    text = re.sub(r"\]\([^)]*\)", "]", re.sub(r"```.*?```", "", text, flags=re.S))
    for block in re.split(r"\n\s*\n|\n\s*[*-] |\n\d+\. |\n#+ ", text):
        cells = re.split(r"[|\n]", block) if block.lstrip().startswith("|") else [block.replace("\n", " ")]
        for cell in cells:
            yield from re.split(r"(?<=[.!?])\s+", cell)


def anchors(text):
    """Returns the anchors of a page's headings, as GitHub makes them."""
    heads = re.findall(r"^#+ (.*)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


class Generated(unittest.TestCase):
    def test_the_table_of_keys_is_up_to_date(self):
        made = subprocess.run(["python3", "-B", PROJECT / "scripts/configdoc.py"], check=True, capture_output=True, text=True).stdout
        self.assertEqual(made, (PROJECT / "docs/reference/configuration.md").read_text(), "scripts/configdoc.py > docs/reference/configuration.md")
        keys = re.findall(r"^([a-z-]+) = ", (PROJECT / "deploy/gestureflow.toml").read_text(), re.M)
        self.assertEqual(keys, re.findall(r"^\| `([a-z-]+)`", made, re.M))


class Pictures(unittest.TestCase):
    def test_every_picture_is_read(self):
        for picture in (PROJECT / "docs").rglob("*.svg"):
            self.assertTrue(tree.parse(picture).getroot().tag.endswith("svg"), picture.name)

    def test_the_page_is_shown_well(self):
        said = re.search(r"<desc>(.*?)</desc>", (PROJECT / "docs/page.svg").read_text(), re.S)
        self.assertIsNotNone(said, "docs/page.svg does not say what it shows: make docs")
        said = html.unescape(said[1])
        self.assertIn("healthy", said)
        self.assertIn("Problems none", said)
        self.assertNotRegex(said, r"does not answer|degraded|failed|starting|refused|no hands")

    def test_the_moving_picture_moves(self):
        text = (PROJECT / "docs/play.svg").read_text()
        hands = re.search(r'class="bone"[^>]*><animate [^>]*values="([^"]*)"', text)
        self.assertGreater(len(set(hands[1].split(";"))), 20)
        self.assertLess(len(text), 100_000)
        cents = [int(value) for value in re.findall(r">(-?\d+) cents<", text)]
        self.assertEqual(cents[0], 0)
        self.assertGreater(max(cents), 600)


if __name__ == "__main__":
    unittest.main()

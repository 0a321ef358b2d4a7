"""Tests the site of make docs and the check of its pages.

Links of the documents lead to pages of the site, and the check finds faults.
"""
import importlib.util, pathlib, shutil, tempfile, unittest

PROJECT = pathlib.Path(__file__).resolve().parents[2]


def loaded(path):
    spec = importlib.util.spec_from_file_location(path.stem + "_of_site", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Addresses(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.made = loaded(PROJECT / "scripts/site/make.py")

    def test_pages_have_addresses(self):
        for page, place in (("README.md", "index.html"), ("docs/owner/README.md", "docs/owner/index.html"), ("docs/pi.md", "docs/pi.html")):
            self.assertEqual(self.made.address(page), place)

    def test_links_move_with_their_pages(self):
        for link, page, to in (
            ("docs/owner/README.md", "README.md", "docs/owner/index.html"),
            ("../pi.md#camera", "docs/owner/first-day.md", "../pi.html#camera"),
            ("../../README.md", "docs/owner/first-day.md", "../../index.html"),
            ("#players", "docs/design/streams.md", "#players"),
            ("https://example.org/a.md", "README.md", "https://example.org/a.md"),
            ("play.svg", "docs/architecture.md", "play.svg"),
        ):
            self.assertEqual(self.made.moved(link, page)[0], to)

    def test_a_link_to_no_file_ends_the_build(self):
        with self.assertRaises(SystemExit):
            self.made.moved("missing.md", "docs/pi.md")

    def test_each_page_is_in_one_list(self):
        pages = [str(path.relative_to(PROJECT)) for path in [*PROJECT.glob("*.md"), *(PROJECT / "docs").rglob("*.md")]]
        listed = [page for _, group in self.made.ordered(pages) for page in group]
        self.assertEqual(sorted(listed), sorted(pages))


@unittest.skipUnless(shutil.which("chromium"), "Debian's package chromium is not installed")
class Check(unittest.TestCase):
    def test_faults_of_a_site_are_found(self):
        check = loaded(PROJECT / "Tests/Page/site_check.py")
        page = '<!DOCTYPE html><html><body style="background:#fff;color:%s"><main id="top">%s</main></body></html>'
        node = '<figure><svg width="200" height="60" viewBox="0 0 200 60"><g class="node"><rect width="%s" height="40"/><g class="label"><text y="20" fill="#fff">some words</text></g></g></svg></figure>'
        with tempfile.TemporaryDirectory(prefix="gf-site-") as place:
            folder = pathlib.Path(place)
            (folder / "good.html").write_text(page % ("#000", '<a href="good.html#top">words</a>' + node % 190))
            self.assertEqual(check.faults(folder, read=("good.html",)), ([], 1, 1))
            bad = '<a href="none.html">a</a><a href="good.html#none">b</a><img src="none.svg" alt=""><p style="width:500px">wide</p>' + node % 20
            (folder / "bad.html").write_text(page % ("#ccc", bad))
            found = "\n".join(check.faults(folder, read=("bad.html",))[0])
        for fault in ("none.html is not there", "good.html has no place none", "none.svg is not read", "at 390 pixels", "'some words' stands out", "contrast ['wide'"):
            self.assertIn(fault, found)
        self.assertNotIn("at 1280 pixels", found)
        self.assertNotIn("good.html: ", found.replace("bad.html: good.html has", ""))


if __name__ == "__main__":
    unittest.main()

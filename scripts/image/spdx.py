#!/usr/bin/env python3
"""Prints an image's packages, versions and licences as SPDX 2.3.

usage: spdx.py TREE NAME VERSION SECONDS [PACKAGE.deb...]

TREE is the image's root with dpkg's database. The packages are those in the image that are not installed there
(kernel, first stage, firmware), and newer ones whose files replace an installed package's. SECONDS since 1970 is the
creation time in the list, so that two builds print the same. The licences come from each package's copyright file.
They are in Debian's words, not SPDX's, so the list has them as comments.
"""
import hashlib, json, pathlib, re, subprocess, sys, time

FREE_TEXT = "the copyright file names none in a form that can be read"


def paragraphs(text):
    """Returns the fields of each paragraph of a Debian control file."""
    for block in re.split(r"\n\s*\n", text):
        fields = dict(re.findall(r"^([A-Za-z-]+):[ \t]*(.*(?:\n[ \t].*)*)", block, re.M))
        if fields:
            yield fields


def licences(text):
    """Returns the licences' short names in a machine-readable copyright file.

    Each name occurs once; they are sorted.
    """
    names = {fields["License"].split("\n")[0].strip() for fields in paragraphs(text) if "License" in fields}
    return sorted(name for name in names if name)


def installed(tree):
    """Returns the installed packages by name.

    Each is name, version, architecture, supplier and copyright text.
    """
    found = []
    for fields in paragraphs((tree / "var/lib/dpkg/status").read_text(errors="replace")):
        if fields.get("Status", "").endswith(" installed"):
            path = tree / "usr/share/doc" / fields["Package"] / "copyright"
            try:
                text = path.read_text(errors="replace")
            except OSError:
                text = ""
            found.append((fields["Package"], fields["Version"], fields["Architecture"], fields.get("Maintainer", ""), text))
    return sorted(found)


def unpacked(files):
    """Returns the same data for packages that are files."""
    found = []
    for file in files:
        fields = next(paragraphs(subprocess.run(["dpkg-deb", "-f", file], check=True, capture_output=True, text=True).stdout))
        archive = subprocess.run(["dpkg-deb", "--fsys-tarfile", file], check=True, capture_output=True).stdout
        member = f"./usr/share/doc/{fields['Package']}/copyright"
        text = subprocess.run(["tar", "-xO", member], input=archive, capture_output=True).stdout.decode(errors="replace")
        found.append((fields["Package"], fields["Version"], fields["Architecture"], fields.get("Maintainer", ""), text))
    return sorted(found)


def combined(packages, files):
    """Returns both lists by name. A file's package replaces the installed one of the same name."""
    return sorted(list({package[0]: package for package in packages + files}.values()))


def vendor(number):
    """Returns the publisher of a package by its version."""
    return "raspberrypi" if "+rpt" in number else "debian"


def document(name, version, seconds, packages):
    listed = []
    for package, number, architecture, maintainer, text in packages:
        names = licences(text)
        listed.append({
            "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", f"{package}-{architecture}"), "name": package, "versionInfo": number,
            "supplier": f"Organization: {re.sub(r' *<.*', '', maintainer)}" if maintainer else "NOASSERTION", "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
            "licenseConcluded": "NOASSERTION", "licenseDeclared": "NOASSERTION", "licenseComments": "Debian: " + (", ".join(names) or FREE_TEXT), "copyrightText": "NOASSERTION",
            "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": f"pkg:deb/{vendor(number)}/{package}@{number}?arch={architecture}"}]})
    digest = hashlib.sha256(json.dumps(listed).encode()).hexdigest()[:16]
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"{name}-{version}", "documentNamespace": f"https://gestureflow.invalid/spdx/{name}-{version}-{digest}",
        "creationInfo": {"created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds)), "creators": ["Tool: gestureflow-spdx.py"]}, "packages": listed,
        "relationships": [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": package["SPDXID"]} for package in listed]}


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit("spdx: usage: spdx.py TREE NAME VERSION SECONDS [PACKAGE.deb...]")
    tree, name, version, seconds = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4])
    print(json.dumps(document(name, version, seconds, combined(installed(tree), unpacked(sys.argv[5:]))), indent=1))

"""Reads enough of Swift to count: code and the types around each line.

The code is without comments and string literals.
"""

import re

TYPE = re.compile(r"\b(struct|class|enum|actor|protocol)\s+([A-Z]\w*)")
EXTENSION = re.compile(r"\bextension\s+([A-Z]\w*)")


def code(text):
    """Returns the text with its comments and string literals blanked.

    Lines keep their numbers, and interpolated code stays.
    """
    out, i = [], 0
    # The context of this place: '"' and '\"\"\"' with the literal's number signs, '(' within an interpolation.
    inside = []
    while i < len(text):
        if inside and inside[-1][0] != "(":
            quote, signs = inside[-1]
            if text.startswith(quote + signs, i):
                inside.pop()
                i += len(quote + signs)
            elif text.startswith("\\" + signs + "(", i):
                inside.append(("(", 0))
                out.append(" (")
                i += len(signs) + 2
            else:
                i += 2 if text[i] == "\\" and not signs else 1
                out.append("\n" if text[i - 1 : i] == "\n" else "")
            continue
        if text.startswith("//", i):
            end = text.find("\n", i)
            i = len(text) if end < 0 else end
        elif text.startswith("/*", i):
            end = text.find("*/", i + 2)
            end = len(text) if end < 0 else end + 2
            out.append("\n" * text.count("\n", i, end))
            i = end
        elif begin := re.compile(r'(#*)("""|")').match(text, i):
            inside.append((begin[2], begin[1]))
            out.append(" ")
            i = begin.end()
        else:
            if inside:
                depth = inside[-1][1] + {"(": 1, ")": -1}.get(text[i], 0)
                inside[-1] = ("(", depth)
                if depth < 0:
                    inside.pop()
            out.append(text[i])
            i += 1
    return "".join(out)


def lines(clean):
    """Yields each line of `code` with the names of its enclosing types.

    They are those at the line's beginning; None within a function, closure or accessor.
    """
    result, stack, header = [], [], ""
    for line in clean.split("\n"):
        result.append((line, None if None in stack else tuple(stack)))
        for character in line + "\n":
            if character == "{":
                found = TYPE.search(header) or EXTENSION.search(header)
                # `class func` and `class var` do not declare a type; a function's header may name one.
                stack.append(found[found.lastindex] if found and not re.search(r"\b(func|init|subscript|var|let)\b", header) else None)
                header = ""
            elif character == "}":
                if stack:
                    stack.pop()
                header = ""
            elif character == ";":
                header = ""
            else:
                header += character
                # A line that ends a statement; conformances or generic constraints may continue a header.
                if character == "\n" and not re.search(r"\b(struct|class|enum|actor|protocol|extension|func|init|var)\b", header):
                    header = ""
    return result


def types(clean):
    """Yields name, inherited types and enclosing types of each declared type."""
    found = []
    enclosing = [names for _, names in lines(clean)]
    for match in TYPE.finditer(clean):
        before = clean[clean.rfind("\n", 0, match.start()) + 1 : match.start()]
        if not re.fullmatch(r"[\s@\w(),.:]*", before) or re.search(r"\b(func|let|var|import)\b", before):
            continue
        header = clean[match.end() : clean.find("{", match.end())]
        number = clean.count("\n", 0, match.start())
        inherited = re.sub(r"<[^<>]*>", "", header).partition(":")[2].partition(" where ")[0]
        found.append((match[2], [name.strip() for name in inherited.split(",")], enclosing[number]))
    return found

"""Checks the links of Markdown pages that DocC does not read."""

import re

_LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)")
_FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def problems(root):
    """Tells each link to a file that does not exist."""
    for page in sorted([*root.glob("*.md"), *root.glob("Data/**/*.md"), *root.glob("Sources/*/README.md")]):
        for target in _LINK.findall(_FENCED.sub("", page.read_text(encoding="utf-8"))):
            if not (page.parent / target).exists():
                yield f"{page.relative_to(root)}: {target} does not exist"

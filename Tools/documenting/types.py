"""Lists the public types of symbol graphs, and finds those of which a program outside the package can have no value."""

import json
import re

_KINDS = {f"swift.{kind}": kind for kind in ("class", "enum", "protocol", "struct")}
_STATIC = {"swift.type.property", "swift.type.method", "swift.type.subscript"}
# The effects of a function type, between its parameters and its arrow.
_EFFECTS = re.compile(r"\s*(?:async)?\s*(?:throws(?:\([^()]*\))?)?\s*$")


class PublicTypes:
    """The public types of modules, from folders of symbol graphs."""

    def __init__(self, folders):
        """`folders` has the folder of the symbol graphs of each module."""
        self.symbols, self.modules, self.owners, self.conformances = {}, {}, {}, []
        extended, members = {}, []
        for module, folder in folders.items():
            for path in sorted(folder.glob("*.symbols.json")):
                graph = json.loads(path.read_text(encoding="utf-8"))
                for symbol in graph["symbols"]:
                    name = symbol["identifier"]["precise"]
                    self.symbols.setdefault(name, symbol)
                    self.modules.setdefault(name, module)
                for link in graph["relationships"]:
                    if link["kind"] == "extensionTo":
                        extended[link["source"]] = link["target"]
                    elif link["kind"] in ("memberOf", "requirementOf", "optionalRequirementOf"):
                        members.append(link)
        self.requirements = {link["source"] for link in members if link["kind"] != "memberOf"}
        for link in members:
            self.owners.setdefault(link["source"], extended.get(link["target"], link["target"]))
        self.types = {name: _KINDS[symbol["kind"]["identifier"]] for name, symbol in self.symbols.items()
                      if symbol["kind"]["identifier"] in _KINDS}

    def lines(self):
        """One line of each type, sorted: module, kind and name."""
        return sorted(self._line(name) for name in self.types)

    def problems(self):
        """One line for each type of which a program outside the package can have no value, or none to return from a conformance."""
        _, usable = self._reached()
        lost = {f"{self._line(name)}: no app can make or get a value" for name in self.types.keys() - usable}
        made = {name for name, kind in self.types.items() if kind == "protocol"}
        made |= {name for member, symbol in self.symbols.items() for name in self._made(member, symbol, usable)}
        for member in self.requirements:
            path = ".".join(self.symbols[member]["pathComponents"])
            lost |= {f"{self._line(name)}: no app can make a value, which {path} requires"
                     for name in (self._signature(self.symbols[member])[2] & usable) - made}
        return sorted(lost)

    def _made(self, member, symbol, usable):
        """The types of which an initialiser, a case or a static member makes a value from values that a program can have."""
        kind, owner = symbol["kind"]["identifier"], self.owners.get(member)
        if kind == "swift.enum.case":
            return {owner}
        taken, _, result = self._signature(symbol)
        if not taken <= usable or symbol["pathComponents"][-1] == "init(from:)":
            return set()
        return {owner} if kind == "swift.init" else result & {owner} if kind in _STATIC else set()

    def _line(self, name):
        return f"{self.modules[name]} {self.types[name]} {'.'.join(self.symbols[name]['pathComponents'])}"

    def _reached(self):
        """The types of which a value can be got from the package, and those of which it can be got or made."""
        cases = {self.owners.get(name) for name, symbol in self.symbols.items() if symbol["kind"]["identifier"] == "swift.enum.case"}
        # Programs conform to protocols, and use enums without cases by their name.
        usable = {name for name, kind in self.types.items() if kind == "protocol" or kind == "enum" and name not in cases}
        got, before = set(), None
        while before != (len(got), len(usable)):
            before = len(got), len(usable)
            for name, symbol in self.symbols.items():
                self._follow(name, symbol, got, usable)
        return got, usable

    def _follow(self, name, symbol, got, usable):
        """Adds the types to which one declaration leads, given those that are reached."""
        kind, owner = symbol["kind"]["identifier"], self.owners.get(name)
        if kind in self.types or kind in ("swift.typealias", "swift.associatedtype"):
            return
        if kind == "swift.enum.case":
            payload = self._named(symbol["declarationFragments"])[0]
            if payload <= usable:
                usable.add(owner)
            if owner in got:
                got |= payload
                usable |= payload
            return
        taken, told, result = self._signature(symbol)
        if name in self.requirements:
            # A program that conforms is given the parameters; the result is its own, unless the package hands out a value.
            told, result = told | taken, result if owner in got else set()
        elif not taken <= usable or not self._has_owner(owner, kind, usable):
            return
        if kind == "swift.init":
            usable |= self._made(name, symbol, usable) & self.types.keys()
            result = set()
        usable |= told | result
        got |= told | result

    def _has_owner(self, owner, kind, usable):
        return owner not in self.types or kind in _STATIC or kind == "swift.init" or owner in usable

    def _signature(self, symbol):
        """The types that a caller gives, those that closures of the caller receive, and those of the result or property."""
        signature = symbol.get("functionSignature")
        if signature is None:
            result, taken = self._named(symbol["declarationFragments"])
            return set(), set(), result | taken
        taken, told = set(), set()
        for parameter in signature.get("parameters", []):
            given, received = self._named(parameter["declarationFragments"])
            taken, told = taken | given, told | received
        return taken, told, self._named(signature.get("returns", []))[0]

    def _named(self, fragments):
        """The public types that fragments name: those outside of parameters of function types, and those inside."""
        text, places = "", []
        for fragment, following in zip(fragments, [*fragments[1:], {"spelling": ""}]):
            is_qualifier = following["spelling"] == "."  # the outer type of a nested one
            if "preciseIdentifier" in fragment and fragment["kind"] == "typeIdentifier" and not is_qualifier:
                places.append((len(text), fragment["preciseIdentifier"]))
            text += fragment["spelling"]
        ranges = [_parameters(text, match.start()) for match in re.finditer("->", text)]
        named = set(), set()
        for place, name in places:
            named[sum(start < place < end for start, end in ranges) % 2].update(self._resolved(name))
        return named

    def _resolved(self, name):
        """A public type by itself, or those that an alias stands for."""
        if name in self.types:
            return {name}
        symbol = self.symbols.get(name)
        if symbol is None or symbol["kind"]["identifier"] != "swift.typealias":
            return set()
        return {type for fragment in symbol["declarationFragments"] if fragment.get("preciseIdentifier", name) != name
                for type in self._resolved(fragment["preciseIdentifier"])}


def _parameters(text, arrow):
    """The range of the parentheses before an arrow of a function type."""
    end = len(_EFFECTS.sub("", text[:arrow]))
    depth = 0
    for place in range(end - 1, -1, -1):
        depth += {")": 1, "(": -1}.get(text[place], 0)
        if not depth:
            return place, end
    return 0, 0

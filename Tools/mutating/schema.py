"""Writes code that holds all alterations at once; an environment variable says which one is on."""

SIGNS = "∘∙⊕⊗⊙⊚⊛⊝"  # digits of an operator's number

HEAD = """// Written by Tools/mutate.
import Glibc

// The name begins with no SKIROUTE_, which tests take away from the commands they run.
let activeAlteration: Int = getenv("ALTERATION").flatMap { Int(String(cString: $0)) } ?? 0

@inline(__always) func isKept(_ number: Int) -> Bool { activeAlteration != number }
@inline(__always) func alteredTruth(_ number: Int, _ value: Bool) -> Bool { activeAlteration == number ? !value : value }
@inline(__always) func alteredNumber<T>(_ number: Int, _ value: T, _ other: T) -> T { activeAlteration == number ? other : value }
@inline(__always) func altered_min<T: Comparable>(_ number: Int, _ a: T, _ b: T) -> T { (activeAlteration == number) == (a < b) ? b : a }
@inline(__always) func altered_max<T: Comparable>(_ number: Int, _ a: T, _ b: T) -> T { (activeAlteration == number) == (a < b) ? a : b }
@inline(__always) func altered_min<T: Comparable>(_ n: Int, _ a: T, _ b: T, _ c: T) -> T { altered_min(n, altered_min(n, a, b), c) }
@inline(__always) func altered_max<T: Comparable>(_ n: Int, _ a: T, _ b: T, _ c: T) -> T { altered_max(n, altered_max(n, a, b), c) }
"""

COMPARISON, LOGIC = {"<", "<=", ">", ">="}, {"&&": "LogicalConjunctionPrecedence", "||": "LogicalDisjunctionPrecedence"}


def operator_name(sign, number):
    """An operator of its own for a site: what it is precedes, its number in signs follows."""
    digits = ""
    while number:
        digits, number = SIGNS[number % len(SIGNS)] + digits, number // len(SIGNS)
    return sign + "∗" + digits


def operator(sign, other, number):
    """Declares the operator of a site."""
    name = operator_name(sign, number)
    on = f"activeAlteration == {number}"
    if sign in LOGIC:
        return (f"infix operator {name}: {LOGIC[sign]}\n@inline(__always) func {name} (a: Bool, b: @autoclosure () throws -> Bool) rethrows"
                f" -> Bool {{ {on} ? try a {other} b() : try a {sign} b() }}\n")
    if sign in COMPARISON or sign in ("==", "!="):
        kind = "Comparable" if sign in COMPARISON else "Equatable"
        return (f"infix operator {name}: ComparisonPrecedence\n@inline(__always) func {name} <T: {kind}>(a: T, b: T) -> Bool"
                f" {{ {on} ? a {other} b : a {sign} b }}\n")
    level = "MultiplicationPrecedence" if sign in "*/" else "AdditionPrecedence"
    kinds = {"+": ["AdditiveArithmetic"], "-": ["AdditiveArithmetic"], "*": ["Numeric"], "/": ["BinaryInteger", "FloatingPoint"],
             "&+": ["FixedWidthInteger"], "&-": ["FixedWidthInteger"]}[sign]
    return f"infix operator {name}: {level}\n" + "".join(
        f"@inline(__always) func {name} <T: {kind}>(a: T, b: T) -> T {{ {on} ? a {other} b : a {sign} b }}\n" for kind in kinds)


def write(folder, texts, sites, swaps):
    """Writes altered files; `sites` maps numbers to sites. Nested sites can't be written both: the caller keeps them apart."""
    operators = [HEAD]
    for file, text in texts.items():
        for number, site in sorted(((n, s) for n, s in sites.items() if s.file == file), key=lambda x: -x[1].start):
            if site.kind == "operator":
                sign = text[site.start:site.end]
                code = operator_name(sign, number)
                operators.append(operator(sign, swaps[sign], number))
            else:
                code = site.code.format(id=number)
            text = text[:site.start] + code + text[site.end:]
        (folder / file).write_text(text)
    (folder / "Alterations.swift").write_text("".join(operators))

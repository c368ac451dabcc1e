/// A recursive-descent parser of `opening_hours` without backtracking.
struct HoursParser {
  private let tokens: [HoursToken]
  private(set) var position = 0

  /// Creates a parser of tokens, the last of which is of kind `.end`.
  init(_ tokens: [HoursToken]) { self.tokens = tokens }

  /// Parses all rules.
  /// - Complexity: O(*n*) in the tokens.
  mutating func rules() throws(HoursFault) -> [HoursRule] {
    var rules: [HoursRule] = []
    var combination = RuleCombination.overrides
    while true {
      while takes(";") { combination = .overrides }
      if peek.kind == .end { return rules }
      rules.append(try rule(combination))
      guard let next = try separator() else { return rules }
      combination = next
    }
  }

  private mutating func separator() throws(HoursFault) -> RuleCombination? {
    if peek.kind == .end { return nil }
    if takes(";") { return .overrides }
    if takes(",") { return try another(.adds) }
    if peek.kind == .bars {
      position += 1
      return try another(.fallback)
    }
    throw fault("text that is not expected here")
  }

  /// Returns the combination, or throws at the end of the value, where a rule must follow.
  private func another(_ combination: RuleCombination) throws(HoursFault) -> RuleCombination {
    if peek.kind == .end { throw fault("a rule is missing") }
    return combination
  }

  private mutating func rule(_ combination: RuleCombination) throws(HoursFault) -> HoursRule {
    let start = position
    var rule = HoursRule(combination: combination)
    rule.days = try days()
    if !takesAlways(), startsTime() { rule.times = try times() }
    try readState(into: &rule)
    if position == start { throw fault("text that begins no rule") }
    return rule
  }

  /// Consumes `24/7`, which is equivalent to no times.
  private mutating func takesAlways() -> Bool {
    guard peek.kind == .number(24, digits: 2), peek(1).kind == .sign(UInt8(ascii: "/")),
      peek(2).kind == .number(7, digits: 1)
    else { return false }
    position += 3
    return true
  }

  /// Parses an optional state and comment; a comment alone makes the state unknown.
  private mutating func readState(into rule: inout HoursRule) throws(HoursFault) {
    var isNamed = false
    if case .word(.state(let state)) = peek.kind {
      position += 1
      (rule.state, isNamed) = (state, true)
    }
    if takesComment(), !isNamed { rule.state = .unknown }
  }
}

extension HoursParser {
  var peek: HoursToken { tokens[position] }

  /// Returns the token at an offset from the next one; past the last it is the end.
  func peek(_ count: Int) -> HoursToken { tokens[min(position + count, tokens.count - 1)] }

  mutating func advance() { position = min(position + 1, tokens.count - 1) }

  /// Consumes a sign when it comes next; returns whether it did.
  mutating func takes(_ sign: Unicode.Scalar) -> Bool {
    guard peek.kind == .sign(UInt8(ascii: sign)) else { return false }
    position += 1
    return true
  }

  func isSign(_ sign: Unicode.Scalar, at count: Int = 0) -> Bool {
    peek(count).kind == .sign(UInt8(ascii: sign))
  }

  mutating func takesComment() -> Bool {
    guard peek.kind == .comment else { return false }
    position += 1
    return true
  }

  /// Consumes a number within a range.
  mutating func number(_ range: ClosedRange<Int>, _ what: String) throws(HoursFault) -> Int {
    guard case .number(let value, _) = peek.kind, range.contains(value) else {
      throw fault("\(what) is missing or invalid")
    }
    position += 1
    return value
  }

  func fault(_ reason: String) -> HoursFault { HoursFault(position: peek.position, reason: reason) }

  /// Consumes `+1 day` or `-2 days`; nil when none comes next.
  mutating func dayOffset() throws(HoursFault) -> Int? {
    guard isSign("+") || isSign("-"), case .number = peek(1).kind, peek(2).kind == .word(.day) else {
      return nil
    }
    let isBack = takes("-")
    if !isBack { advance() }
    let days = try number(0...366, "the number of days")
    advance()
    return isBack ? -days : days
  }
}

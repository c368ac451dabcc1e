package import SkiBase

/// A conditional tag of OpenStreetMap, such as `no @ (Nov-Apr); yes @ (May Sa,Su)`: values with the times they apply.
///
/// The last clause whose times include a moment counts; without one the tag without `:conditional` does.
///
/// **Source:** the page "Conditional restrictions" of the OpenStreetMap wiki; times are those of ``OpeningHours``.
package struct ConditionalTag: Sendable, Hashable {
  /// A value with its conditions.
  package struct Clause: Sendable, Hashable {
    /// The value before `@`, in lower case.
    package var value: String
    /// The times in which it applies, which must all include a moment (`AND`).
    package var times: [OpeningHours]
  }

  /// The clauses that can be evaluated, in order.
  package private(set) var clauses: [Clause] = []
  /// The clauses that depend on more than the time, or can't be parsed, as written; they count for nothing.
  package private(set) var unread: [String] = []

  /// Creates the clauses of a value.
  /// - Complexity: O(*n*) in the length.
  package init(_ text: String) {
    for part in Self.split(text.lowercased(), at: ";") {
      let part = Self.trimmed(part)
      if part.isEmpty { continue }
      if let clause = Self.clause(part) { clauses.append(clause) } else { unread.append(String(part)) }
    }
  }

  private static func clause(_ text: Substring) -> Clause? {
    guard let at = text.firstIndex(of: "@") else { return nil }
    let value = trimmed(text[..<at])
    var times: [OpeningHours] = []
    for condition in conditions(withoutBrackets(trimmed(text[text.index(after: at)...]))) {
      guard let hours = try? OpeningHours(String(withoutBrackets(trimmed(condition)))), hours.isDetermined
      else { return nil }
      times.append(hours)
    }
    return value.isEmpty || times.isEmpty ? nil : Clause(value: String(value), times: times)
  }

  /// Returns the conditions between `and`, outside brackets and quotes.
  private static func conditions(_ text: Substring) -> [Substring] {
    var parts: [[Substring]] = [[]]
    for word in split(text, at: " ") {
      if word == "and" { parts.append([]) } else { parts[parts.count - 1].append(word) }
    }
    return parts.map { $0.joined(separator: " ")[...] }
  }

  /// Splits a text at a separator outside brackets and quotes.
  private static func split(_ text: some StringProtocol, at separator: Character) -> [Substring] {
    var (parts, depth, isQuoted) = ([""], 0, false)
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if !isQuoted, character == "(" { depth += 1 }
      if !isQuoted, character == ")" { depth = max(0, depth - 1) }
      if character == separator, depth == 0, !isQuoted {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts.map { $0[...] }
  }

  /// Returns a text without the brackets that enclose all of it.
  private static func withoutBrackets(_ text: Substring) -> Substring {
    guard text.first == "(", text.last == ")" else { return text }
    var depth = 0
    for index in text.indices.dropLast() {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if depth == 0 { return text }
    }
    return trimmed(text.dropFirst().dropLast())
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}

extension ConditionalTag.Clause {
  /// Returns the minutes of a day, 0..<1440, in which the clause applies.
  /// - Complexity: As ``OpeningHours/hours(on:at:)`` for each of the conditions.
  func minutes(on day: CalendarDay, at place: OpeningHoursPlace) -> [Range<Int>] {
    var common = [0..<1440]
    for hours in times {
      let open = hours.hours(on: day, at: place).open.map { $0.minutes.clamped(to: 0..<1440) }
      common = common.flatMap { range in open.map { $0.clamped(to: range) } }.filter { !$0.isEmpty }
    }
    return common
  }
}

extension ConditionalTag {
  /// Returns the values that apply at some time of some days, `nil` for the tag without `:conditional`.
  /// - Complexity: O(*d* · *s*²) in days and the spans of a day, besides the evaluation of their times.
  package func values(on days: Range<CalendarDay>, at place: OpeningHoursPlace) -> Set<String?> {
    var (found, day): (Set<String?>, CalendarDay) = ([], days.lowerBound)
    while day < days.upperBound {
      let times = clauses.map { $0.minutes(on: day, at: place) }
      let changes = [0] + times.joined().flatMap { [$0.lowerBound, $0.upperBound] }
      for minute in changes where minute < 1440 {
        let last = times.lastIndex { ranges in ranges.contains { $0.contains(minute) } }
        found.insert(last.map { clauses[$0].value })
      }
      day = day.advanced(byDays: 1)
    }
    return found
  }
}

extension OpeningHours {
  /// Indicates whether the times depend on nothing but the clock, the sun and the calendar.
  var isDetermined: Bool {
    rules.allSatisfy { rule in
      !rule.days.isUndetermined && rule.state != .unknown && !rule.times.contains(where: \.isOpenEnded)
    }
  }
}

extension OpenHours {
  /// The whole minutes since midnight.
  package var minutes: Range<Int> {
    let first = opens.milliseconds / 60_000
    return first..<max(first, closes.milliseconds / 60_000)
  }
}

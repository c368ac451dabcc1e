package import SkiBase

/// The tags of a run or lift about access and season, uninterpreted.
///
/// Values are as tagged, in lower case; several are separated by `;`.
package struct AccessTags: Hashable, Sendable {
  /// A supported tag; the raw value is OpenStreetMap's key.
  @nonexhaustive
  package enum Key: String, Sendable, Hashable, CaseIterable {
    case access, ski, foot
    case pisteStatus = "piste:status"
    case seasonal
    case operationalStatus = "operational_status"
    /// The road mapped by the same line: `access` and `foot` may belong to that road.
    case highway
    // Values that apply at some times only; see ConditionalTag.
    case accessConditional = "access:conditional"
    case skiConditional = "ski:conditional"
    case pisteStatusConditional = "piste:status:conditional"
    case openingHoursConditional = "opening_hours:conditional"
    case onewayConditional = "oneway:conditional"

    /// The code in map files; codes are never reused for another case.
    package var code: UInt8 {
      switch self {
      case .access: 0
      case .ski: 1
      case .foot: 2
      case .pisteStatus: 3
      case .seasonal: 4
      case .operationalStatus: 5
      case .highway: 6
      case .accessConditional: 7
      case .skiConditional: 8
      case .pisteStatusConditional: 9
      case .openingHoursConditional: 10
      case .onewayConditional: 11
      }
    }

    /// Creates a key from its code, or nil when there is no such code.
    package init?(code: UInt8) {
      guard let match = Self.allCases.first(where: { $0.code == code }) else { return nil }
      self = match
    }
  }

  private var words: [Key: String] = [:]

  /// Creates an empty set of tags.
  package init() {}

  /// The value of a tag; nil when it is missing.
  package subscript(key: Key) -> String? {
    get { words[key] }
    set { words[key] = newValue }
  }

  /// Indicates whether there are no tags.
  package var isEmpty: Bool { words.isEmpty }

  /// The tags in the order of keys.
  package var all: [(key: Key, word: String)] {
    Key.allCases.compactMap { key in words[key].map { (key, $0) } }
  }
}

/// The conditional tags: restrictions that apply at some times only.
extension AccessTags {
  /// The keys of the conditional tags that decide when a run or lift is open.
  private static let conditionalKeys: [Key] = [
    .accessConditional, .skiConditional, .pisteStatusConditional, .openingHoursConditional,
  ]

  /// Indicates whether a tag states restrictions that apply at some times only.
  package var hasConditions: Bool { Self.conditionalKeys.contains { self[$0] != nil } }

  /// The parts of conditional tags that can't be evaluated, as `key=clause`, in order.
  /// - Complexity: O(*n*) in the length of the values.
  package var unreadConditions: [String] {
    (Self.conditionalKeys + [.onewayConditional]).flatMap { key in
      self[key].map { ConditionalTag($0).unread.map { "\(key.rawValue)=\($0)" } } ?? []
    }
  }

  /// Returns whether a clause of a conditional tag may lift the restriction of the tag without it.
  func isLifted(_ key: Key) -> Bool {
    guard let text = self[key] else { return false }
    return ConditionalTag(text).clauses.contains { Self.state($0.value, of: key) == .open }
  }

  /// Returns the hours of a day in which a run or lift is open by its conditional tags and opening hours; nil without
  /// conditional tags.
  ///
  /// `ski` takes precedence over `access`, which belongs to a road on a line that is one; see ``restriction()``.
  /// - Parameters:
  ///   - hours: The opening hours; nil for all day.
  ///   - day: The day.
  ///   - place: The place.
  /// - Complexity: O(*c*) in the clauses, besides the evaluation of their times.
  /// - Precondition: `place.coordinate.isValid`
  package func hours(within hours: OpeningHours?, on day: CalendarDay, at place: OpeningHoursPlace)
    -> DayHours?
  {
    guard hasConditions else { return nil }
    var access = MinuteStates(bars: self[.highway] == nil ? self[.access] : nil, of: .access)
    if self[.highway] == nil {
      access.apply(self[.accessConditional], of: .accessConditional, on: day, at: place)
    }
    if let ski = self[.ski] { access = MinuteStates(bars: ski, of: .ski) }
    access.apply(self[.skiConditional], of: .skiConditional, on: day, at: place)
    var status = MinuteStates(bars: self[.pisteStatus], of: .pisteStatus)
    status.apply(self[.pisteStatusConditional], of: .pisteStatusConditional, on: day, at: place)
    var open = MinuteStates(bars: nil, of: .access)
    if let hours { open.set(to: hours, in: [0..<1440], on: day, at: place) }
    open.apply(self[.openingHoursConditional], of: .openingHoursConditional, on: day, at: place)
    return access.common(status).common(open).hours()
  }

  /// Returns the state that a word of a tag or of a clause stands for; nil for opening hours.
  fileprivate static func state(_ word: String, of key: Key) -> HoursState? {
    switch key {
    case .pisteStatus, .pisteStatusConditional: return isClosed(word) ? .closed : .open
    case .openingHoursConditional:
      if isClosed(word) || word == "off" { return .closed }
      return ["open", "yes"].contains(word) ? .open : nil
    default: return restriction(word) == nil ? .open : .closed
    }
  }
}

/// The states of the minutes of a day and the following one.
private struct MinuteStates {
  private var states = [HoursState](repeating: .open, count: DayStates.minutes)

  /// Creates the states of a tag without conditions.
  init(bars word: String?, of key: AccessTags.Key) {
    guard let word, AccessTags.state(word, of: key) == .closed else { return }
    states = [HoursState](repeating: .closed, count: DayStates.minutes)
  }

  /// Assigns the states of the clauses of a conditional tag.
  mutating func apply(
    _ text: String?, of key: AccessTags.Key, on day: CalendarDay, at place: OpeningHoursPlace
  ) {
    guard let text else { return }
    for clause in ConditionalTag(text).clauses {
      if let state = AccessTags.state(clause.value, of: key) {
        for (start, ranges) in Self.days(clause, day, place) {
          for range in ranges { set(state, start + range.lowerBound..<start + range.upperBound) }
        }
      } else if let hours = try? OpeningHours(clause.value) {
        for (start, ranges) in Self.days(clause, day, place) {
          set(to: hours, in: ranges, from: start, on: day.advanced(byDays: start / 1440), at: place)
        }
      }
    }
  }

  private static func days(
    _ clause: ConditionalTag.Clause, _ day: CalendarDay, _ place: OpeningHoursPlace
  ) -> [(start: Int, ranges: [Range<Int>])] {
    [0, 1].map { ($0 * 1440, clause.minutes(on: day.advanced(byDays: $0), at: place)) }
  }

  /// Assigns the states of opening hours on a day and the next to ranges of each.
  mutating func set(
    to hours: OpeningHours, in ranges: [Range<Int>], on day: CalendarDay, at place: OpeningHoursPlace
  ) {
    set(to: hours, in: ranges, from: 0, on: day, at: place)
    set(to: hours, in: ranges, from: 1440, on: day.advanced(byDays: 1), at: place)
  }

  private mutating func set(
    to hours: OpeningHours, in ranges: [Range<Int>], from start: Int, on day: CalendarDay,
    at place: OpeningHoursPlace
  ) {
    let found = hours.hours(on: day, at: place)
    for range in ranges {
      set(.closed, start + range.lowerBound..<start + range.upperBound)
      for (spans, state) in [(found.unknown, HoursState.unknown), (found.open, .open)] {
        for span in spans {
          let part = span.minutes.clamped(to: range)
          set(state, start + part.lowerBound..<start + part.upperBound)
        }
      }
    }
  }

  private mutating func set(_ state: HoursState, _ range: Range<Int>) {
    for minute in range { states[minute] = state }
  }

  /// Returns the states of what is open only where both are.
  func common(_ other: MinuteStates) -> MinuteStates {
    var common = self
    for (minute, state) in other.states.enumerated() where common.states[minute] != .closed {
      if state != .open { common.states[minute] = state }
    }
    return common
  }

  /// Returns the hours that begin on the first day.
  func hours() -> DayHours { DayHours(open: spans(of: .open), unknown: spans(of: .unknown)) }

  private func spans(of state: HoursState) -> [OpenHours] {
    var (spans, minute): ([OpenHours], Int) = ([], 0)
    while minute < 1440 {
      guard states[minute] == state else {
        minute += 1
        continue
      }
      let end = states[minute...].firstIndex { $0 != state } ?? states.count
      spans.append(
        OpenHours(opens: DayTime(hour: 0, minute: minute), closes: DayTime(hour: 0, minute: end)))
      minute = end
    }
    return spans
  }
}

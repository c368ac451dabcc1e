import SkiBase
import SkiGraph
import SkiTestSupport

@testable import SkiAPI
@testable import SkiPeople

/// A maker of random values with texts that are hard to write, the same for the same seed.
struct RandomDocuments {
  private var random: SeededGenerator

  /// Creates a maker from a seed.
  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Texts with all that JSON, pages and terminals treat specially, without control characters.
  static let texts = [
    "Anna", "\"quoted\" and \\ back\\\\slashed\"", "<script>alert('x')</script>&amp;", "null", "{\"a\":[1]}",
    "\u{202E}gnihton \u{2066}\u{5E9}\u{5DC}\u{5D5}\u{5DD}\u{2069}",
    "\u{1F469}\u{200D}\u{1F467} \u{1F3C2}\u{1F3FD}", "e\u{301} \u{E9} \u{1E9E}", "\u{2028}x\u{2029}\u{FEFF}",
    "../../etc/passwd", "%2F?a=b&c#d", "\u{65E5}\u{672C} \u{10FFFD}", " ", "0",
  ]

  // MARK: Parts

  /// Returns a whole number of a range.
  mutating func integer(_ range: ClosedRange<Int> = 0...1_000_000) -> Int {
    Int.random(in: range, using: &random)
  }

  /// Returns true or false.
  mutating func flag() -> Bool { Bool.random(using: &random) }

  /// Returns one of some values.
  mutating func one<Value>(of values: [Value]) -> Value { values[integer(0...values.count - 1)] }

  /// Returns one of all values of a type.
  mutating func word<Value: CaseIterable>(_ type: Value.Type = Value.self) -> Value {
    one(of: Array(Value.allCases))
  }

  /// Returns a value, or nil.
  mutating func maybe<Value>(_ make: (inout RandomDocuments) throws -> Value) rethrows -> Value? {
    guard flag() else { return nil }
    return try make(&self)
  }

  /// Returns up to three values.
  mutating func list<Value>(_ make: (inout RandomDocuments) throws -> Value) rethrows -> [Value] {
    var values: [Value] = []
    for _ in 0..<integer(0...3) { values.append(try make(&self)) }
    return values
  }

  /// Returns a text.
  mutating func text() -> String { one(of: Self.texts) + one(of: Self.texts) }

  /// Returns an identifier of at most 128 bytes.
  mutating func id<ID: Identifier>(_ type: ID.Type = ID.self) throws -> ID {
    try ID("\(integer())-" + one(of: Self.texts))
  }

  /// Returns a source id.
  mutating func source() -> SourceID { SourceID("way/" + text()) }

  /// Returns a time of the years 2020 to 2036, in half of the cases a whole second.
  mutating func time() -> UniversalTime {
    let milliseconds = integer(1_600_000_000_000...2_100_000_000_000)
    return UniversalTime(milliseconds: Int64(flag() ? milliseconds : milliseconds / 1000 * 1000))
  }

  /// Returns a span of time.
  mutating func window() -> TimeWindow {
    let start = time().milliseconds
    return TimeWindow(fromMilliseconds: start, untilMilliseconds: start + Int64(integer(1...1_000_000_000)))
  }

  /// Returns a number of whole thousandths.
  mutating func thousandths() -> Double { Double(integer(0...50_000_000)) / 1000 }

  /// Returns a coordinate in whole units of 1e-7 degrees.
  mutating func coordinate() -> Coordinate {
    Coordinate(
      latitude: Double(integer(-900_000_000...900_000_000)) / 1e7,
      longitude: Double(integer(-1_800_000_000...1_800_000_000)) / 1e7)
  }

  /// Returns a place.
  mutating func place() -> MeetingPoint {
    MeetingPoint(source: source(), name: text(), coordinate: coordinate(), isGone: flag())
  }

  /// Returns a link of a user.
  mutating func userLink() -> UserLink { UserLink(label: text(), address: text(), audience: word()) }

  /// Returns a skier's profile, its words not checked.
  mutating func skier() -> SkierSettings {
    SkierSettings(
      ability: text(), board: flag(), maxDifficulty: maybe { $0.text() }, ungraded: text(),
      avoid: list { $0.text() }, allow: list { $0.text() })
  }

  /// Returns a measure of a challenge.
  mutating func measure() -> ChallengeMeasure {
    one(of: [.descent, .lifts, .everyLift(list { $0.source() })])
  }

  /// Returns the content of a message.
  mutating func content() -> ChatContent { one(of: [.text(text()), .route(text()), .place(text())]) }
}

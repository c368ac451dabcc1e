import SkiGeo

/// When something is open, as a value of OpenStreetMap's `opening_hours` says it.
///
/// A value; `Sendable`; two are equal when their text is. It is read once and asked for any day after.
///
/// **Source:** the specification of `opening_hours` of the OpenStreetMap wiki, version 0.7.4. Read beside it, since mappers write
/// so: words in any case and in full (`December`, `Monday`), hours of one digit, a dash of another kind, a colon behind
/// weekdays, lists with spaces, day numbers listed after a month, and the seasons `winter` and `summer` as words.
package struct OpeningHours: Sendable, Hashable {
  /// The value as it was written.
  package let text: String
  let rules: [HoursRule]

  /// The longest value that is read, in bytes; OpenStreetMap allows 255 characters.
  package static let limitBytes = 1024

  /// Reads a value.
  /// - Throws: ``SkiError`` with code `.malformedData` and the byte that was not understood, `.emptyInput` for a value without
  ///   any rule, `.limitExceeded` for one longer than ``limitBytes``.
  /// - Complexity: O(bytes).
  package init(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard bytes.count <= Self.limitBytes else {
      throw SkiError(
        .limitExceeded,
        "opening hours of \(bytes.count) bytes are longer than \(Self.limitBytes); shorten them")
    }
    do throws(HoursFault) {
      var parser = HoursParser(try HoursLexer(bytes).tokens())
      rules = try parser.rules()
    } catch {
      throw SkiError(
        .malformedData, "opening hours \(text.shortened(toScalars: 80)) can't be read: \(error.reason)",
        subject: "byte \(error.position)")
    }
    guard !rules.isEmpty else {
      throw SkiError(.emptyInput, "opening hours are empty; leave them out or write 24/7")
    }
    self.text = text
  }

  /// Whether any rule speaks of public or school holidays, so that a calendar of them matters. Complexity: O(rules).
  package func mentionsHolidays() -> Bool { rules.contains { !$0.days.holidays.isEmpty } }

  package static func == (a: OpeningHours, b: OpeningHours) -> Bool { a.text == b.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// What of a value is not understood.
struct HoursFault: Error {
  /// The byte where it begins.
  var position: Int
  /// What is wrong there, in words that go behind a colon.
  var reason: String
}

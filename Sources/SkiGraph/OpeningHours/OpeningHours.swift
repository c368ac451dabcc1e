package import SkiBase

/// The opening hours given by a value of OpenStreetMap's `opening_hours`.
///
/// The value is parsed once and evaluated for any day. Two are equal when their texts are.
///
/// **Source:** the specification of `opening_hours` of the OpenStreetMap wiki, version 0.7.4. Accepted in addition,
/// since mappers use them: words in any case and in full (`December`, `Monday`), hours of one digit, other dashes, a
/// colon after weekdays, lists with spaces, day numbers listed after a month, and the seasons `winter` and `summer` as
/// words.
package struct OpeningHours: Sendable, Hashable {
  /// The value as it was written.
  package let text: String
  let rules: [HoursRule]

  /// The maximum length of a value in bytes; OpenStreetMap allows 255 characters.
  package static let limitBytes = 1024

  /// Creates opening hours from a value.
  /// - Throws: ``SkiError`` with code `.malformedData` and the byte of the syntax error, `.emptyInput` for a value
  ///   without any rule, `.limitExceeded` for one longer than ``limitBytes``.
  /// - Complexity: O(*n*) in the bytes.
  package init(_ text: String) throws(SkiError) {
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
        .malformedData,
        "opening hours \(text.shortened(toScalars: 80)) can't be read: \(error.reason); "
          + "write them as the OpenStreetMap key opening_hours, for example Mo-Fr 09:00-16:30",
        subject: "byte \(error.position)")
    }
    guard !rules.isEmpty else {
      throw SkiError(.emptyInput, "opening hours are empty; leave them out or write 24/7")
    }
    self.text = text
  }

  /// Returns whether any rule depends on public or school holidays.
  /// - Complexity: O(*n*) in the rules.
  package func mentionsHolidays() -> Bool { rules.contains { !$0.days.holidays.isEmpty } }

  package static func == (a: OpeningHours, b: OpeningHours) -> Bool { a.text == b.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// A syntax error in opening hours.
struct HoursFault: Error {
  /// The offset of the error in bytes.
  var position: Int
  /// The problem, as a phrase that follows a colon.
  var reason: String
}

public import SkiGeo

/// The limits of a text that a user writes, with the name of its field for messages.
///
/// Text is kept as it was sent, and escaped where it is shown. Errors name the field, the length and the limit, never the
/// text.
public struct TextLimit: Sendable, Hashable {
  /// The name of the field, such as "name of the trip".
  public var field: String
  /// The least number of Unicode scalars; 0 permits an empty text.
  public var leastCount: Int
  /// The greatest number of Unicode scalars.
  public var greatestCount: Int
  /// Indicates whether the text may have several lines, and tabs.
  public var allowsLines: Bool

  /// Creates limits.
  /// - Parameters:
  ///   - field: The name of the field, for messages.
  ///   - greatestCount: The greatest number of Unicode scalars.
  ///   - leastCount: The least number; 1 by default.
  ///   - allowsLines: `true` for texts of several lines.
  public init(_ field: String, atMost greatestCount: Int, leastCount: Int = 1, allowsLines: Bool = false) {
    (self.field, self.greatestCount) = (field, greatestCount)
    (self.leastCount, self.allowsLines) = (leastCount, allowsLines)
  }

  /// Returns the text when it is within the limits.
  ///
  /// A text of white space alone counts as empty.
  /// - Throws: `SkiError` with code `.limitExceeded` for a text that is too long, `.invalidArgument` for one that is too short
  ///   or has control characters.
  /// - Complexity: O(*n*) in the length.
  public func checked(_ text: String) throws(SkiError) -> String {
    let count = text.unicodeScalars.count
    guard count <= greatestCount else {
      throw SkiError(.limitExceeded, "\(field) has \(count) characters; give at most \(greatestCount)")
    }
    let isBlank = text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    try SkiError.require(
      count >= leastCount && !(leastCount > 0 && isBlank),
      "\(field) has \(isBlank ? 0 : count) characters; give \(leastCount) to \(greatestCount)")
    try SkiError.require(
      !text.unicodeScalars.contains(where: isForbidden),
      "\(field) has a control character; leave it out")
    return text
  }

  /// Returns the text when it is within the limits, nil for nil.
  /// - Throws: `SkiError` as ``checked(_:)-(String)``.
  public func checked(_ text: String?) throws(SkiError) -> String? {
    guard let text else { return nil }
    return try checked(text)
  }

  private func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control && !(allowsLines && (scalar == "\n" || scalar == "\t"))
  }
}

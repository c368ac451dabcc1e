package import SkiBase

extension UniversalTime {
  /// The moment as text of documents in UTC, with milliseconds unless it is a whole second; nil outside of the years 1900 to
  /// 2100.
  package var documentText: String? {
    let isWhole = (secondsSince1970 * 1000).rounded() == secondsSince1970.rounded() * 1000
    return iso8601(decimals: isWhole ? 0 : 3)
  }
}

extension JSONValue {
  /// Returns a moment as `documentText`, null for nil.
  package static func time(_ time: UniversalTime?) -> JSONValue { .optional(time?.documentText) }
}

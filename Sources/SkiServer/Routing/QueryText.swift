import SkiBase

/// The text of a URL's query and path, decoded strictly.
///
/// **Source:** WHATWG URL Standard, "application/x-www-form-urlencoded".
package enum QueryText {
  /// Returns the names and values of a query, in order.
  /// - Parameter query: The text behind the question mark.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a percent sign without two hexadecimal digits, for text
  ///   that is not UTF-8, and for more than 256 members.
  /// - Complexity: O(*n*) in the bytes.
  package static func members(of query: Substring) throws -> [(name: String, value: String)] {
    guard !query.isEmpty else { return [] }
    let parts = query.utf8.split(separator: UInt8(ascii: "&"))
    try SkiError.require(parts.count <= 256, "the query has \(parts.count) members; send 256 at most")
    return try parts.map { part in
      let end = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
      return (
        try decoded(Substring(part[..<end]), plusIsSpace: true),
        try decoded(Substring(part[end...].dropFirst()), plusIsSpace: true)
      )
    }
  }

  /// Returns text with percent signs decoded.
  /// - Parameters:
  ///   - text: The encoded text.
  ///   - plusIsSpace: Indicates whether a plus sign stands for a space, as in queries.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for an invalid encoding.
  package static func decoded(_ text: Substring, plusIsSpace: Bool = false) throws -> String {
    if !text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) {
      return String(text)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var rest = text.utf8.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = digit(rest.next()), let low = digit(rest.next()) else { throw invalid(text) }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else { throw invalid(text) }
    return decoded
  }

  private static func digit(_ byte: UInt8?) -> UInt8? {
    switch byte {
    case .some(let byte) where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte):
      byte - UInt8(ascii: "0")
    case .some(let byte) where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte):
      byte - UInt8(ascii: "a") + 10
    case .some(let byte) where (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte):
      byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func invalid(_ text: Substring) -> SkiError {
    SkiError(
      .invalidArgument,
      "\(String(text).shortened(toScalars: 40)) is not percent-encoded UTF-8; encode it as %20, %C3%AA")
  }
}

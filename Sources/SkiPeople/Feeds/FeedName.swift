import SkiBase

/// The name of a feed, by which it is kept and told of; chosen by who runs the server.
package struct FeedName: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The name.
  package let text: String

  /// Creates a name.
  /// - Throws: ``SkiError`` with code `.invalidArgument` unless the text has 1 to 64 letters, digits, `-`, `_` and `.` of
  ///   ASCII.
  package init(_ text: String) throws {
    let isName = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte == 0x2D || byte == 0x2E || byte == 0x5F
    }
    try SkiError.require(
      (1...64).contains(text.utf8.count) && isName,
      "name of a feed has \(text.utf8.count) bytes or characters other than A–Z, a–z, 0–9, -, _ and .; give 1 to 64 of these"
    )
    self.text = text
  }

  /// The name.
  package var description: String { text }

  /// Returns whether the first name is the lesser one, by bytes.
  package static func < (a: FeedName, b: FeedName) -> Bool {
    a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }
}

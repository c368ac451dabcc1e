/// An identifier of a person, a trip, a grant or a server, chosen by the app.
///
/// An identifier has 1 to 128 bytes of UTF-8 without control characters. Identifiers are compared byte by byte.
public protocol Identifier: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  /// The identifier as text.
  var rawValue: String { get }
  /// The word for the identified thing in messages, such as "user".
  static var noun: String { get }

  /// Creates an identifier.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the text is empty, longer than 128 bytes or has control
  ///   characters.
  init(_ rawValue: String) throws
}

extension Identifier {
  /// The greatest length of an identifier in bytes of UTF-8.
  public static var greatestByteCount: Int { 128 }

  /// The identifier as text.
  public var description: String { rawValue }

  /// Returns whether the first identifier is the lesser one, by bytes of UTF-8.
  public static func < (a: Self, b: Self) -> Bool {
    a.rawValue.utf8.lexicographicallyPrecedes(b.rawValue.utf8)
  }

  /// Creates an identifier from one string.
  /// - Throws: `DecodingError` for another type, ``SkiError`` as ``init(_:)``.
  public init(from decoder: any Decoder) throws {
    try self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the identifier as one string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }

  /// Returns the text when it is a valid identifier.
  /// - Throws: ``SkiError`` with code `.invalidArgument`.
  package static func checked(_ text: String) throws(SkiError) -> String {
    let count = text.utf8.count
    try SkiError.require(
      (1...greatestByteCount).contains(count),
      "\(noun) identifier has \(count) bytes; give 1 to \(greatestByteCount)")
    // The properties of scalars are slow to find, and most identifiers are plain.
    let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    try SkiError.require(
      isPlain || !text.unicodeScalars.contains { $0.properties.generalCategory == .control },
      "\(noun) identifier \(text.terminalSafe()) has a control character; leave it out")
    return text
  }
}

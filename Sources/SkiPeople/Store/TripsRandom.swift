package import SkiAPI

/// A source of random bytes for identifiers and secrets.
package struct TripsRandom: Sendable {
  private let source: @Sendable (Int) -> [UInt8]

  /// Creates a source from a function that returns a number of bytes.
  package init(_ bytes: @escaping @Sendable (_ count: Int) -> [UInt8]) { source = bytes }

  /// The system's source, which cannot be guessed.
  package static let system = TripsRandom { count in
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  /// Returns a number of random bytes.
  package func bytes(_ count: Int) -> [UInt8] { source(count) }

  /// Returns a number of random bytes as lower-case hexadecimal digits.
  package func hexadecimal(bytes count: Int) -> String { source(count).hexadecimal }

  /// Returns a new identifier of 128 random bits.
  /// - Throws: Nothing for the identifiers of this package, which accept 32 hexadecimal digits.
  package func identifier<ID: SharingIdentifier>(_ type: ID.Type = ID.self) throws -> ID {
    try ID(hexadecimal(bytes: 16))
  }
}

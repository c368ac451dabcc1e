/// An FNV-1a hash of bytes, equal in every process and on every machine; not resistant to deliberate collisions.
///
/// **Source:** Fowler, Noll and Vo 1991, 64-bit FNV-1a.
///
/// Public because generic code of a package type is not specialised in other targets (Swift 6.3); not meant for apps.
@usableFromInline
package struct FNVHash: Sendable, Hashable {
  /// The hash of the bytes added so far.
  @usableFromInline package var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Creates the hash of a sequence of bytes.
  /// - Complexity: O(*n*) in the bytes.
  @inlinable
  package init(_ bytes: some Sequence<UInt8>) { add(bytes) }

  /// Adds a byte to the hash.
  @inlinable
  package mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

  /// Adds a sequence of bytes to the hash, in order.
  /// - Complexity: O(*n*) in the bytes.
  @inlinable
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
  }
}

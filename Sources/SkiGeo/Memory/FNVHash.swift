/// A hash of bytes that is the same in every process and on every machine; no protection against intent.
///
/// A value; `Sendable`. **Source:** FNV-1a, Fowler, Noll and Vo 1991.
///
/// Public since generic code of a package type is not specialised in other targets (Swift 6.3); not for apps.
public struct FNVHash: Sendable, Hashable {
  /// The hash of what was added so far.
  public var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Begins with some bytes. Complexity: O(bytes).
  @inlinable
  public init(_ bytes: some Sequence<UInt8>) { add(bytes) }

  /// Adds a byte.
  @inlinable
  public mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

  /// Adds bytes. Complexity: O(bytes).
  @inlinable
  public mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
  }
}

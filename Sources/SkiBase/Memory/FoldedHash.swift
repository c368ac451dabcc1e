/// A hash of numbers and bytes, one multiplication for each 64 bits, where an ``FNVHash`` takes too long.
///
/// Numbers that are equal have the same hash, so that 0 and −0 do. It is the same in every process, and not resistant to
/// deliberate collisions.
/// **Source:** Vaidya, wyhash, 2019: the halves of a 128-bit product, combined.
package struct FoldedHash {
  /// The hash of the numbers added so far.
  package private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Creates the hash of no numbers.
  package init() {}

  /// Adds a number to the hash.
  @inline(__always)
  package mutating func add(_ number: Double) {
    // The sum with 0 makes −0 to 0, and leaves other numbers as they are.
    add((number + 0).bitPattern)
  }

  /// Adds 64 bits to the hash.
  @inline(__always)
  package mutating func add(_ bits: UInt64) {
    let (high, low) = (value ^ bits).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    value = (high ^ low) &+ 0x9E37_79B9_7F4A_7C15
  }

  /// Adds bytes and their number to the hash, eight at a time.
  /// - Complexity: O(*n*).
  package mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      let wholeCount = bytes.count & ~7
      for offset in stride(from: 0, to: wholeCount, by: 8) {
        add(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      }
      var rest: UInt64 = 0
      for byte in bytes[wholeCount...] { rest = rest << 8 | UInt64(byte) }
      add(rest)
      add(UInt64(bytes.count))
    }
  }
}

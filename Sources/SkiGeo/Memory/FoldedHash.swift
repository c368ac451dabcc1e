/// A hash of numbers, one multiplication each, for hashing long lines before a `Hasher` takes the result.
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
    let (high, low) = (value ^ (number + 0).bitPattern).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    value = (high ^ low) &+ 0x9E37_79B9_7F4A_7C15
  }
}

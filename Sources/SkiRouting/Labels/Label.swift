/// A path to a node that no other known path to it dominates.
struct Label: BitwiseCopyable {
  /// The criterion by which labels are extended, less is better.
  var first: UInt32 = 0
  /// The cost that only decides between labels equal in all criteria.
  var tie: UInt32 = 0
  /// The other criteria in one word, see ``LabelFields``.
  var rest: UInt64 = 0
  var node: UInt32 = 0
  /// The label before it; `UInt32.max` for a start.
  var parent: UInt32 = .max
  /// The last edge; for a start or an end, its position.
  var arc: UInt32 = 0
  /// The state after the path, which other labels of the node may have to pay for; 0 without one.
  var state: UInt32 = 0
}

/// A field of a word of criteria: its least bit and its width; the bit above it is its guard.
struct LabelField {
  let shift: UInt64
  let width: UInt64

  /// The greatest value.
  var greatest: UInt64 { 1 << width - 1 }

  /// Returns a value at its place; a greater one than the greatest becomes the greatest.
  @inline(__always) func placed(_ value: UInt64) -> UInt64 { min(value, greatest) << shift }

  /// Returns the value in a word.
  @inline(__always) func value(in word: UInt64) -> UInt64 { word >> shift & greatest }

  /// Returns the value whose first `count` bits are set: maxima of such values are unions.
  @inline(__always) func unary(_ count: Int) -> UInt64 { placed(1 << min(UInt64(count), width) - 1) }
}

/// The layout of several criteria in one word: summed ones, and maximised ones as unary numbers, each below a guard bit
/// that is 0.
///
/// One subtraction compares all criteria: with the guards of the minuend set, no field borrows from the next, and the
/// guard of each field that is at most the minuend's stays set.
///
/// **Source:** Lamport 1975, "Multiple byte processing with full-word instructions".
struct LabelFields {
  /// The bits of the summed fields.
  private let sums: UInt64
  /// The bits of the maximised fields.
  private let maxima: UInt64
  /// The guard bits.
  let guards: UInt64

  init(sums: [LabelField], maxima: [LabelField]) {
    self.sums = sums.reduce(0) { $0 | $1.greatest << $1.shift }
    self.maxima = maxima.reduce(0) { $0 | $1.greatest << $1.shift }
    guards = (sums + maxima).reduce(0) { $0 | 1 << ($1.shift + $1.width) }
  }

  /// Returns the criteria of two consecutive sections; a sum beyond its field sets its guard.
  @inline(__always) func joined(_ a: UInt64, _ b: UInt64) -> UInt64 {
    ((a & sums) &+ (b & sums)) | (a | b) & maxima
  }

  /// Returns whether all sums fit their fields.
  @inline(__always) func isWithin(_ word: UInt64) -> Bool { word & guards == 0 }

  /// Returns whether the criteria of one word are at most those of another, both without guards.
  @inline(__always) func isAtMost(_ one: UInt64, _ other: UInt64) -> Bool {
    ((other | guards) &- one) & guards == guards
  }
}

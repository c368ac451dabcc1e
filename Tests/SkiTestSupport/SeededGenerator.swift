import SkiBase

/// Random numbers that are the same for the same seed on every machine.
///
/// **Source:** SplitMix64, Steele, Lea and Flood 2014.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator from a seed; print it in the test, so that a failure can be reproduced.
  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return state.mixed()
  }
}

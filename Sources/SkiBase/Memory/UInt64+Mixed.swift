extension UInt64 {
  /// Returns the number with its bits mixed by a bijection, for use as a hash of near numbers.
  ///
  /// **Source:** the finaliser of SplitMix64, Steele, Lea and Flood 2014.
  @inlinable
  package func mixed() -> UInt64 {
    var mixed = self
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

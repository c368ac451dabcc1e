/// The theme of drawings of a map; raw values are those of `check --draw`.
@nonexhaustive
package enum DrawingTheme: String, Sendable, Hashable, CaseIterable {
  /// The connectors between features, those to streets included.
  case connectors
  /// The crossings of mapped areas.
  case crossings
  /// The elevation profiles of runs with elevations.
  case profiles
  /// The nodes of two or more features.
  case junctions
}

/// A request for drawings of a map: theme, number and sample.
package struct DrawingRequest: Sendable, Hashable {
  /// The theme of the drawings.
  package var theme: DrawingTheme
  /// The greatest number of pictures; positive.
  package var sampleCount: Int
  /// The seed of the sample; the same seed selects the same subjects, also from a rebuilt map where they are unchanged.
  package var seed: UInt64
  /// The name or identifier of an area or feature to which the pictures are limited; nil for the whole map.
  package var only: String?

  /// Creates a request for drawings of a theme.
  /// - Parameters:
  ///   - theme: The theme of the drawings.
  ///   - sampleCount: The greatest number of pictures; positive.
  ///   - seed: The seed of the sample.
  ///   - only: The name or identifier of an area or feature; nil for the whole map.
  /// - Precondition: `sampleCount` is positive.
  package init(theme: DrawingTheme, sampleCount: Int = 60, seed: UInt64 = 1, only: String? = nil) {
    precondition(sampleCount > 0, "sample count must be positive, got \(sampleCount)")
    self.theme = theme
    self.sampleCount = sampleCount
    self.seed = seed
    self.only = only
  }
}

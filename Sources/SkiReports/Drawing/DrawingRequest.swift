/// What of a map is to be drawn; the raw values are the words of `check --draw`.
@nonexhaustive
public enum DrawingTheme: String, Sendable, Hashable, CaseIterable {
  /// Links that were made between features.
  case connectors
  /// Ways across mapped areas.
  case crossings
  /// The heights along runs.
  case profiles
  /// Nodes where two features or more meet.
  case junctions
}

/// Which pictures are wanted: a theme, how many of it, and which.
public struct DrawingRequest: Sendable, Hashable {
  /// What is drawn.
  public var theme: DrawingTheme
  /// How many pictures at most; fewer when the map has fewer.
  public var sampleCount: Int
  /// Which sample is taken: the same seed takes the same ones, also from a map built again where they are unchanged.
  public var seed: UInt64
  /// The name or id of an area or feature that all pictures have to do with; nil for the whole map.
  public var only: String?

  /// Makes a request.
  /// - Precondition: `sampleCount > 0`
  public init(theme: DrawingTheme, sampleCount: Int = 60, seed: UInt64 = 1, only: String? = nil) {
    precondition(sampleCount > 0, "sample count must be positive, got \(sampleCount)")
    self.theme = theme
    self.sampleCount = sampleCount
    self.seed = seed
    self.only = only
  }
}

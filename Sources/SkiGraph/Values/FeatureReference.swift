public import SkiModel

/// A place on a feature that outlives the map it was found in: the feature's source id, and how far along it.
///
/// A value. Lines that were drawn anew in the source may have moved it.
public struct FeatureReference: Hashable, Sendable, Codable {
  /// The feature's own id in its source file.
  public var id: SourceID
  /// Metres on the map from the start of the feature's line.
  public var metresAlong: Double

  /// Makes a reference.
  public init(_ id: SourceID, metresAlong: Double) { (self.id, self.metresAlong) = (id, metresAlong) }
}

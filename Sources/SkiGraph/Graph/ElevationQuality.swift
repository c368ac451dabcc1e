/// The availability of elevations of some runs, lifts and connectors.
///
/// The raw values are used in every output format.
@nonexhaustive
public enum ElevationQuality: String, Sendable, Hashable, CaseIterable {
  /// Elevations are known everywhere.
  case surveyed
  /// Elevations are known along some links and not along others.
  case mixed
  /// Elevations are known nowhere, but some were inferred; these determine directions and times, and are not displayed.
  case inferred
  /// Elevations are neither known nor inferred.
  case none

  /// Returns the value of a whole from those of its parts; nil for an empty sequence.
  ///
  /// Surveyed parts alone give `surveyed`, surveyed or mixed parts among others `mixed`; otherwise one inferred part
  /// gives `inferred`.
  /// - Complexity: O(*n*) in the parts.
  public static func merged(_ parts: some Sequence<ElevationQuality>) -> ElevationQuality? {
    parts.reduce(nil) { merged($0, $1) }
  }

  /// Returns the common value of two parts; nil for none.
  package static func merged(_ one: ElevationQuality?, _ other: ElevationQuality?) -> ElevationQuality? {
    guard let one, let other else { return one ?? other }
    if one == other { return one }
    switch (one, other) {
    case (.inferred, .none), (.none, .inferred): return .inferred
    default: return .mixed
    }
  }
}

extension RoutingGraph {
  /// Returns the availability of elevations of all runs and lifts of the region; nil when there are none.
  package func elevationQuality() -> ElevationQuality? {
    let codes = [LinkKind.run.code, LinkKind.lift.code]
    return ElevationQuality.merged(
      (0..<linkCount).lazy.filter { codes.contains(storage.linkKind[$0]) }.map(elevationQuality(ofLink:)))
  }

  /// Returns the availability of elevations of a link.
  func elevationQuality(ofLink link: Int) -> ElevationQuality {
    if LinkFlags(rawValue: storage.linkFlags[link]).contains(.hasElevation) { return .surveyed }
    return storage.hasInferredElevations(link) ? .inferred : .none
  }
}

extension GraphStorage {
  /// Returns whether a link has inferred elevations; a link has them at all of its points or at none.
  package func hasInferredElevations(_ link: Int) -> Bool {
    !pointInferredElevation.isEmpty && pointInferredElevation[Int(linkFirstPoint[link])] != .min
  }
}

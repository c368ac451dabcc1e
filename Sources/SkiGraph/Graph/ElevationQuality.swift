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

import SkiGraph

extension RoutingGraph {
  /// Returns the elevations that a link's costs are computed from: inferred ones where it has them, else the known
  /// ones, with `Int32.min` for unknown.
  @inline(__always)
  func costElevations(ofLink link: Int) -> SectionRow<Int32> {
    storage.hasInferredElevations(link) ? storage.pointInferredElevation : storage.pointElevation
  }

  /// Returns whether a link is priced as a climb in both directions: nothing tells in which its run falls, and the
  /// inferred elevations give the amount of its rise only.
  @inline(__always)
  func climbsEitherWay(_ link: Int) -> Bool {
    LinkFlags(rawValue: storage.linkFlags[link]).contains(.directionUnknown)
      && storage.hasInferredElevations(link)
  }
}

/// The edges of an area, as ways across it see them.
struct AreaEdges {
  /// Closed lines ways may run along: the outer edges, and a little outside the holes.
  let rings: [[PlanePoint]]
  /// Closed lines ways never cross: a little outside the outer edges, and the holes.
  let walls: [[PlanePoint]]

  /// How far ways keep from the edge of a hole, metres.
  private static let holeMetres = 1.0
  /// Where lines meet the edge of a hole they may lie a rounding inside it, metres.
  private static let roundingMetres = 0.2

  /// Takes the edges of an area. Complexity: O(*v* log *v*).
  init(_ shape: GEOSGeometry) throws {
    let outer = shape.parts()
    let holes = try shape.boundary().parts().filter { !outer.contains($0) }
      .map { try shape.context.polygon(outer: $0, holes: []) }
    rings = try outer + holes.flatMap { try $0.buffer(Self.holeMetres).parts() }
    walls =
      try shape.buffer(AreaCrosser.edgeToleranceMetres).parts()
      + holes.flatMap { try $0.buffer(-Self.roundingMetres).parts() }
  }
}

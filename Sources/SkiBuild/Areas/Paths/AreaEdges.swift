/// The boundaries of an area for paths across it.
struct AreaEdges {
  /// The closed lines that paths may follow: the outer boundaries, and lines a little outside the holes.
  let rings: [[PlanePoint]]
  /// The closed lines that paths must not cross: a little outside the outer boundaries, and a little inside the holes.
  let barriers: [[PlanePoint]]

  /// The distance of paths from the boundary of a hole, in metres.
  private static let holeMetres = 1.0
  /// The tolerance in metres by which lines may enter a hole, for rounding.
  private static let roundingMetres = 0.2

  /// Creates the boundaries of an area. Complexity: O(*v* log *v*).
  init(_ shape: GEOSGeometry) throws {
    let outer = shape.parts()
    let holes = try shape.boundary().parts().filter { !outer.contains($0) }
      .map { try shape.context.polygon(outer: $0, holes: []) }
    rings = try outer + holes.flatMap { try $0.buffer(Self.holeMetres).parts() }
    barriers =
      try shape.buffer(AreaCrosser.edgeToleranceMetres).parts()
      + holes.flatMap { try $0.buffer(-Self.roundingMetres).parts() }
  }
}

/// A spatial index of the runs mapped as areas.
struct MappedAreaIndex {
  private let areas: [LocalArea]
  private let boxes: BoxIndex
  private let geos: GEOSContext

  /// Creates the index. Complexity: O(*n* log *n*).
  init(_ runs: [LocalRun], _ context: BuildContext) {
    areas = runs.flatMap(\.areas)
    boxes = BoxIndex(areas.map(\.box), stop: context.stop)
    geos = context.geos
  }

  /// Returns whether a run mapped as an area is within some metres of a point.
  func hasArea(near point: PlanePoint, within metres: Double) throws -> Bool {
    try boxes.query(PlaneBox(point, grownBy: metres + 1)).contains { number in
      try areas[number].box.grown(by: metres).contains(point)
        && areas[number].shape.isWithin(metres, of: geos.point(point))
    }
  }
}

/// A spatial index of the ends of lifts' lines.
struct LiftEndIndex {
  /// The tree of ends: those of lift *l* are the items 2*l* and 2*l* + 1.
  private let tree: BoxIndex

  /// Creates the index. Complexity: O(*n* log *n*).
  init(_ lifts: [LocalLift], stop: OrderedWork.CancellationSignal) {
    tree = BoxIndex(lifts.flatMap(\.drawnEnds).map { PlaneBox($0) }, stop: stop)
  }

  /// Returns the lifts whose ends lie in a box, in order; a lift twice when both do.
  func lifts(in box: PlaneBox) throws -> [Int] { try tree.query(box).map { $0 / 2 } }

  /// Returns the lifts that may have an end near one of a lift's, including itself, in order.
  func lifts(meeting lift: LocalLift, within metres: Double) throws -> [Int] {
    var found: Set<Int> = []
    for end in lift.drawnEnds { found.formUnion(try lifts(in: PlaneBox(end, grownBy: metres))) }
    return found.sorted()
  }
}

extension LocalLift {
  /// The first and the last point of its line.
  var drawnEnds: [PlanePoint] { [track.plane[0], track.plane[track.plane.count - 1]] }
}

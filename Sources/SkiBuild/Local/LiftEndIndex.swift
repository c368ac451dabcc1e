/// The ends of the drawn lines of lifts by place.
struct LiftEndIndex {
  /// The ends of lift *l* are the items 2*l* and 2*l* + 1.
  private let tree: BoxIndex

  /// Makes the index. Complexity: O(*n* log *n*).
  init(_ lifts: [LocalLift], stop: OrderedWork.StopSignal) {
    tree = BoxIndex(lifts.flatMap(\.drawnEnds).map { PlaneBox([$0]) }, stop: stop)
  }

  /// The lifts whose ends lie in a box, in order; a lift comes twice when both do.
  func lifts(in box: PlaneBox) throws -> [Int] { try tree.query(box).map { $0 / 2 } }

  /// The lifts that may have an end near one of a lift, itself among them, in order.
  func lifts(meeting lift: LocalLift, within metres: Double) throws -> [Int] {
    var found: Set<Int> = []
    for end in lift.drawnEnds { found.formUnion(try lifts(in: PlaneBox([end], grownBy: metres))) }
    return found.sorted()
  }
}

extension LocalLift {
  /// The first and the last place of its line.
  var drawnEnds: [PlanePoint] { [track.plane[0], track.plane[track.plane.count - 1]] }
}

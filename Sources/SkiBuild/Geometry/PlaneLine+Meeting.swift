/// Exact answers about two lines, where rounding can't change them.
extension PlaneLine {
  /// The half width in metres of the band around a limit within which a distance doesn't decide.
  ///
  /// It is thousands of times the rounding of distances at 100 km from the centre of a projection.
  private static let toleranceMetres = 1e-6

  /// Returns whether another line is at most some metres away; nil where rounding may change the answer.
  /// - Complexity: O(*b*² + *k*) in blocks and pairs of segments near each other.
  func isWithin(_ metres: Double, of other: PlaneLine) -> Bool? {
    let sure = metres - Self.toleranceMetres
    let (inner, outer) = (
      sure > 0 ? sure * sure : -1, (metres + Self.toleranceMetres) * (metres + Self.toleranceMetres)
    )
    var isUnsure = false
    let isFound = visitPairs(with: other, within: metres) { a, b in
      let square = PlaneSegment(self, a).squareMetres(to: PlaneSegment(other, b))
      if square <= outer, square > inner { isUnsure = true }
      return square <= inner
    }
    return isFound ? true : isUnsure ? nil : false
  }

  /// Returns whether two lines have a point in common; nil where rounding may change the answer.
  /// - Complexity: As ``isWithin(_:of:)``.
  func intersects(_ other: PlaneLine) -> Bool? {
    var isUnsure = false
    let isFound = visitPairs(with: other, within: 0) { a, b in
      switch PlaneSegment(self, a).meeting(with: PlaneSegment(other, b)) {
      case .none: return false
      case .crossing, .vertex: return true
      case .unsure:
        isUnsure = true
        return false
      }
    }
    return isFound ? true : isUnsure ? nil : false
  }

  /// The points that two lines have in common.
  struct CommonPoints {
    /// The vertices of both lines, each once.
    var vertices: [PlanePoint] = []
    /// The segments of both lines that cross between their ends.
    var crossings: [(PlaneSegment, PlaneSegment)] = []
  }

  /// Returns the points in common with another line; nil unless it is certain that these are all.
  /// - Complexity: O(*b*² + *k* · *s*) in blocks, pairs of segments near each other and shared vertices.
  func commonPoints(with other: PlaneLine) -> CommonPoints? {
    var common = CommonPoints()
    let isUnsure = visitPairs(with: other, within: 0) { a, b in
      let (first, second) = (PlaneSegment(self, a), PlaneSegment(other, b))
      switch first.meeting(with: second) {
      case .none: break
      case .vertex(let point): if !common.vertices.contains(point) { common.vertices.append(point) }
      case .crossing: common.crossings.append((first, second))
      case .unsure: return true
      }
      return false
    }
    return isUnsure ? nil : common
  }

  /// Calls a closure with the pairs of segments whose boxes are within some metres of each other, until it returns
  /// `true`; returns whether it did.
  /// - Complexity: O(*b*² + *k*) in blocks and such pairs.
  @discardableResult
  func visitPairs(with other: PlaneLine, within metres: Double, _ isLast: (Int, Int) -> Bool) -> Bool {
    let whole = other.box.grown(by: metres + Self.marginMetres)
    for block in blocks.indices where blocks[block].meets(whole) {
      let near = blocks[block].grown(by: metres)
      for facing in other.blocks.indices where other.blocks[facing].meets(near) {
        for a in segments(ofBlock: block) {
          let box = PlaneSegment(self, a).box.grown(by: metres)
          guard box.meets(other.blocks[facing]) else { continue }
          for b in other.segments(ofBlock: facing)
          where box.meets(PlaneSegment(other, b).box) && isLast(a, b) { return true }
        }
      }
    }
    return false
  }
}

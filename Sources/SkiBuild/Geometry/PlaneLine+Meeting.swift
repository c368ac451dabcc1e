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

  /// Returns the vertices of this line that another one shares; nil unless it is certain that the lines have no other
  /// common point.
  ///
  /// A vertex is listed once for each pair of segments that end there.
  /// - Complexity: As ``isWithin(_:of:)``.
  func verticesShared(with other: PlaneLine) -> [PlanePoint]? {
    var shared: [PlanePoint] = []
    let isOther = visitPairs(with: other, within: 0) { a, b in
      switch PlaneSegment(self, a).meeting(with: PlaneSegment(other, b)) {
      case .none: return false
      case .vertex(let point):
        shared.append(point)
        return false
      case .crossing, .unsure: return true
      }
    }
    return isOther ? nil : shared
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

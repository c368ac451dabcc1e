import SkiBase

extension MatchIndex {
  /// Returns the position at a distance along an edge in metres, in the plane. Complexity: O(log *p*) in the points of
  /// its link.
  func place(edge: UInt32, along: Float) -> SIMD2<Float> {
    let facts = network.edges[Int(edge)]
    let metres = facts.isReversed ? facts.length - along : along
    let all = Int(firstSegments[Int(facts.link)]) + 1..<Int(firstSegments[Int(facts.link) + 1])
    let segment = segments[all.partitioningIndex { !(segments[$0].along <= metres) } - 1]
    let share = segment.alongLength > 0 ? max(0, min(1, (metres - segment.along) / segment.alongLength)) : 0
    return SIMD2(segment.x + share * segment.dx, segment.y + share * segment.dy)
  }
}

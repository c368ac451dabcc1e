package import SkiGraph

/// A finder of the pieces of a route that are climbed on foot, by known or inferred elevations.
///
/// ``Pace`` walks from 2 % uphill on; a section of one run is a climb when it also gains 15 m, since shorter rises are
/// pushed or herringboned. Connectors and streets are walked anyway, and are climbs from 15 m at 10 %. A run whose
/// direction nothing tells rises either way.
struct ClimbFinder {
  /// The minimum rise of a climb, in metres.
  static let leastClimbMetres = 15.0
  /// The minimum gradient of a climb on connectors and streets.
  static let climbGradient = 0.10

  let graph: RoutingGraph

  /// Returns for each piece whether it is climbed.
  /// - Complexity: O(*p*) in the points of all pieces.
  func climbs(_ pieces: [RoutePiece]) -> [Bool] {
    let parts = pieces.map(part)
    var climbs = [Bool](repeating: false, count: pieces.count)
    var start = 0
    while start < parts.count {
      guard let first = parts[start] else {
        start += 1
        continue
      }
      var end = start + 1
      while first.isRun, end < parts.count, parts[end]?.feature == first.feature { end += 1 }
      mark(start..<end, of: parts, &climbs)
      start = end
    }
    return climbs
  }

  /// Marks the climbs among consecutive pieces of one feature: all of them, or each rising section.
  private func mark(_ row: Range<Int>, of parts: [Part?], _ climbs: inout [Bool]) {
    if isClimb(row, of: parts) {
      for index in row { climbs[index] = true }
      return
    }
    guard row.count > 1 else { return }
    var start = row.lowerBound
    for index in row.lowerBound...row.upperBound {
      let rises = index < row.upperBound && parts[index].map(\.rises) ?? false
      if rises { continue }
      if isClimb(start..<index, of: parts) { for climbed in start..<index { climbs[climbed] = true } }
      start = index + 1
    }
  }

  private func isClimb(_ row: Range<Int>, of parts: [Part?]) -> Bool {
    guard !row.isEmpty, let first = parts[row.lowerBound] else { return false }
    var (rise, length) = (0.0, 0.0)
    for index in row {
      rise += parts[index]?.riseMetres ?? 0
      length += parts[index]?.mapLengthMetres ?? 0
    }
    return rise >= Self.leastClimbMetres
      && rise >= (first.isRun ? Pace.bootsGradient : Self.climbGradient) * length
  }

  /// A piece outside lifts, with its net rise in the direction of travel.
  private struct Part {
    var isRun: Bool
    var feature: UInt32
    var mapLengthMetres: Double
    var riseMetres: Double
    /// Indicates whether it is walked up rather than pushed along.
    var rises: Bool { riseMetres >= Pace.bootsGradient * mapLengthMetres }
  }

  /// Returns a piece with its rise; nil for lifts, walks off the network, and without known or inferred elevations.
  private func part(_ piece: RoutePiece) -> Part? {
    guard let edge = piece.edge else { return nil }
    let link = graph.link(of: edge).position
    let kind = graph.storage.linkKind[link]
    guard kind != LinkKind.lift.code else { return nil }
    let line = LinkElevations(graph, link: link)
    let total = line.lengthCentimetres
    let (end, start) = (min(piece.endCentimetres, total), min(piece.startCentimetres, total))
    let isReversed = graph.isReversed(edge)
    guard end > start, let from = line.metres(at: isReversed ? total - start : start),
      let to = line.metres(at: isReversed ? total - end : end)
    else { return nil }
    return Part(
      isRun: kind == LinkKind.run.code, feature: graph.storage.linkFeature[link],
      mapLengthMetres: Double(end - start) / 100,
      riseMetres: graph.climbsEitherWay(link) ? abs(to - from) : to - from)
  }
}

extension RoutingGraph {
  /// Returns whether a whole edge is a climb: a run that rises by 15 m at 2 % or more, a connector or street by 15 m at
  /// 10 %.
  /// - Complexity: O(*p*) in the points of its link.
  package func isClimb(_ edge: EdgeIndex) -> Bool {
    ClimbFinder(graph: self).climbs([RoutePiece(edge: edge, milliseconds: 0)])[0]
  }
}

/// The known or inferred elevations along a link that costs are computed from.
private struct LinkElevations {
  private let graph: RoutingGraph
  private let points: Range<Int>
  private let elevations: SectionRow<Int32>

  init(_ graph: RoutingGraph, link: Int) {
    self.graph = graph
    points = graph.pointRange(LinkIndex(link))
    elevations = graph.costElevations(ofLink: link)
  }

  /// The horizontal length in centimetres.
  var lengthCentimetres: UInt32 { graph.storage.pointDistance[points.upperBound - 1] }

  /// Returns the elevation at a horizontal distance from the tail, in metres above the zero of the elevations; nil
  /// where unknown.
  /// - Complexity: O(log *p*) in points, O(1) at the ends.
  func metres(at centimetres: UInt32) -> Double? {
    let distances = graph.storage.pointDistance
    let next = end(ofSegmentAt: centimetres)
    let (low, high) = (elevations[next - 1], elevations[next])
    guard low != .min, high != .min else { return nil }
    let span = Double(distances[next] - distances[next - 1])
    let share = span > 0 ? Double(centimetres - min(centimetres, distances[next - 1])) / span : 1
    return (Double(low) + (Double(high) - Double(low)) * min(1, share)) / 100
  }

  /// Returns the first point but the tail at a distance or beyond it, the last one when there is none.
  private func end(ofSegmentAt centimetres: UInt32) -> Int {
    let distances = graph.storage.pointDistance
    var (low, high) = (points.lowerBound + 1, points.upperBound - 1)
    // Mostly asked for the ends.
    if distances[low] >= centimetres { return low }
    if distances[high - 1] < centimetres { return high }
    while low < high {
      let middle = (low + high) / 2
      if distances[middle] >= centimetres { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

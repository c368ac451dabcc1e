import SkiBase
package import SkiGraph
package import SkiSimulation
package import SkiTracks

/// Scores matched days of one region against the simulated truth.
///
/// A lift or run counts as right when the feature is the true one, or a neighbour while both places lie within
/// three deviations of the noise of a node the two share (connectors shorter than that lie between).
package struct MatchScoring {
  private let graph: RoutingGraph
  private let sigmaMetres: Double
  private let neighbours: NeighbourSearch
  /// The distance from all mapped features beyond which a fix is off the map, in metres.
  private static let offMapMetres = 40.0

  /// Creates a scorer for days of one region, with the deviation of the positions along each axis, in metres.
  package init(graph: RoutingGraph, sigmaMetres: Double) {
    self.graph = graph
    self.sigmaMetres = sigmaMetres
    neighbours = NeighbourSearch(graph)
  }

  /// Scores one day.
  /// - Precondition: the track has a fix for each of the day's.
  package func score(_ day: SimulatedDay, _ track: MatchedTrack) -> MatchScore {
    precondition(
      day.truth.count == track.fixes.count,
      "track must have \(day.truth.count) fixes, got \(track.fixes.count)")
    var score = MatchScore()
    for (index, (truth, matched)) in zip(day.truth, track.fixes).enumerated() {
      score.confusion[kind(of: truth), default: [:]][label(matched, truth), default: 0] += 1
      if truth.state == .offMap { countOffMap(truth, matched, &score) }
      guard let place = truth.place else { continue }
      count(place, truth, matched, at: index, &score)
      guard let wrong = score.mistakes.last, wrong.fixes.upperBound == index + 1, wrong.fixes.count == 1
      else {
        continue
      }
      score.mistakes[score.mistakes.count - 1].secondsFromStart =
        matched.fix.time.secondsSince1970 - day.fixes[0].time.secondsSince1970
    }
    score.mistakes.sort { $0.fixes.count > $1.fixes.count }
    RideScoring(graph: graph, sigmaMetres: sigmaMetres).score(day, track, &score)
    return score
  }

  private func count(
    _ place: EdgePlace, _ truth: SimulatedTruth, _ matched: MatchedFix, at index: Int,
    _ score: inout MatchScore
  ) {
    score.edgeFixes += 1
    let isNeighbour = matched.place.map { neighbours.share(place, $0, within: 3 * sigmaMetres) } ?? false
    let stands = truth.state == .stopped || truth.state == .waiting
    let isSameLink = matched.place.map({ graph.link(of: $0.edge) }) == graph.link(of: place.edge)
    if matched.place?.edge == place.edge || isNeighbour || stands && isSameLink { score.edgeRight += 1 }
    guard let feature = truth.feature, graph.feature(feature).kind != .street else { return }
    let found = matched.place.flatMap { self.feature(of: $0.edge) }
    if truth.state == .waiting {
      let waits = matched.state == .waiting && matched.coordinate.distanceMetres(to: truth.coordinate) <= 30
      score.queueFixes += 1
      score.queueRight += found == feature || isNeighbour || waits ? 1 : 0
      return
    }
    score.featureFixes += 1
    if found == feature || isNeighbour {
      score.featureRight += 1
    } else if found != nil, neighbours.shareSnow(place, matched.place) {
      score.sharedSnow += 1
    } else {
      let cause = cause(place, truth, matched)
      score.causes[cause, default: 0] += 1
      if let found, isSame(found, feature) { score.sameName += 1 }
      note(index, place, matched, cause, &score)
    }
  }

  private func isSame(_ a: FeatureIndex, _ b: FeatureIndex) -> Bool {
    let (one, other) = (graph.feature(a), graph.feature(b))
    return one.kind == other.kind && one.name != nil && one.name == other.name
  }

  private func countOffMap(_ truth: SimulatedTruth, _ matched: MatchedFix, _ score: inout MatchScore) {
    guard graph.snaps(near: truth.coordinate, withinMetres: Self.offMapMetres, limit: 1).isEmpty else {
      return
    }
    score.offMapFixes += 1
    if matched.place == nil { score.offMapRight += 1 }
  }

  /// Returns the reason for a wrong fix.
  private func cause(_ place: EdgePlace, _ truth: SimulatedTruth, _ matched: MatchedFix) -> MatchErrorCause {
    guard let other = matched.place else { return .lost }
    let (link, wrong) = (graph.link(graph.link(of: place.edge)), graph.link(graph.link(of: other.edge)))
    let line = neighbours.coordinate(of: place)
    let metres = neighbours.metres(from: line, to: wrong)
    if (link.kind == .lift) != (wrong.kind == .lift) { return metres > 60 ? .elsewhere : .underLift }
    if metres <= 8 { return .overlap }
    if neighbours.isNearStation(line) { return .station }
    if link.flags.contains(.areaCrossing) || wrong.flags.contains(.areaCrossing) { return .area }
    return metres <= 60 ? .parallel : .elsewhere
  }

  private func note(
    _ index: Int, _ place: EdgePlace, _ matched: MatchedFix, _ cause: MatchErrorCause,
    _ score: inout MatchScore
  ) {
    if let last = score.mistakes.last, last.fixes.upperBound == index, last.cause == cause,
      last.matchedEdge == matched.place?.edge
    {
      score.mistakes[score.mistakes.count - 1].fixes = last.fixes.lowerBound..<index + 1
      return
    }
    score.mistakes.append(
      MatchScore.Mistake(
        fixes: index..<index + 1, secondsFromStart: 0, cause: cause, trueEdge: place.edge,
        matchedEdge: matched.place?.edge,
        text: "\(words(place.edge)) -> \(matched.place.map { words($0.edge) } ?? "off the map")"))
  }

  private func words(_ edge: EdgeIndex) -> String {
    let link = graph.link(graph.link(of: edge))
    let name = link.feature.map { graph.feature($0).name ?? graph.feature($0).id.rawValue } ?? "-"
    let area = link.flags.contains(.areaCrossing) ? " (area)" : ""
    return "\(link.kind.rawValue) \(name)\(area) e\(edge.rawValue)"
  }

  private func feature(of edge: EdgeIndex) -> FeatureIndex? {
    let feature = graph.storage.linkFeature[graph.link(of: edge).position]
    return feature == .max ? nil : FeatureIndex(feature)
  }

  private func kind(of truth: SimulatedTruth) -> String {
    guard let place = truth.place else { return "off the map" }
    let link = graph.link(graph.link(of: place.edge))
    let what = link.flags.contains(.areaCrossing) ? "area" : link.kind.rawValue
    return truth.state == .waiting ? "queue" : truth.state == .stopped ? "\(what), standing" : what
  }

  private func label(_ matched: MatchedFix, _ truth: SimulatedTruth) -> String {
    guard let place = matched.place else { return "off the map" }
    if let expected = truth.feature, feature(of: place.edge) == expected { return "right" }
    return (truth.place == nil || truth.feature != nil ? "other " : "")
      + graph.link(graph.link(of: place.edge)).kind.rawValue
  }
}

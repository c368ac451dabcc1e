package import SkiAPI
import SkiAnswers
import SkiBase
package import SkiGraph
import SkiPeople

/// The search for meeting points of events on a renewed map: by the id in the source, else by the difference between both maps.
///
/// Made for one renewal; what the maps differ in is found once, when the first place is gone. A shared object; `Sendable`.
package final class MeetingPointFinder: Sendable {
  private let old: SkiMap?
  private let new: SkiMap
  private let lane: WorkLane
  private let timeout: Duration
  /// The features that replace those of the old map whose ids are gone.
  private let successors = Locked<[SourceID: Feature]?>(nil)

  /// A feature as far as places depend on it.
  private struct Feature: Sendable {
    var source: SourceID
    var label: String?
    var points: [Coordinate]
  }

  /// The greatest distance from its feature at which a place stays where it is, in metres.
  package static let keptMetres = 50.0
  private static let nameScalars = 100

  /// Creates a search.
  /// - Parameters:
  ///   - old: The map that was served before; nil when it is not known: places without their id are gone then.
  ///   - new: The renewed map.
  ///   - lane: The lane for searches.
  ///   - timeout: The time for one place, waiting and the comparison of both maps included.
  package init(from old: SkiMap?, to new: SkiMap, lane: WorkLane, timeout: Duration) {
    (self.old, self.new, self.lane, self.timeout) = (old, new, lane, timeout)
  }

  /// Returns what became of a place.
  ///
  /// Its name changes with the name of its feature, its coordinate when the feature was moved away from it.
  /// - Throws: ``SkiError`` as ``SkiMap/graph(_:)``; `.unavailable` and `.timedOut` of the lane.
  /// - Complexity: O(log *n*) in the features; O(*n*) in the bytes of both maps for the first place whose id is gone.
  package func find(_ place: MeetingPoint) async throws -> MeetingPointFate {
    try await lane.run(timeout: timeout) { try self.fate(of: place) }
  }

  private func fate(of place: MeetingPoint) throws -> MeetingPointFate {
    let before = try old.flatMap { try Self.feature(place.source, on: $0) }
    if let same = try Self.feature(place.source, on: new) {
      return .found(Self.renewed(place, before: before, now: same))
    }
    guard let other = try replacements()[place.source] else { return .gone }
    return .found(Self.renewed(place, before: before, now: other))
  }

  private static func renewed(_ place: MeetingPoint, before: Feature?, now: Feature) -> MeetingPoint {
    var found = place
    (found.source, found.isGone) = (now.source, false)
    if let before, before.label != now.label, let label = now.label {
      found.name = label.shortened(toScalars: nameScalars)
    }
    let nearest = now.points.min { a, b in
      a.distanceMetres(to: place.coordinate) < b.distanceMetres(to: place.coordinate)
    }
    if before?.points != now.points, let nearest,
      nearest.distanceMetres(to: place.coordinate) > keptMetres
    {
      found.coordinate = nearest
    }
    return found
  }

  private static func feature(_ source: SourceID, on map: SkiMap) throws -> Feature? {
    for (region, index) in try map.nameIndex().features(mayHaveID: source.rawValue) {
      let graph = try map.graph(map.region(at: region))
      guard graph.sourceID(of: index) == source else { continue }
      return feature(graph.feature(index), graph.lines(of: index))
    }
    return nil
  }

  private static func feature(_ facts: GraphFeature, _ lines: [[Coordinate]]) -> Feature {
    let points = [facts.start.coordinate, facts.end.coordinate] + lines.joined()
    return Feature(source: facts.id, label: facts.label, points: points)
  }

  /// Returns the replacements of features whose ids are gone, by these ids; found once.
  private func replacements() throws -> [SourceID: Feature] {
    if let known = successors.withLock({ $0 }) { return known }
    var found: [SourceID: Feature] = [:]
    for comparison in try old.map({ try MapDifference(old: $0, new: new).comparisons }) ?? [] {
      let source = comparison.old.feature.id
      guard let other = comparison.successors.first, other.feature.id != source else { continue }
      let graph = try new.graph(other.region)
      found[source] = found[source] ?? Self.feature(other.feature, graph.lines(of: other.index))
    }
    let replacements = found
    successors.withLock { $0 = replacements }
    return replacements
  }
}

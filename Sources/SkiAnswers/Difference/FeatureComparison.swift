import SkiBase
import SkiGraph

/// The result of comparing a feature of one map with another map.
package struct FeatureComparison: Sendable, Hashable {
  /// The outcome of a comparison; raw values are those of every output format.
  ///
  /// Of several changes the first of ``notOperating``, ``renamed``, ``moved`` and ``changed`` counts.
  @nonexhaustive
  package enum Outcome: String, Sendable, Hashable, CaseIterable {
    /// The feature is unchanged.
    case same
    /// The feature changed in other properties than name and position.
    case changed
    /// The feature has another name.
    case renamed
    /// The feature lies more than 15 m from its old line or outline, or its length differs by more than 10 m and 5 %.
    case moved
    /// The feature is absent; others replace it, from splitting, rebuilding or redrawing.
    case replaced
    /// The feature is present, but operates no longer.
    case notOperating
    /// The feature is absent without a replacement.
    case gone
  }

  /// The feature in the old map.
  package var old: MappedFeature
  /// The outcome of the comparison.
  package var outcome: Outcome
  /// The feature in the new map, or those that replace it, the best match first; empty when it is gone.
  package var successors: [MappedFeature]
  /// The changes; empty when the feature is unchanged or gone, or when several others replace it.
  package var changes: [FeatureChange]
}

/// A changed property of a feature.
package struct FeatureChange: Sendable, Hashable {
  /// The property that changed; raw values are those of every output format.
  @nonexhaustive
  package enum Aspect: String, Sendable, Hashable, CaseIterable {
    /// The name.
    case name
    /// The number of the feature, as signs show it.
    case ref
    /// The difficulty of a run.
    case difficulty
    /// The lifecycle, such as operating or under construction.
    case status
    /// The kind of a lift.
    case liftKind
    /// The direction of travel along the line.
    case direction
    /// The uses of a run; values are sets of bits as decimal numbers.
    case uses
    /// The length along its line, in metres.
    case length
    /// The distance in metres between the old and the new line or outline.
    case place
    /// The reachability from the lifts of its area.
    case reachable
  }

  /// The property that changed.
  package var aspect: Aspect
  /// The value in the old map as text, a length in metres; nil where it is unknown, and for a position.
  package var old: String?
  /// The value in the new map as text, a length in metres; nil where it is unknown.
  ///
  /// For a position the greatest distance between the old and the new line, in metres.
  package var new: String?

  /// The distance in metres beyond which a line counts as moved.
  static let movedMetres = 15.0
  /// The relative difference beyond which a length counts as changed.
  static let lengthShare = 0.05
  /// The difference in metres beyond which a length counts as changed.
  static let lengthToleranceMetres = 10.0

  /// Returns the changes between two features. Complexity: O(samples · points).
  static func between(_ old: MappedFeature, _ new: MappedFeature) -> [FeatureChange] {
    let (a, b) = (old.feature, new.feature)
    var changes: [FeatureChange] = []
    func compare(_ aspect: Aspect, _ one: String?, _ other: String?) {
      if one != other { changes.append(FeatureChange(aspect: aspect, old: one, new: other)) }
    }
    compare(.name, a.name, b.name)
    compare(.ref, a.ref, b.ref)
    compare(.difficulty, a.difficulty?.rawValue, b.difficulty?.rawValue)
    compare(.status, a.status.rawValue, b.status.rawValue)
    if a.kind == .lift { compare(.liftKind, a.liftKind.rawValue, b.liftKind.rawValue) }
    if a.uses != b.uses { compare(.uses, String(a.uses.rawValue), String(b.uses.rawValue)) }
    if a.startNode != nil, b.startNode != nil {
      compare(.direction, direction(old, as: old), direction(new, as: old))
      compare(.reachable, old.isReachable ? "yes" : "no", new.isReachable ? "yes" : "no")
    }
    let difference = abs(old.mapLengthMetres - new.mapLengthMetres)
    if old.mapLengthMetres > 0, new.mapLengthMetres > 0, difference > lengthToleranceMetres,
      difference > lengthShare * max(old.mapLengthMetres, new.mapLengthMetres)
    {
      compare(.length, metres(old.mapLengthMetres), metres(new.mapLengthMetres))
    }
    let moved = movedMetres(old, new)
    if moved > movedMetres { changes.append(FeatureChange(aspect: .place, old: nil, new: metres(moved))) }
    return changes
  }

  /// Returns the direction of a feature relative to another one.
  private static func direction(_ feature: MappedFeature, as other: MappedFeature) -> String {
    if feature.isTwoWay { return "both" }
    let (a, b) = (feature.feature, other.feature)
    let along =
      a.start.coordinate.distanceMetres(to: b.start.coordinate)
      + a.end.coordinate.distanceMetres(to: b.end.coordinate)
    let against =
      a.start.coordinate.distanceMetres(to: b.end.coordinate)
      + a.end.coordinate.distanceMetres(to: b.start.coordinate)
    return along <= against ? "one way" : "the other way"
  }

  /// Returns the greatest distance between the lines of two features, in metres.
  private static func movedMetres(_ old: MappedFeature, _ new: MappedFeature) -> Double {
    if !old.outline.isEmpty, !new.outline.isEmpty {
      return metresApart(old.outline, new.outline, around: old.feature.start.coordinate)
    }
    let isLine = old.mapLengthMetres > 0 && new.mapLengthMetres > 0
    guard isLine else {
      // Areas without outlines have only crossings, which change with every adjacent feature.
      let apart = old.feature.start.coordinate.distanceMetres(to: new.feature.start.coordinate)
      return old.feature.isArea || new.feature.isArea ? 0 : apart
    }
    return metresApart(old.lines, new.lines, around: old.feature.start.coordinate)
  }

  private static func metresApart(
    _ old: [[FixedCoordinate]], _ new: [[FixedCoordinate]], around origin: Coordinate
  ) -> Double {
    if old == new { return 0 }
    let (a, b) = (FeatureShape(old, around: origin), FeatureShape(new, around: origin))
    let far =
      FeatureShape.samples(old).map(b.distanceMetres) + FeatureShape.samples(new).map(a.distanceMetres)
    return far.max() ?? 0
  }

  private static func metres(_ value: Double) -> String { decimalText(value, places: 0) ?? "?" }
}

/// The lines of a feature in a plane, for distances between the features of two maps.
struct FeatureShape {
  private let plane: LocalPlane
  private let segments: [Segment<Double>]

  /// The greatest number of samples of a line.
  static let sampleLimit = 48

  /// Projects the lines of a feature. Complexity: O(points).
  init(_ feature: MappedFeature) { self.init(feature.lines, around: feature.feature.start.coordinate) }

  /// Projects lines to the tangential plane at a coordinate. Complexity: O(points).
  init(_ lines: [[FixedCoordinate]], around origin: Coordinate) {
    let plane = LocalPlane(at: origin)
    self.plane = plane
    segments = lines.flatMap { line in
      let places = line.map { plane.metres($0.coordinate) }
      return zip(places, places.dropFirst()).map { Segment($0, $1) }
    }
  }

  /// Returns the distance of a coordinate from the lines, in metres. Complexity: O(points).
  func distanceMetres(_ place: Coordinate) -> Double {
    let point = plane.metres(place)
    var best = Double.infinity
    for segment in segments {
      let offset = point - segment.place(at: segment.fractionNearest(to: point))
      best = min(best, (offset * offset).sum())
    }
    return best.squareRoot()
  }

  /// Returns samples of a feature's lines: vertices and midpoints, up to ``sampleLimit``. Complexity: O(points).
  static func samples(_ feature: MappedFeature) -> [Coordinate] { samples(feature.lines) }

  /// Returns samples of lines: vertices and midpoints, up to ``sampleLimit``. Complexity: O(points).
  static func samples(_ lines: [[FixedCoordinate]]) -> [Coordinate] {
    let places = lines.flatMap { line in
      zip(line, line.dropFirst()).flatMap { a, b in
        [a.coordinate, a.coordinate.towards(b.coordinate, 0.5)]
      } + [line.last?.coordinate].compactMap { $0 }
    }
    guard places.count > sampleLimit else { return places }
    return (0..<sampleLimit).map { places[$0 * (places.count - 1) / (sampleLimit - 1)] }
  }

  /// Returns the share of coordinates within a distance of the lines. Complexity: O(coordinates · points).
  func share(of places: [Coordinate], withinMetres metres: Double) -> Double {
    guard !places.isEmpty else { return 0 }
    return Double(places.count { distanceMetres($0) <= metres }) / Double(places.count)
  }
}

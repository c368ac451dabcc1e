import SkiFormats
import SkiGeo
import SkiGraph
import SkiModel

/// What became of a feature of one map in another.
public struct FeatureFate: Sendable, Hashable {
  /// What became of it, in a word; the raw values are those of every output format.
  @nonexhaustive
  public enum Outcome: String, Sendable, Hashable, CaseIterable {
    /// It is there as it was.
    case same
    /// It is there; something about it changed that is neither name nor place.
    case changed
    /// It is there under another name.
    case renamed
    /// It is there, and lies elsewhere or has another length.
    case moved
    /// It is gone from the data; others stand in its place: those it was split into, or what was built or drawn anew.
    case replaced
    /// It is there and no longer runs.
    case notOperating
    /// Nothing is left of it.
    case gone
  }

  /// The feature in the old map.
  package var old: MappedFeature
  /// What became of it.
  public var outcome: Outcome
  /// What it is now: itself, or what replaced it, the likeliest first; empty when it is gone.
  package var successors: [MappedFeature]
  /// What is different, when it is still there or one other stands for it.
  public var changes: [FeatureChange]
}

/// One thing about a feature that is different.
public struct FeatureChange: Sendable, Hashable {
  /// What is different; the raw values are those of every output format.
  @nonexhaustive
  package enum Aspect: String, Sendable, Hashable, CaseIterable {
    case name, ref, difficulty, status, liftKind, direction, uses
    /// The length along its line, metres.
    case length
    /// How far its line, or an area's outline, lies from where it lay, metres.
    case place
    /// Whether the lifts of its area lead to it.
    case reachable
  }

  package var aspect: Aspect
  /// The value in the old map; nil where nothing is known.
  public var old: String?
  /// The value in the new map; nil where nothing is known.
  public var new: String?

  /// A line is somewhere else when it lies farther from where it lay than this, metres.
  static let movedMetres = 15.0
  /// A length is another one when it differs by more than this share, and more than this.
  static let lengthShare = 0.05
  static let lengthMetres = 10.0

  /// Returns what is different between two features. Complexity: O(samples · points).
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
    let difference = abs(old.lengthMetres - new.lengthMetres)
    if old.lengthMetres > 0, new.lengthMetres > 0, difference > lengthMetres,
      difference > lengthShare * max(old.lengthMetres, new.lengthMetres)
    {
      compare(.length, metres(old.lengthMetres), metres(new.lengthMetres))
    }
    let moved = movedMetres(old, new)
    if moved > movedMetres { changes.append(FeatureChange(aspect: .place, old: nil, new: metres(moved))) }
    return changes
  }

  /// Which way a feature leads, seen from the ends of another one.
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

  /// How far the lines of two features lie apart where they are farthest.
  private static func movedMetres(_ old: MappedFeature, _ new: MappedFeature) -> Double {
    if !old.outline.isEmpty, !new.outline.isEmpty {
      return metresApart(old.outline, new.outline, around: old.feature.start.coordinate)
    }
    let isLine = old.lengthMetres > 0 && new.lengthMetres > 0
    guard isLine else {
      // Of areas without outlines only their ways across are known, which change with whatever touches them.
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

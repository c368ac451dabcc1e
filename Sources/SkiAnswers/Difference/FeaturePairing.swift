import SkiBase
import SkiGraph

/// Pairs the features of an older map with those of a newer one by their source identifiers.
///
/// Positions in files are not identifiers. Features of equal kind, name and lines are paired regardless of their
/// identifiers. Where several features share an identifier, those of one name are paired first, then the nearest.
struct FeaturePairing {
  /// The new feature of each old one; nil where there is none.
  private(set) var successor: [Int?]
  /// Indicates for each new feature whether it was paired.
  private(set) var isKnown: [Bool]

  /// Pairs features. Complexity: O(*n* + *k*²) where *k* features share one identifier.
  init(old: [MappedFeature], new: [MappedFeature]) {
    successor = Array(repeating: nil, count: old.count)
    isKnown = Array(repeating: false, count: new.count)
    var byID: [MappedFeature.Identity: [Int]] = [:]
    for (position, feature) in new.enumerated() where !feature.hasPositionalID {
      byID[feature.identity, default: []].append(position)
    }
    let groups = Dictionary(grouping: old.indices.filter { !old[$0].hasPositionalID }) { old[$0].identity }
    for (identity, members) in groups {
      guard let others = byID[identity] else { continue }
      pair(members, others, old, new)
    }
    pairTwins(old, new)
  }

  /// Pairs remaining features of equal kind, name and lines.
  private mutating func pairTwins(_ old: [MappedFeature], _ new: [MappedFeature]) {
    struct Looks: Hashable {
      var kind: FeatureKind
      var name: String?
      var lines: [[FixedCoordinate]]

      init(_ feature: MappedFeature) {
        (kind, name, lines) = (feature.feature.kind, feature.feature.name, feature.lines)
      }
    }
    var twins: [Looks: [Int]] = [:]
    for position in new.indices.reversed() where !isKnown[position] {
      twins[Looks(new[position]), default: []].append(position)
    }
    for member in old.indices where successor[member] == nil {
      guard let twin = twins[Looks(old[member])]?.popLast() else { continue }
      successor[member] = twin
      isKnown[twin] = true
    }
  }

  private mutating func pair(
    _ members: [Int], _ others: [Int], _ old: [MappedFeature], _ new: [MappedFeature]
  ) {
    // The nearest of each name first, then the nearest of any.
    for sameName in [true, false] {
      for member in members where successor[member] == nil {
        let fits = others.filter {
          !isKnown[$0] && (!sameName || old[member].feature.name == new[$0].feature.name)
        }
        let best = fits.min {
          (Self.metres(old[member], new[$0]), $0) < (Self.metres(old[member], new[$1]), $1)
        }
        guard let best else { continue }
        successor[member] = best
        isKnown[best] = true
      }
    }
  }

  private static func metres(_ old: MappedFeature, _ new: MappedFeature) -> Double {
    old.feature.start.coordinate.distanceMetres(to: new.feature.start.coordinate)
  }
}

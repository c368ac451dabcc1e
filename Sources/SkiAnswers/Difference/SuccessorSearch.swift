import SkiBase
package import SkiGraph

/// Finds the features of a newer map that replace a feature of an older one without a pair.
struct SuccessorSearch {
  /// The greatest distance in metres between features of the same name and kind, as in searches by name.
  static let nameReachMetres = 500.0
  /// The greatest distance in metres between overlapping lines.
  static let lineReachMetres = 25.0
  /// The least overlapping share of a line for a replacement.
  static let overlapShare = 0.5
  /// The greatest distance in metres between the stations of a rebuilt lift.
  static let stationReachMetres = 80.0

  private let features: [MappedFeature]
  /// The features in each cell of a grid.
  private let cells: [Cell: [Int]]

  private struct Cell: Hashable {
    var east: Int32
    var north: Int32

    /// The size of a cell in 1e-7 degrees: about a kilometre northwards, and less eastwards.
    static let sizeE7: Int32 = 100_000

    init(_ place: FixedCoordinate) {
      (east, north) = (place.longitudeE7 / Self.sizeE7, place.latitudeE7 / Self.sizeE7)
    }

    /// The cell and its neighbours, across the antimeridian too.
    var around: [Cell] {
      let across = 3_600_000_000 / Int64(Self.sizeE7)
      return (-1...1).flatMap { y in
        (-2...2).map { x in
          var cell = self
          var column = Int64(east) + Int64(x)
          if column > across / 2 { column -= across }
          if column < -across / 2 { column += across }
          (cell.east, cell.north) = (Int32(column), north + Int32(y))
          return cell
        }
      }
    }
  }

  /// Inserts features into a grid. Complexity: O(points).
  init(_ features: [MappedFeature]) {
    self.features = features
    var cells: [Cell: [Int]] = [:]
    for (position, feature) in features.enumerated() {
      for cell in Self.cells(of: feature) { cells[cell, default: []].append(position) }
    }
    self.cells = cells
  }

  private static func cells(of feature: MappedFeature) -> Set<Cell> {
    Set(
      feature.lines.flatMap { $0.map { Cell($0) } }
        + FeatureShape.samples(feature).filter(\.isValid).map { Cell(FixedCoordinate($0)) })
  }

  /// Returns the features that replace one, the best match first; empty when there are none.
  /// - Complexity: O(*k* · points) in the features near it.
  func successors(of old: MappedFeature) -> [Int] {
    let near = Set(Self.cells(of: old).flatMap(\.around).flatMap { cells[$0] ?? [] })
      .filter { features[$0].feature.kind == old.feature.kind }
    let places = FeatureShape.samples(old)
    let candidates = near.compactMap { position -> (position: Int, score: Double)? in
      score(of: features[position], for: old, places).map { (position, $0) }
    }
    return candidates.sorted { (-$0.score, $0.position) < (-$1.score, $1.position) }.map(\.position)
  }

  /// Returns the score of a replacement, 0...2; nil when it is none.
  private func score(of new: MappedFeature, for old: MappedFeature, _ places: [Coordinate]) -> Double? {
    let shape = FeatureShape(new)
    let isOnIt = shape.share(of: places, withinMetres: Self.lineReachMetres)
    let isNamedSo = old.foldedName != nil && old.foldedName == new.foldedName
    if isNamedSo {
      let nearest = places.lazy.map(shape.distanceMetres).min() ?? .infinity
      return nearest <= Self.nameReachMetres ? 1 + isOnIt : nil
    }
    if old.feature.kind == .lift { return hasSameEnds(old, new) ? max(isOnIt, 0.1) : nil }
    // A part of the old feature is a replacement too: it overlaps the old one.
    let liesOnOld = FeatureShape(old).share(of: FeatureShape.samples(new), withinMetres: Self.lineReachMetres)
    let share = old.feature.kind == .run ? max(isOnIt, liesOnOld * (isOnIt > 0.2 ? 1 : 0)) : isOnIt
    return share >= Self.overlapShare ? share : nil
  }

  private func hasSameEnds(_ old: MappedFeature, _ new: MappedFeature) -> Bool {
    let (a, b) = (old.feature, new.feature)
    func isNear(_ one: GraphPoint, _ other: GraphPoint) -> Bool {
      one.coordinate.distanceMetres(to: other.coordinate) <= Self.stationReachMetres
    }
    return isNear(a.start, b.start) && isNear(a.end, b.end)
      || isNear(a.start, b.end) && isNear(a.end, b.start)
  }
}

/// A feature of one map with the properties compared with another: lines, length and reachability.
package struct MappedFeature: Sendable, Hashable {
  package var region: RegionIndex
  package var index: FeatureIndex
  /// The properties of the feature in its map.
  package var feature: GraphFeature
  /// The length along its line in the network, in metres on the map; 0 for features outside it and for areas.
  package var mapLengthMetres: Double
  /// Indicates whether all of it may be used in both directions.
  package var isTwoWay: Bool
  /// Indicates whether the lifts of its area reach it: the upper end of a run, or a lift from and to other lifts.
  package var isReachable: Bool
  /// The lines of the feature; its ends where it has none.
  var lines: [[FixedCoordinate]]
  /// The closed rings around a run mapped as an area; empty for others, and in maps without outlines.
  var outline: [[FixedCoordinate]]

  /// The kind of the feature with its source identifier.
  var identity: Identity { Identity(kind: feature.kind, id: feature.id) }

  struct Identity: Hashable {
    var kind: FeatureKind
    var id: SourceID
  }

  /// The folded name, as in searches; nil when it has none.
  var foldedName: String? {
    guard let name = feature.name ?? feature.ref else { return nil }
    let folded = NameFolding.fold(name)
    return folded.isEmpty ? nil : folded
  }

  /// Indicates whether the identifier is a position in a file, which is not valid for another file.
  var hasPositionalID: Bool {
    let text = feature.id.rawValue
    guard let mark = text.lastIndex(of: "#") else { return false }
    let digits = text[text.index(after: mark)...]
    return !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Indicates whether the identifier is OpenStreetMap's, which is permanent; others are derived from properties.
  var hasLastingID: Bool {
    ["way/", "node/", "relation/"].contains { feature.id.rawValue.hasPrefix($0) }
  }

  /// Returns the features of a region in graph order. Complexity: O(*n* + *m* + points).
  static func all(in graph: RoutingGraph) -> [MappedFeature] {
    let reachability = LiftReachability(graph)
    let groups = reachability.areas()
    return (0..<graph.featureCount).map { position in
      let index = FeatureIndex(position)
      let feature = graph.feature(index)
      let main = groups[feature.area?.position ?? graph.areaCount].mainComponent
      let links = graph.links(of: index)
      let source = links.filter { graph.storage.linkCause[$0] == LinkCause.source.code }
      let length = source.reduce(0.0) { sum, link in
        sum + Double(graph.storage.pointDistance[graph.pointRange(LinkIndex(link)).upperBound - 1]) / 100
      }
      let lines = links.map { link in
        graph.pointRange(LinkIndex(link)).map { graph.linkPoint($0).position }
      }
      return MappedFeature(
        region: graph.region, index: index, feature: feature, mapLengthMetres: length,
        isTwoWay: !links.isEmpty
          && links.allSatisfy {
            graph.storage.linkForwardEdge[$0] != .max && graph.storage.linkBackwardEdge[$0] != .max
          },
        isReachable: main != nil && feature.startNode.map { reachability.isIn(main, $0) } ?? false,
        lines: lines.isEmpty ? [[feature.start.position, feature.end.position]] : lines,
        outline: graph.outline(of: index).map { $0.places + $0.places.prefix(1) })
    }
  }
}

import SkiBase
import SkiGraph

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

package import SkiBase
package import SkiGraph

extension SkiInput {
  /// Checks that runs, lifts and the other kinds of features lie together.
  ///
  /// Files whose latitudes and longitudes are exchanged often remain valid; a comparison of kinds finds one that differs
  /// from the others. Nothing tells that all are exchanged alike.
  /// - Parameter data: The features read from this input.
  /// - Throws: ``SkiError`` with code `.malformedData` when the features of a kind lie among the others only with
  ///   latitude and longitude exchanged, or all lifts lie more than 1,000 km from all runs.
  /// - Complexity: O(*n*) expected in the features.
  package func checkPlaces(of data: SkiData) throws(SkiError) {
    let kinds = [
      (runs, "runs", PlaceGrid(data.runs.lazy.compactMap(\.geometry.somePlace))),
      (lifts, "lifts", PlaceGrid(data.lifts.lazy.compactMap(\.parts.first?.coordinates.first))),
      (areas, "ski areas", PlaceGrid(data.areas.lazy.map(\.centre))),
      (spots, "spots", PlaceGrid(data.spots.lazy.map(\.coordinate))),
      (streets, "streets", PlaceGrid(data.streets.lazy.compactMap(\.lines.first?.coordinates.first))),
    ]
    let suspects = kinds.indices.filter { index in
      let others = index < 2 ? [1 - index] : [0, 1]
      return kinds[index].2.isExchanged(against: others.map { kinds[$0].2 })
    }
    // Of runs and lifts, each lies among the other once exchanged; latitudes without ski areas identify the wrong one.
    let clear = suspects.filter { !kinds[$0].2.isPlausible }
    if let index = clear.first ?? suspects.first {
      let (paths, name, _) = kinds[index]
      let others = index == 0 ? "lifts" : "runs"
      var (wrong, subject) = (name, paths.first ?? runs.first)
      if index > 1, clear.isEmpty, !kinds[0].2.isPlausible {
        (wrong, subject) = ("runs and lifts", runs.first ?? lifts.first)
      } else if index < 2, clear.count != 1, suspects.count > 1 {
        wrong = "either the runs or the lifts"
      }
      throw SkiError(
        .malformedData,
        "latitude and longitude of \(wrong) are exchanged: the \(name) lie near the \(others) only once that is "
          + "corrected; \(CoordinateOrder.remedy)", subject: subject)
    }
    let (runGrid, liftGrid) = (kinds[0].2, kinds[1].2)
    guard let metres = liftGrid.distanceMetres(to: runGrid), metres > Self.greatestMetres else { return }
    throw SkiError(
      .malformedData,
      "lifts lie \(Int((metres / 100_000).rounded()) * 100) km from the nearest runs; give files of one area, with "
        + "longitude before latitude in all of them", subject: lifts.first ?? runs.first)
  }

  /// The distance beyond which runs and lifts are not of one map, in metres.
  private static let greatestMetres = 1_000_000.0
}

/// The number of features in each cell of a grid of quarters of a degree.
///
/// It shows whether features lie near others, as they are or with latitude and longitude exchanged.
struct PlaceGrid {
  /// The cells that hold features, by ``Cell/number``.
  private var counts: [Int32: Int] = [:]
  /// The number of features.
  private(set) var count = 0

  /// A cell, by its row from the south pole and its column from the antimeridian.
  private struct Cell {
    static let perDegree = 4
    static let (rows, columns) = (180 * perDegree, 360 * perDegree)
    var row, column: Int

    init(row: Int, column: Int) { (self.row, self.column) = (row, column) }

    init(_ place: Coordinate) {
      row = min(Int((place.latitude + 90) * Double(Self.perDegree)), Self.rows - 1)
      column = min(Int((place.longitude + 180) * Double(Self.perDegree)), Self.columns - 1)
    }

    init(number: Int32) { (row, column) = (Int(number) / Self.columns, Int(number) % Self.columns) }

    var number: Int32 { Int32(row * Self.columns + column) }

    /// The cell of latitude and longitude exchanged; nil beyond the poles.
    var exchanged: Cell? {
      let quarter = 90 * Self.perDegree
      let row = column - quarter
      return (0..<Self.rows).contains(row) ? Cell(row: row, column: self.row + quarter) : nil
    }

    /// The centre of the cell.
    var centre: Coordinate {
      let size = 1 / Double(Self.perDegree)
      return Coordinate(
        latitude: (Double(row) + 0.5) * size - 90, longitude: (Double(column) + 0.5) * size - 180)
    }

    /// The cell itself and those around it, across the antimeridian too.
    var neighbours: [Cell] {
      (-1...1).flatMap { rowStep in
        (-1...1).map { columnStep in
          Cell(row: row + rowStep, column: (column + columnStep + Self.columns) % Self.columns)
        }
      }
    }
  }

  /// Counts features by a coordinate of each.
  /// - Complexity: O(*n*) expected in the features.
  init(_ places: some Sequence<Coordinate>) {
    for place in places where place.isValid {
      counts[Cell(place).number, default: 0] += 1
      count += 1
    }
  }

  private func hasNeighbour(_ cell: Cell) -> Bool {
    cell.neighbours.contains { counts[$0.number] != nil }
  }

  /// The least share of features that must be out of place.
  private static let leastShare = 0.1
  /// The least share of them that the exchange must bring into place.
  private static let explainedShare = 0.9
  /// The least number of features that must be out of place, unless there are fewer.
  private static let leastCount = 3

  /// Returns whether features far from all others lie among them with latitude and longitude exchanged.
  ///
  /// Far is beyond the neighbouring cells, a quarter of a degree or more. A few features without neighbours, or that lie elsewhere
  /// with the exchange too, prove nothing.
  /// - Complexity: O(*c*) expected in the cells.
  func isExchanged(against others: [PlaceGrid]) -> Bool {
    var (far, explained) = (0, 0)
    for (number, features) in counts {
      let cell = Cell(number: number)
      guard !others.contains(where: { $0.hasNeighbour(cell) }) else { continue }
      far += features
      if let exchanged = cell.exchanged, others.contains(where: { $0.hasNeighbour(exchanged) }) {
        explained += features
      }
    }
    return far >= min(Self.leastCount, count) && far > 0 && Double(far) >= Self.leastShare * Double(count)
      && Double(explained) >= Self.explainedShare * Double(far)
  }

  /// Indicates whether at least half of the features lie at latitudes with ski areas.
  /// - Complexity: O(*c*) in the cells.
  var isPlausible: Bool {
    let plausible = counts.reduce(0) { sum, entry in
      SkiLatitudes.contains(Cell(number: entry.key).centre.latitude) ? sum + entry.value : sum
    }
    return 2 * plausible >= count
  }

  /// The number of cells of each grid that are compared for their distance, the first in order.
  private static let comparedCount = 2000

  /// Returns the distance in metres between the nearest cells of two grids, to 40 km; nil when one is empty.
  ///
  /// Of large grids only a regular sample is compared, which is sufficient for distances between countries.
  /// - Complexity: O(*c* log *c*) in the cells.
  func distanceMetres(to other: PlaceGrid) -> Double? {
    let (own, others) = (sample, other.sample)
    var nearest = Double.infinity
    for cell in own {
      for place in others { nearest = min(nearest, cell.distanceMetres(to: place)) }
      // The exact distance matters only where it is large.
      if nearest < 100_000 { break }
    }
    return own.isEmpty || others.isEmpty ? nil : nearest
  }

  private var sample: [Coordinate] {
    let numbers = counts.keys.sorted()
    let step = (numbers.count + Self.comparedCount - 1) / Self.comparedCount
    return stride(from: 0, to: numbers.count, by: max(1, step)).map { Cell(number: numbers[$0]).centre }
  }
}

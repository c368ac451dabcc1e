/// A count of passed checks.
struct Tally: CustomStringConvertible {
  var passed = 0
  var all = 0
  var share: Double { all == 0 ? 1 : Double(passed) / Double(all) }
  var description: String { "\(passed) of \(all)" }

  mutating func count(_ passes: Bool) {
    all += 1
    if passes { passed += 1 }
  }

  mutating func add(_ other: Tally) {
    passed += other.passed
    all += other.all
  }
}

/// The agreement of an area built without elevations with the same area built with them.
struct ElevationFreeScore {
  /// Directed edges of runs; passed are those skied up by more than 15 m at more than 10 %.
  var skiedUp = Tally()
  /// Lifts; passed are those ridden in the same direction as with elevations.
  var lifts = Tally()
  /// One-way lines of runs; passed are those that keep their direction.
  var runs = Tally()
  /// Random pairs; passed are those whose routes take the same lifts.
  var pairs = Tally()
  /// Random pairs; passed are those with a route on both maps or on neither.
  var joined = Tally()

  mutating func add(_ other: ElevationFreeScore) {
    skiedUp.add(other.skiedUp)
    lifts.add(other.lifts)
    runs.add(other.runs)
    pairs.add(other.pairs)
    joined.add(other.joined)
  }

  /// Returns a table with a row for each area: percentages and totals.
  static func table(_ rows: [(name: String, score: ElevationFreeScore)]) -> String {
    let heads = ["area", "skied up", "lifts", "runs", "pairs", "joined"]
    let cells = [heads] + rows.map { [$0.name] + $0.score.cells }
    let widths = heads.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
    return cells.map { row in
      row.indices.map { column in
        let gap = String(repeating: " ", count: widths[column] - row[column].count)
        return column == 0 ? row[column] + gap : gap + row[column]
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }

  private var cells: [String] {
    [skiedUp, lifts, runs, pairs, joined].map {
      let tenths = Int(($0.share * 1000).rounded())
      return "\(tenths / 10).\(tenths % 10) % of \($0.all)"
    }
  }
}

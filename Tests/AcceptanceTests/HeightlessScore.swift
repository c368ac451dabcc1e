/// How many of some things pass.
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

/// What is left of an area when its heights are taken away.
struct HeightlessScore {
  /// Directed edges of runs that are skied up by more than 15 m at more than 10 %.
  var skiedUp = Tally()
  /// Lifts that are ridden as with heights.
  var lifts = Tally()
  /// Lines of runs with one direction that keep it.
  var runs = Tally()
  /// Random pairs between which the same lifts are taken.
  var pairs = Tally()
  /// Pairs with a way on both maps or on neither.
  var joined = Tally()

  mutating func add(_ other: HeightlessScore) {
    skiedUp.add(other.skiedUp)
    lifts.add(other.lifts)
    runs.add(other.runs)
    pairs.add(other.pairs)
    joined.add(other.joined)
  }

  /// A line for each area: per cents, and of how many.
  static func table(_ rows: [(name: String, score: HeightlessScore)]) -> String {
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

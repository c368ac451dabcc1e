import SkiGraph
import SkiNavigation

/// The confusion matrix of map kinds.
struct ConfusionTable: CustomStringConvertible {
  private struct Row {
    var truth: MapKind
    var all = 0
    var right = 0
    var beyond = 0
    var beyondRight = 0
  }

  private var rows: [String: Row] = [:]

  mutating func add(_ answer: MapKindAnswer, label: String, truth: MapKind) {
    var row = rows[label] ?? Row(truth: truth)
    let (isRight, isBeyond) = (answer.kind == truth, answer.leastBoundaryMetres > 100)
    row.all += 1
    row.right += isRight ? 1 : 0
    row.beyond += isBeyond ? 1 : 0
    row.beyondRight += isBeyond && isRight ? 1 : 0
    rows[label] = row
  }

  func count(of kind: MapKind? = nil, beyondBoundary: Bool) -> Int {
    rows.values.filter { kind == nil || $0.truth == kind }.reduce(0) {
      $0 + (beyondBoundary ? $1.beyond : $1.all)
    }
  }

  func shareRight(of kind: MapKind? = nil, beyondBoundary: Bool) -> Double {
    let right = rows.values.filter { kind == nil || $0.truth == kind }
      .reduce(0) { $0 + (beyondBoundary ? $1.beyondRight : $1.right) }
    return Double(right) / Double(max(1, count(of: kind, beyondBoundary: beyondBoundary)))
  }

  var description: String {
    rows.sorted { $0.key < $1.key }.map { name, row in
      "  \(name), truly \(row.truth.rawValue): \(row.right) of \(row.all) right;"
        + " beyond 100 m from the boundary \(row.beyondRight) of \(row.beyond)"
    }.joined(separator: "\n")
  }
}

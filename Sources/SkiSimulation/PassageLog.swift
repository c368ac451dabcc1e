import SkiGeo
import SkiGraph
import SkiTracks

/// Keeps which edges a simulated skier travelled, from when to when.
struct PassageLog: Sendable {
  /// Passages that came to their end since they were last taken.
  private(set) var finished: [EdgePassage] = []
  private let region: RegionIndex
  private var open: EdgePassage?
  private var fixCount = 0
  private var isContinued = false

  init(region: RegionIndex) { self.region = region }

  /// Notes one fix taken.
  mutating func countFix() { fixCount += 1 }

  /// Begins an edge at its start.
  mutating func enter(_ edge: EdgeIndex, at time: UniversalTime) {
    open = EdgePassage(
      region: region, edge: edge, metres: (0, 0), times: (time, time), fixes: fixCount..<fixCount,
      isContinued: isContinued)
  }

  /// Ends the edge begun last.
  mutating func leave(atMetres metres: Double, at time: UniversalTime) {
    guard var passage = open else { return }
    passage.leftMetres = metres
    passage.leftAt = time
    passage.fixes = passage.fixes.lowerBound..<fixCount
    finished.append(passage)
    open = nil
    isContinued = true
  }

  /// Notes that the skier left the map.
  mutating func breakOff() { isContinued = false }

  /// Returns the finished passages and forgets them.
  mutating func take() -> [EdgePassage] {
    defer { finished.removeAll(keepingCapacity: true) }
    return finished
  }
}

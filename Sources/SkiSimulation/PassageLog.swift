import SkiBase
import SkiGraph
import SkiTracks

/// The log of the edges a simulated skier traversed, with times.
struct PassageLog: Sendable {
  /// The passages completed since the last call of ``take()``.
  private(set) var finished: [EdgePassage] = []
  private let region: RegionIndex
  private var open: EdgePassage?
  private var fixCount = 0
  private var isContinued = false

  init(region: RegionIndex) { self.region = region }

  /// Counts a fix.
  mutating func countFix() { fixCount += 1 }

  /// Starts a passage at the start of an edge.
  mutating func enter(_ edge: EdgeIndex, at time: UniversalTime) {
    open = EdgePassage(
      region: region, edge: edge, metres: (0, 0), times: (time, time), fixes: fixCount..<fixCount,
      isContinued: isContinued)
  }

  /// Ends the open passage.
  mutating func leave(atMetres metres: Double, at time: UniversalTime) {
    guard var passage = open else { return }
    passage.leftMetres = metres
    passage.leftAt = time
    passage.fixes = passage.fixes.lowerBound..<fixCount
    finished.append(passage)
    open = nil
    isContinued = true
  }

  /// Marks that the skier left the network.
  mutating func breakOff() { isContinued = false }

  /// Returns the completed passages and clears them.
  mutating func take() -> [EdgePassage] {
    defer { finished.removeAll(keepingCapacity: true) }
    return finished
  }
}

import SkiModel

extension Locality {
  /// A run belongs to another from this part of its length on the same snow on, 0...1.
  private static let belongingShare = 0.6

  /// Gives a run without name and number those of the named run most of its length lies on; of several the one it shares
  /// most snow with.
  /// - Complexity: O(*n* log *n* + *k* · *v*) for *k* pairs of lines near each other of which one has no name.
  mutating func nameOverlappingRuns(_ index: LineIndex) throws {
    var best: [Int: (metres: Double, other: Int)] = [:]
    for (a, b) in try index.pairs(within: options.overlapWidthMetres) {
      for (line, other) in [(a, b), (b, a)] where mayTakeName(line, of: other) {
        try stop.check()
        let track = network.lines[line]
        let metres = SharedSnow(track, from: track.start, to: track.end, beside: network.lines[other])
          .nearMetres(within: options.overlapWidthMetres)
        guard metres >= Self.belongingShare * track.lengthMetres, metres > best[line]?.metres ?? 0 else {
          continue
        }
        best[line] = (metres, other)
      }
    }
    for (line, found) in best.sorted(by: { $0.key < $1.key }) {
      let (run, other) = (network.lines[line].feature, network.lines[found.other].feature)
      guard runs[run].lines.count == 1, runs[run].run.name == nil else { continue }
      runs[run].run.name = runs[other].run.name
      runs[run].run.refs = runs[other].run.refs
    }
  }

  private func mayTakeName(_ line: Int, of other: Int) -> Bool {
    let (run, named) = (runs[network.lines[line].feature].run, runs[network.lines[other].feature].run)
    return run.name == nil && run.ref == nil && (named.name != nil || named.ref != nil)
      && network.lines[line].layer == network.lines[other].layer && run.isClimbed == named.isClimbed
  }
}

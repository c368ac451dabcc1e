import SkiGraph

/// The naming of runs after others that they overlap.
struct OverlapNames: BuildStage {
  let context: BuildContext
  /// The lines of the runs.
  let tracks: [ProjectedLine]
  /// The spatial index of the lines.
  let index: LineIndex
  var runs: [LocalRun]

  /// The least share of its length by which a run overlaps the one it is named after, 0...1.
  private static let belongingShare = 0.6

  /// Returns the runs, with unnamed ones named and numbered after the run that they overlap for most of their length;
  /// of several, the one with the longest overlap.
  /// - Complexity: O(*n* log *n* + *k* · *v*) for *k* pairs of lines near each other of which one has no name.
  consuming func named() throws -> [LocalRun] {
    var best: [Int: (metres: Double, other: Int)] = [:]
    for (a, b) in try index.pairs(within: options.overlapWidthMetres) {
      for (line, other) in [(a, b), (b, a)] where mayTakeName(line, of: other) {
        try stop.check()
        let track = tracks[line]
        let near = index.stretches(of: line, within: options.overlapWidthMetres, of: other)
        guard LineOverlap.greatestMetres(track, near) >= Self.belongingShare * track.mapLengthMetres else {
          continue
        }
        let metres = LineOverlap(track, from: track.start, to: track.end, beside: tracks[other])
          .nearMetres(within: options.overlapWidthMetres)
        guard metres >= Self.belongingShare * track.mapLengthMetres, metres > best[line]?.metres ?? 0 else {
          continue
        }
        best[line] = (metres, other)
      }
    }
    for (line, found) in best.sorted(by: { $0.key < $1.key }) {
      let (run, other) = (tracks[line].feature, tracks[found.other].feature)
      guard runs[run].lines.count == 1, runs[run].run.name == nil else { continue }
      runs[run].run.name = runs[other].run.name
      runs[run].run.refs = runs[other].run.refs
    }
    return runs
  }

  private func mayTakeName(_ line: Int, of other: Int) -> Bool {
    let (run, named) = (runs[tracks[line].feature].run, runs[tracks[other].feature].run)
    return run.name == nil && run.ref == nil && (named.name != nil || named.ref != nil)
      && tracks[line].layer == tracks[other].layer && tracks[line].isClimbed == tracks[other].isClimbed
  }
}

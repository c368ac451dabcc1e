import Foundation
import SkiGraph
import SkiLocation

/// Matches noisy days online, one fix at a time for many travellers in turn: microseconds a fix on one core, how near the
/// truth, and memory a traveller.
///
/// Traveller *k* lives trace *k* modulo their number, begun at a moment of its own, so that no two are at the same fix and
/// each update finds the state of its traveller as cold as a server would.
struct LiveBenchmark {
  let folder: String
  let tag: String
  var travellers = 10_000
  /// Fixes given to each traveller before the clock starts, and timed afterwards.
  var warmUp = 60
  var timed = 60

  func run() throws {
    let world = try MatchingWorld(folder: folder)
    let file = try TraceFile(folder: folder, tag: tag)
    let index = MatchIndex(graph: world.graph)
    score(file, index, world)
    let before = Usage.residentMebibytes()
    var states = (0..<travellers).map { _ in OnlineMatcher() }
    var scratch = MatchScratch()
    var given = 0
    for second in 0..<warmUp { given += step(second, &states, file, index, &scratch) }
    let warm = Usage.residentMebibytes()
    let usage = Usage.now()
    given = 0
    for second in warmUp..<warmUp + timed { given += step(second, &states, file, index, &scratch) }
    let spent = Usage.now().since(usage)
    print(
      JSONText.object([
        ("what", .text("live")), ("tag", .text(tag)), ("travellers", .number(Double(travellers))),
        ("fixes", .number(Double(given))), ("us_per_fix", .number(spent.cpuSeconds / Double(given) * 1e6)),
        ("wall_us_per_fix", .number(spent.wallSeconds / Double(given) * 1e6)),
        ("bytes_per_traveller", .number((warm - before) * 1_048_576 / Double(travellers))),
        ("resident_mebibytes_before", .number(warm)),
        ("resident_mebibytes_after", .number(Usage.residentMebibytes())),
      ]))
  }

  /// Gives each traveller the next fix; returns how many that were.
  private func step(
    _ second: Int, _ states: inout [OnlineMatcher], _ file: TraceFile, _ index: MatchIndex,
    _ scratch: inout MatchScratch
  ) -> Int {
    for traveller in states.indices {
      let trace = file.traces[traveller % file.traces.count]
      let start = traveller / file.traces.count * 37
      // Whoever's day is over begins it anew, as another one.
      let fix = (start + second) % trace.fixes.count
      if fix == 0 { states[traveller] = OnlineMatcher() }
      _ = states[traveller].update(trace.fixes[fix], in: index, with: &scratch)
    }
    return states.count
  }

  /// Matches each trace by itself and prints how near the present guesses and the final answers come.
  private func score(_ file: TraceFile, _ index: MatchIndex, _ world: MatchingWorld) {
    var (guesses, finals) = (MatchingScore(), MatchingScore())
    var (fixes, seconds) = (0, 0.0)
    var scratch = MatchScratch()
    for trace in file.traces {
      var matcher = OnlineMatcher()
      var (guess, final) = (MatchingAnswer(), MatchingAnswer())
      var done: [MatchedFix] = []
      let usage = Usage.now()
      for fix in trace.fixes {
        done += matcher.update(fix, in: index, with: &scratch)
        guess.perFix.append(matcher.latest?.place.map { world.fileEdge[$0.edge.position] })
      }
      done += matcher.finish()
      seconds += Usage.now().since(usage).cpuSeconds
      final.perFix = done.map { $0.place.map { world.fileEdge[$0.edge.position] } }
      guesses.add(guess, to: trace, world.ends, sigma: file.sigma)
      finals.add(final, to: trace, world.ends, sigma: file.sigma)
      fixes += trace.fixes.count
    }
    print(
      JSONText.object([
        ("what", .text("online")), ("tag", .text(tag)), ("fixes", .number(Double(fixes))),
        ("us_per_fix", .number(seconds / Double(fixes) * 1e6)),
        ("latest_accuracy_tolerant", .number(guesses.tolerantAccuracy)),
        ("latest_accuracy", .number(guesses.accuracy)),
        ("final_accuracy_tolerant", .number(finals.tolerantAccuracy)),
        ("final_accuracy", .number(finals.accuracy)),
      ]))
  }
}

import Foundation
import SkiGraph
import SkiTracks

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
    for second in 0..<warmUp { _ = step(second, &states, file, index, &scratch) }
    let warm = Usage.residentMebibytes()
    var (cpu, wall) = (0.0, 0.0)
    for second in warmUp..<warmUp + timed {
      let spent = step(second, &states, file, index, &scratch)
      (cpu, wall) = (cpu + spent.cpuSeconds, wall + spent.wallSeconds)
    }
    let given = Double(travellers * timed)
    print(
      JSONText.object([
        ("what", .text("live")), ("tag", .text(tag)), ("travellers", .number(Double(travellers))),
        ("fixes", .number(given)), ("us_per_fix", .number(cpu / given * 1e6)),
        ("wall_us_per_fix", .number(wall / given * 1e6)),
        ("bytes_per_traveller", .number((warm - before) * 1_048_576 / Double(travellers))),
        ("resident_mebibytes_before", .number(warm)),
        ("resident_mebibytes_after", .number(Usage.residentMebibytes())),
      ]))
  }

  /// Gives each traveller the next fix and returns what that took; the fixes of a second lie in a row, as they come in.
  private func step(
    _ second: Int, _ states: inout [OnlineMatcher], _ file: TraceFile, _ index: MatchIndex,
    _ scratch: inout MatchScratch
  ) -> Usage {
    let fixes = states.indices.map { traveller in
      let trace = file.traces[traveller % file.traces.count].fixes
      // Whoever's day is over begins it anew, as another one.
      let fix = (traveller / file.traces.count * 37 + second) % trace.count
      if fix == 0 { states[traveller] = OnlineMatcher() }
      return trace[fix]
    }
    let usage = Usage.now()
    for traveller in states.indices {
      _ = states[traveller].update(fixes[traveller], in: index, with: &scratch)
    }
    return Usage.now().since(usage)
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

import Foundation
import SkiGraph
import SkiTestSupport

/// `--map FILE`: asks random questions about a map, compares the answers with those of a plain reference search, and
/// prints a line of JSON; see `Tools/check-routes`.
@main
enum CheckRoutes {
  static func main() {
    do {
      let tally = try checked()
      print(line(tally))
      if let fault = tally.fault {
        say("check-routes: \(fault)\n")
        exit(1)
      }
    } catch {
      say("check-routes: \(error)\n")
      exit(66)
    }
  }

  private static func checked() throws -> RouteChecker.Tally {
    guard let path = value("--map") else { usage() }
    let map = try SkiMap.open(path: path)
    var checker = RouteChecker(map: map, seed: number("--seed").map { UInt64($0) } ?? 1)
    checker.groupSize = max(1, number("--group-size") ?? checker.groupSize)
    if let region = number("--region"), let group = number("--group") {
      guard region < map.regionCount else { usage() }
      try checker.run(map.region(at: UInt32(region)), groups: group..<group + 1)
    } else {
      let count = number("--questions") ?? 100_000
      let isTerminal = isatty(2) != 0
      try checker.run(questions: count) { tally in
        guard isTerminal, tally.questions % 1000 < checkedAtOnce else { return }
        say("\rcheck-routes: \(tally.questions) of \(count) questions, \(tally.found) routes")
      }
      if isTerminal { say("\n") }
    }
    return checker.tally
  }

  /// The greatest number of questions between two lines of progress.
  private static let checkedAtOnce = 20

  private static func line(_ tally: RouteChecker.Tally) -> String {
    """
    {"questions": \(tally.questions), "routes": \(tally.found), "timed": \(tally.timed), "closed": \(tally.closed), \
    "matrixTimes": \(tally.matrixTimes), "reasons": \(tally.reasons), "regions": \(tally.regions), "faults": \(tally.fault == nil ? 0 : 1)}
    """
  }

  private static func value(_ flag: String) -> String? {
    let arguments = CommandLine.arguments
    return arguments.firstIndex(of: flag).flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
  }

  private static func number(_ flag: String) -> Int? {
    guard let text = value(flag) else { return nil }
    guard let number = Int(text), number >= 0 else { usage() }
    return number
  }

  private static func usage() -> Never {
    say(
      """
      usage: Tools/check-routes --map FILE [--questions N] [--seed N] [--group-size N] [--region N --group N]

      """)
    exit(64)
  }

  private static func say(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}

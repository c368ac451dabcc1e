import SkiBase
import SkiRouting

/// Formats the steps of a long tour as text, with repeated laps counted.
enum RepeatedLaps {
  /// The greatest number of lines of a lap.
  private static let greatestLength = 12

  /// Returns a line for each step with its time; repetitions of the preceding lines are counted.
  /// - Complexity: O(*s*²) at most in the steps of laps, O(*s*) in all steps.
  static func lines(_ route: Route, colour: Bool) -> [TerminalText] {
    var clock = route.departure
    let told = TextLines.lines(route.steps).map { line -> (hour: DayTime?, text: TerminalText) in
      defer { clock = clock?.advanced(byMilliseconds: line.step.milliseconds) }
      return (clock, RouteDocument.words(line, route, colour: colour))
    }
    let texts = told.map(\.text)
    var lines: [TerminalText] = []
    var at = 0
    while at < told.count {
      let (length, times) = laps(texts, from: at)
      for line in told[at..<at + length] { lines.append("\(line.hour.map { "\($0)  " } ?? "")\(line.text)") }
      at += length * times
      guard times > 1 else { continue }
      let until = at < told.count ? told[at].hour : route.arrival
      let what = length == 1 ? "The same" : "These \(length) lines"
      lines.append("       \(what) \(times) times in all\(until.map { ", until \($0)" } ?? "")")
    }
    return lines
  }

  /// Returns the lap from a line on that covers most lines with its repetitions; a single line without repetition.
  private static func laps(_ texts: [TerminalText], from start: Int) -> (length: Int, times: Int) {
    var best = (length: 1, times: 1)
    for length in 1...greatestLength where start + 2 * length <= texts.count {
      var times = 1
      while start + (times + 1) * length <= texts.count,
        texts[start..<start + length]
          .elementsEqual(texts[start + times * length..<start + (times + 1) * length])
      { times += 1 }
      if times > 1, length * times > best.length * best.times { best = (length, times) }
    }
    return best
  }
}

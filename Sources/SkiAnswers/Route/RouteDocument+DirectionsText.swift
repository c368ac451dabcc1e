import SkiBase
import SkiGraph
import SkiRouting

extension RouteDocument {
  /// Returns the text of a route with directions, in their language.
  func directionsText(_ directions: Directions, _ route: Route, _ colour: Bool, _ columns: Int)
    -> TerminalText
  {
    let book = Phrasebook.of(language)
    var lines: [TerminalText] = ["\(from) → \(to)\(limit(book).map { ", \($0)" } ?? "")"]
    if route.steps.isEmpty {
      lines.append("\(book.formatted(.already)).")
    } else {
      lines += Self.directionLines(directions, route, in: language, colour: colour)
      let walked = route.footMetres()
      lines.append(
        TerminalText(
          Self.totals(route, book, time: book.time, length: book.length, walked: walked >= 1 ? walked : nil)))
      lines += Self.home(route, book).map { "\($0)." }
      if let missingReturn { lines.append("\(Self.missingReturnText(missingReturn, book)).") }
      lines += route.elevationQuality()?.remark(in: language).map { [TerminalText($0)] } ?? []
      lines += profileLines(colour: colour, columns: columns)
    }
    if let words = attributions.credit { lines.append(TerminalText(book.formatted(.data, ["words": words]))) }
    return TerminalText(lines: lines)
  }

  private func limit(_ book: Phrasebook) -> String? {
    switch signedCeiling {
    case .colour(let colour)?: book.formatted(.limit, ["limit": book.sign(colour, .europe)])
    case .grade(let grade)?: book.formatted(.limit, ["limit": grade.rawValue])
    case nil: nil
    }
  }

  /// Returns the totals of a route in one line.
  /// - Parameters:
  ///   - route: The route.
  ///   - book: The texts of the language.
  ///   - time: A function that formats milliseconds.
  ///   - length: A function that formats metres.
  ///   - walked: The length on foot in metres; nil to leave it out.
  static func totals(
    _ route: Route, _ book: Phrasebook, time: (Int) -> String, length: (Double) -> String, walked: Double?
  ) -> String {
    let time = time(route.totalMilliseconds())
    let total =
      route.arrival.map { book.formatted(.totalClock, ["time": time, "clock": $0.description]) }
      ?? book.formatted(.total, ["time": time])
    let foot = walked.map { book.formatted(.totalWalked, ["length": length($0)]) }
    return
      ([total] + heights(route, book) + [
        book.formatted(.totalRuns, ["length": length(route.skiedMetres())]), foot,
      ])
      .compactMap(\.self).joined(separator: ", ")
  }

  /// Returns the descent on runs and the ascent by lift as text, where they are known.
  static func heights(_ route: Route, _ book: Phrasebook) -> [String] {
    [(Phrase.totalSkied, route.descentMetres(of: .run)), (.totalLifted, route.ascentMetres(of: .lift))]
      .compactMap { phrase, metres in metres.map { book.formatted(phrase, ["metres": book.height($0)]) } }
  }

  /// Returns the missing return as text; of the reasons only the difficulty ceiling is named.
  private static func missingReturnText(_ missing: MissingReturn, _ book: Phrasebook) -> String {
    guard missing.way.reason.reasons == [.overCeiling], let limit = missing.way.limitColour,
      let easiest = missing.way.reason.leastCeilingColour, limit != easiest
    else { return book.formatted(missing.isHome ? .noWayHome : .noWayBack) }
    return book.formatted(
      missing.isHome ? .noWayHomeWithin : .noWayBackWithin,
      ["limit": book.sign(limit, .europe), "easiest": book.sign(easiest, .europe)])
  }

  /// Returns the sentences about the return home, without full stops.
  static func home(_ route: Route, _ book: Phrasebook) -> [String] {
    switch route.homeReachability {
    case .reachable(.until(let time))?: [book.formatted(.leaveAgain, ["clock": time.description])]
    case .lost(let point)?: [book.formatted(.beyondHome, ["clock": point.passedAt.description])]
    case .lostFromStart?: [book.formatted(.lateFromStart)]
    case .noWayFromStart?: [book.formatted(.noWayFromStart)]
    case .reachable(.anyTime)?, nil: []
    }
  }
}

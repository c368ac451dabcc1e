import SkiFormats
import SkiGeo
import SkiGraph
import SkiModel
import SkiRouting

extension RouteDocument {
  /// The text of a route with directions, all of it in their language.
  func told(_ directions: Directions, _ route: Route, _ colour: Bool, _ columns: Int) -> TerminalText {
    let book = Phrasebook.of(language)
    var lines: [TerminalText] = ["\(from) → \(to)\(limit(book).map { ", \($0)" } ?? "")"]
    if route.steps.isEmpty {
      lines.append("\(book.say(.already)).")
    } else {
      lines += Self.directionLines(directions, route, in: language, colour: colour)
      lines.append(TerminalText(Self.totals(route, book)))
      lines += Self.home(route, book).map { "\($0)." }
      if let missingReturn { lines.append("\(Self.said(missingReturn, book)).") }
      lines += route.heights()?.remark(in: language).map { [TerminalText($0)] } ?? []
      lines += profileLines(colour: colour, columns: columns)
    }
    if !attributions.isEmpty {
      lines.append(TerminalText(book.say(.data, ["words": attributions.joined(separator: "; ")])))
    }
    return TerminalText(lines: lines)
  }

  private func limit(_ book: Phrasebook) -> String? {
    switch signedCeiling {
    case .colour(let colour)?: book.say(.limit, ["limit": book.sign(colour, .europe)])
    case .grade(let grade)?: book.say(.limit, ["limit": grade.rawValue])
    case nil: nil
    }
  }

  private static func totals(_ route: Route, _ book: Phrasebook) -> String {
    let time = book.time(route.totalMilliseconds())
    var parts = [
      route.arrival.map { book.say(.totalClock, ["time": time, "clock": $0.description]) }
        ?? book.say(.total, ["time": time])
    ]
    if let drop = route.descentMetres(of: .run) {
      parts.append(book.say(.totalSkied, ["metres": book.height(drop)]))
    }
    if let rise = route.ascentMetres(of: .lift) {
      parts.append(book.say(.totalLifted, ["metres": book.height(rise)]))
    }
    parts.append(book.say(.totalRuns, ["length": book.length(route.skiedMetres())]))
    let walked = route.footMetres()
    if walked >= 1 { parts.append(book.say(.totalWalked, ["length": book.length(walked)])) }
    return parts.joined(separator: ", ")
  }

  /// What is missing behind the end; limits other than the ceiling are not told apart.
  private static func said(_ missing: MissingReturn, _ book: Phrasebook) -> String {
    guard missing.way.reason.reasons == [.overCeiling], let limit = missing.way.limitColour,
      let easiest = missing.way.reason.leastCeilingColour, limit != easiest
    else { return book.say(missing.isHome ? .noWayHome : .noWayBack) }
    return book.say(
      missing.isHome ? .noWayHomeWithin : .noWayBackWithin,
      ["limit": book.sign(limit, .europe), "easiest": book.sign(easiest, .europe)])
  }

  private static func home(_ route: Route, _ book: Phrasebook) -> [String] {
    switch route.homeOutlook {
    case .reachable(.until(let time))?: [book.say(.leaveAgain, ["clock": time.description])]
    case .lost(let point)?: [book.say(.beyondHome, ["clock": point.passedAt.description])]
    case .lostFromStart?: [book.say(.lateFromStart)]
    case .noWayFromStart?: [book.say(.noWayFromStart)]
    case .reachable(.anyTime)?, nil: []
    }
  }
}

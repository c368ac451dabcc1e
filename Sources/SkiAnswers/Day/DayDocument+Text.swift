public import SkiBase
import SkiGraph
import SkiTracks

extension DayDocument {
  /// Returns the day as text: a line for each ride and run, then totals and achievements.
  ///
  /// Successive pieces of one run are one line.
  /// - Parameter colour: A Boolean value that adds terminal colours to signs and colour names.
  /// - Complexity: O(*n* log *n*) in laps and unmatched stretches.
  public func text(colour: Bool = false) -> TerminalText {
    var lines: [TerminalText] = [header()]
    let rows = DayRow.rows(of: day)
    if rows.isEmpty {
      lines.append(day.points.isEmpty ? "Nothing was recorded." : "No lift and no run was used.")
    } else {
      lines += [""] + table(rows, colour: colour) + [""]
    }
    lines += sums().map { TerminalText($0) }
    lines += day.breaks.map { TerminalText(words($0)) }
    lines += achievements.map { TerminalText($0.words(offset: offset)) }
    return TerminalText(lines: lines + attributions.creditLines)
  }

  private func header() -> TerminalText {
    guard let hours = hours() else { return TerminalText(title ?? "Ski day") }
    return title.map { "\($0): \(hours)" } ?? TerminalText(hours)
  }

  /// Returns the date and the hours with their time zone; nil where nothing was recorded.
  func hours() -> String? {
    guard let start = day.start, let end = day.end else { return nil }
    let utc = offset == .zero ? "UTC" : offset.description
    let zone = zone.map { "\($0), \(utc)" } ?? utc
    return "\(start.clock(offset: offset).day), \(clock(start)) to \(clock(end)) (\(zone))"
  }

  func clock(_ time: UniversalTime) -> String {
    ClockTime(secondsOfDay: time.clock(offset: offset).secondsOfDay).description
  }

  private func table(_ rows: [DayRow], colour: Bool) -> [TerminalText] {
    var table = TextTable([
      .leading, .leading, .leading, .trailing, .trailing, .trailing, .trailing, .leading,
    ])
    for row in rows { table.add(cells(row)) }
    return table.lines { row, column, text in
      guard colour, column == 1 else { return text }
      switch rows[row] {
      case .run(let run): return StepText.coloured(text, run.main.colour)
      case .lift: return StepText.coloured(text, nil)
      case .unmatched: return StepText.coloured(text, .grey)
      }
    }
  }

  private func cells(_ row: DayRow) -> [String] {
    switch row {
    case .lift(let lap):
      let notes = [("waited", lap.waitSeconds), ("bridged", lap.bridgedSeconds)].filter { $0.1 >= 30 }
      let note = notes.map { "\($0.0) \(Self.minutes($0.1))" }.joined(separator: ", ")
      return [
        clock(lap.start), "\(lap.isDownward ? "↓" : "↑") \((lap.liftKind ?? .unknown).word)",
        Self.name(lap.label), lap.verticalMetres.map { (lap.isDownward ? "↓" : "↑") + Self.metres($0) } ?? "",
        StepText.length(lap.lengthMetres), Self.minutes(lap.durationSeconds), "", note,
      ]
    case .run(let run):
      let stops = [
        ("stood", run.stoppedSeconds), ("not recorded", run.unrecordedSeconds - run.bridgedSeconds),
        ("bridged", run.bridgedSeconds),
      ]
      let stop = stops.filter { $0.1 >= 60 }.map { "\($0.0) \(Self.minutes($0.1))" }.joined(separator: ", ")
      return [
        clock(row.start), "\(StepText.symbol(run.main.colour)) \(Self.grade(run.main))",
        Self.name(run.label), run.descentMetres.map { "↓" + Self.metres($0) } ?? "",
        StepText.length(run.lengthMetres), Self.minutes(run.durationSeconds),
        run.topSpeedMetresPerSecond.map(Self.kilometresPerHour) ?? "", stop,
      ]
    case .unmatched(let stretch):
      let (up, down) = (stretch.ascentMetres ?? 0, stretch.descentMetres ?? 0)
      let vertical =
        stretch.ascentMetres == nil ? "" : up > down ? "↑" + Self.metres(up) : "↓" + Self.metres(down)
      return [
        clock(stretch.start), "? unmatched",
        stretch.reason == .unrecorded ? "(nothing recorded)" : "(not on the map)", vertical,
        StepText.length(stretch.mapLengthMetres), Self.minutes(stretch.durationSeconds), "", "",
      ]
    }
  }

  private static func name(_ label: String?) -> String {
    (label ?? "").shortened(toScalars: 40)
  }

  private static func grade(_ lap: Lap) -> String {
    guard lap.difficulty != nil, let colour = lap.colour else { return "ungraded" }
    return lap.isDifficultyEstimated ? "\(colour.rawValue) (estimated)" : colour.rawValue
  }

  static func metres(_ value: Double) -> String { StepText.metres(value) }

  static func minutes(_ seconds: Double) -> String {
    RouteDocument.minutes(Int(min(max(0, seconds), 1e9) * 1000))
  }

  static func kilometresPerHour(_ metresPerSecond: Double) -> String {
    "\(decimalText(metresPerSecond * 3.6, places: 0) ?? "?") km/h"
  }

  /// Returns the totals in a few lines, without those that are 0.
  private func sums() -> [String] {
    let totals = day.totals
    var lines: [String] = []
    if totals.liftRideCount > 0 {
      lines.append(
        "\(Self.count(totals.liftRideCount, "ride")) on \(Self.count(totals.liftCount, "lift")): "
          + "↑\(Self.metres(totals.liftAscentMetres))"
          + (totals.liftDescentMetres >= 1 ? " ↓\(Self.metres(totals.liftDescentMetres))" : "")
          + ", \(StepText.length(totals.liftMetres)), \(Self.minutes(totals.rideSeconds))")
    }
    if totals.runCount > 0 {
      let colours = DifficultyColour.allCases.compactMap { colour in
        totals.runsByColour[colour].map { "\($0) \(colour.rawValue)" }
      }.joined(separator: ", ")
      let top = totals.topSpeedMetresPerSecond.map { ", top speed \(Self.kilometresPerHour($0))" } ?? ""
      lines.append(
        "\(Self.count(totals.runCount, "run")) (\(colours)): ↓\(Self.metres(totals.runDescentMetres)), "
          + "\(StepText.length(totals.runMetres)), \(Self.minutes(totals.skiSeconds))\(top)")
    }
    let others = [
      ("waiting", totals.waitSeconds), ("standing", totals.stoppedSeconds), ("on foot", totals.walkSeconds),
      ("off the map", totals.unmatchedSeconds), ("not recorded", totals.unrecordedSeconds),
    ].filter { $0.1 >= 30 }.map { "\($0.0) \(Self.minutes($0.1))" }
    if let first = others.first {
      lines.append(
        ([first.prefix(1).uppercased() + first.dropFirst()] + others.dropFirst()).joined(separator: ", "))
    }
    return lines
  }

  private func words(_ pause: DayBreak) -> String {
    let place = pause.hut.map { " at \($0.shortened(toScalars: 60))" } ?? ""
    return
      "Break\(place): \(clock(pause.start)) to \(clock(pause.end)), \(Self.minutes(pause.durationSeconds))"
  }

  static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
}

/// A row of a day's text; successive pieces of one run are one row.
enum DayRow {
  case lift(Lap)
  case run(SkiedRun)
  case unmatched(UnmatchedStretch)

  /// Returns the rows in order of time. Complexity: O(*n* log *n*).
  static func rows(of day: SkiDay) -> [DayRow] {
    let rows =
      day.laps.filter { $0.kind == .lift }.map(DayRow.lift)
      + DayTotals.skiedRuns(day.laps).map(DayRow.run) + day.unmatched.map(DayRow.unmatched)
    return rows.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      .map(\.element)
  }

  /// The start time, for a lift without the wait.
  var start: UniversalTime {
    switch self {
    case .lift(let lap): lap.start
    case .run(let run): run.laps[0].start
    case .unmatched(let stretch): stretch.start
    }
  }
}

/// A table of text with columns as wide as their terminal width.
struct TextTable {
  enum Alignment {
    case leading, trailing
  }

  let alignments: [Alignment]
  private var rows: [[TerminalText]] = []

  init(_ alignments: [Alignment]) { self.alignments = alignments }

  /// Adds a row with a text for each column.
  mutating func add(_ row: [String]) {
    precondition(row.count == alignments.count, "row must have \(alignments.count) columns, got \(row.count)")
    rows.append(row.map { TerminalText($0) })
  }

  /// Returns the lines; empty columns are left out. Complexity: O(size).
  func lines(
    paint: (_ row: Int, _ column: Int, _ text: TerminalText) -> TerminalText = { $2 }
  ) -> [TerminalText] {
    let widths = alignments.indices.map { column in rows.map { $0[column].string.terminalWidth() }.max() ?? 0
    }
    let shown = alignments.indices.filter { widths[$0] > 0 }
    return rows.enumerated().map { position, row in
      var line: TerminalText = ""
      for column in shown {
        let gap = TerminalText(
          String(repeating: " ", count: widths[column] - row[column].string.terminalWidth()))
        let text: TerminalText = row[column].isEmpty ? "" : paint(position, column, row[column])
        line += alignments[column] == .leading ? text + gap : gap + text
        line += "  "
      }
      return line.trimmedEnd()
    }
  }
}

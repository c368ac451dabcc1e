public import SkiFormats
import SkiGeo
import SkiModel
import SkiTracks

extension DayDocument {
  /// Returns the day as one JSON object: `version`, `day`, `laps`, `unmatched`, `totals`, `areas`, `achievements`,
  /// `descents`, `breaks`.
  ///
  /// The object is one line; see Data/Formats/day.md.
  /// - Complexity: O(*l* · *a*) in laps and ski areas, and O(*s*) in unmatched stretches.
  public func json() -> TerminalText {
    JSONValue.object([
      "version": .integer(Self.version), "day": .object(head()),
      "laps": .array(day.laps.map { .object(Self.properties($0, of: day)) }),
      "unmatched": .array(day.unmatched.map { .object(Self.properties($0)) }),
      "totals": .object(totals()),
      "areas": .array(
        day.areas.enumerated().map { index, area in
          let ridden = Set(day.laps.filter { $0.kind == .lift && $0.area == index }.map(\.feature)).count
          return .object([
            "id": .optional(area.id?.rawValue), "name": .optional(area.name),
            "lifts": .integer(area.operatingLiftCount), "liftsRidden": .integer(ridden),
          ])
        }),
      "achievements": .array(achievements.map { .object($0.properties()) }),
      "descents": .array(day.descents.map { .object(Self.properties($0)) }),
      "breaks": .array(day.breaks.map { .object(Self.properties($0)) }),
    ]).line()
  }

  func head() -> [JSONValue.Member] {
    [
      .init("version", .integer(Self.version)), .init("title", .optional(title)),
      .init("start", Self.time(day.start)), .init("end", Self.time(day.end)),
      .init("zone", .optional(zone)), .init("utcOffset", .string(offset.text)),
      .init("fixes", .integer(day.points.count)),
      .init("attribution", .optional(attributions.credit)),
      .init("licence", .optional(licences.credit)),
    ]
  }

  static func properties(_ lap: Lap, of day: SkiDay) -> [JSONValue.Member] {
    let facts: [JSONValue.Member] = [
      .init("kind", .string(lap.kind.rawValue)), .init("id", .string(lap.id.rawValue)),
      .init("name", .optional(lap.name)), .init("ref", .optional(lap.ref)),
      .init("refs", .array(lap.refs.map(JSONValue.string))),
      .init("area", .optional(lap.area.flatMap { day.areas[$0].name })),
      .init("difficulty", .optional(lap.difficulty?.rawValue)),
      .init("difficultyEstimated", .bool(lap.isDifficultyEstimated)),
      .init("colour", .optional(lap.colour?.rawValue)),
      .init("liftType", .optional(lap.liftKind?.rawValue)),
      .init("seats", lap.seats.map(JSONValue.integer) ?? .null),
    ]
    let times: [JSONValue.Member] = [
      .init("start", time(lap.start)), .init("end", time(lap.end)),
      .init("durationSeconds", seconds(lap.durationSeconds)), .init("waitSeconds", seconds(lap.waitSeconds)),
      .init("stoppedSeconds", seconds(lap.stoppedSeconds)),
      .init("unrecordedSeconds", seconds(lap.unrecordedSeconds)),
      .init("bridgedSeconds", seconds(lap.bridgedSeconds)),
    ]
    let measures: [JSONValue.Member] = [
      .init("verticalMetres", metres(lap.verticalMetres)), .init("lengthMetres", metres(lap.lengthMetres)),
      .init("bridgedMetres", metres(lap.bridgedMetres)),
      .init("ascentMetres", metres(lap.ascentMetres)), .init("descentMetres", metres(lap.descentMetres)),
      .init("startElevationMetres", metres(lap.startElevationMetres)),
      .init("endElevationMetres", metres(lap.endElevationMetres)),
      .init("elevationsFrom", .optional(lap.elevationOrigin?.rawValue)),
      .init("averageSpeedMetresPerSecond", speed(lap.averageSpeedMetresPerSecond)),
      .init("topSpeedMetresPerSecond", speed(lap.topSpeedMetresPerSecond)),
      .init("confidence", .decimal(lap.confidence, places: 3)),
    ]
    return facts + times + measures
  }

  static func properties(_ stretch: UnmatchedStretch) -> [JSONValue.Member] {
    [
      .init("kind", .string("unmatched")), .init("reason", .string(stretch.reason.rawValue)),
      .init("start", time(stretch.start)), .init("end", time(stretch.end)),
      .init("durationSeconds", seconds(stretch.durationSeconds)),
      .init("lengthMetres", metres(stretch.mapLengthMetres)),
      .init("ascentMetres", metres(stretch.ascentMetres)),
      .init("descentMetres", metres(stretch.descentMetres)),
    ]
  }

  private static func properties(_ descent: Descent) -> [JSONValue.Member] {
    [
      .init("start", time(descent.start)), .init("end", time(descent.end)),
      .init("durationSeconds", seconds(descent.durationSeconds)),
      .init("descentMetres", metres(descent.descentMetres)),
      .init("lengthMetres", metres(descent.lengthMetres)),
      .init("offMapMetres", metres(descent.offMapMetres)),
      .init("offMapDescentMetres", metres(descent.offMapDescentMetres)),
      .init("bridgedMetres", metres(descent.bridgedMetres)),
      .init("stops", .integer(descent.stopCount)), .init("stoppedSeconds", seconds(descent.stoppedSeconds)),
      .init("startsAfterGap", .bool(descent.startsAfterGap)),
      .init("endsBeforeGap", .bool(descent.endsBeforeGap)),
      .init("laps", .array(descent.laps.map(JSONValue.integer))),
    ]
  }

  private static func properties(_ pause: DayBreak) -> [JSONValue.Member] {
    [
      .init("start", time(pause.start)), .init("end", time(pause.end)),
      .init("durationSeconds", seconds(pause.durationSeconds)), .init("hut", .optional(pause.hut)),
      .init("hutId", .optional(pause.hutID?.rawValue)),
      .init("latitude", .decimal(pause.coordinate.latitude, places: 6)),
      .init("longitude", .decimal(pause.coordinate.longitude, places: 6)),
    ]
  }

  static func time(_ time: UniversalTime?) -> JSONValue { .optional(time?.iso8601()) }

  static func seconds(_ value: Double) -> JSONValue { .decimal(value, places: 1) }

  static func metres(_ value: Double?) -> JSONValue { value.map { .decimal($0, places: 1) } ?? .null }

  static func speed(_ value: Double?) -> JSONValue { value.map { .decimal($0, places: 2) } ?? .null }
}

extension DayDocument {
  func totals() -> [JSONValue.Member] {
    let totals = day.totals
    let counts: [JSONValue.Member] = [
      .init("liftRides", .integer(totals.liftRideCount)), .init("lifts", .integer(totals.liftCount)),
      .init("runs", .integer(totals.runCount)),
      .init(
        "runsByColour", .object(Self.byColour(totals.runsByColour).map { .init($0.rawValue, .integer($1)) })),
      .init(
        "runMetresByColour",
        .object(
          Self.byColour(totals.runMetresByColour).map { .init($0.rawValue, .decimal($1, places: 1)) })),
    ]
    let ways: [(String, Double)] = [
      ("liftAscentMetres", totals.liftAscentMetres), ("liftDescentMetres", totals.liftDescentMetres),
      ("runDescentMetres", totals.runDescentMetres), ("liftMetres", totals.liftMetres),
      ("runMetres", totals.runMetres), ("unmatchedMetres", totals.unmatchedMetres),
      ("unmatchedAscentMetres", totals.unmatchedAscentMetres),
      ("unmatchedDescentMetres", totals.unmatchedDescentMetres), ("totalSeconds", totals.totalSeconds),
      ("rideSeconds", totals.rideSeconds), ("skiSeconds", totals.skiSeconds),
      ("waitSeconds", totals.waitSeconds), ("stoppedSeconds", totals.stoppedSeconds),
      ("walkSeconds", totals.walkSeconds), ("unmatchedSeconds", totals.unmatchedSeconds),
      ("unrecordedSeconds", totals.unrecordedSeconds), ("bridgedSeconds", totals.bridgedSeconds),
      ("bridgedMetres", totals.bridgedMetres),
    ]
    return counts + ways.map { .init($0.0, .decimal($0.1, places: 1)) }
      + [.init("topSpeedMetresPerSecond", Self.speed(totals.topSpeedMetresPerSecond))]
  }

  /// Returns values by colour in order of difficulty.
  static func byColour<Value>(_ counts: [DifficultyColour: Value]) -> [(DifficultyColour, Value)] {
    DifficultyColour.allCases.compactMap { colour in counts[colour].map { (colour, $0) } }
  }
}

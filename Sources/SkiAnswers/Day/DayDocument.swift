public import SkiAPI
public import SkiBase
public import SkiGraph
public import SkiTracks

/// A document of a day: the day with its title, time zone and attributions.
///
/// Its formats are described in Data/Formats/day.md; all contain the attribution of the map's sources.
public struct DayDocument: Sendable {
  /// The version of the JSON and GeoJSON formats; members may be added without a new version.
  public static let version = 1

  /// The day, as `TrackMatcher.day(of:filter:options:)` makes it.
  public var day: SkiDay
  /// The fixes of the day's track, one for each of `SkiDay.points` in the same order.
  public var fixes: [LocationFix]
  /// The title, such as the name of the recording, escaped in output; nil for none.
  public var title: String?
  /// The achievements of the day.
  package var achievements: [Achievement]
  /// The offset from UTC of the text and the picture; JSON, GeoJSON and GPX are in UTC.
  public var offset: UTCOffset
  /// The name of the time zone of the text and the picture; nil where only the offset is known.
  public var zone: String?
  /// The attributions to show with the day, in the order of the sources and without duplicates.
  public var attributions: [String]
  /// The licences of the sources, in their order and without duplicates.
  public var licences: [String]

  /// Creates a document of a day, and computes its achievements.
  ///
  /// - Parameters:
  ///   - day: The day.
  ///   - track: The matched track that the day was made from.
  ///   - title: The title; nil for none.
  ///   - offset: The offset of local time from UTC.
  ///   - zone: The name of the time zone; nil where only the offset is known.
  ///   - sources: The sources of the map's data.
  /// - Complexity: O(*n*) in fixes, and O(*l* log *l*) in laps.
  public init(
    day: SkiDay, track: MatchedTrack, title: String? = nil, offset: UTCOffset = .zero, zone: String? = nil,
    sources: [DataSource]
  ) {
    self.day = day
    fixes = track.fixes.map(\.fix)
    self.title = title
    self.offset = offset
    self.zone = zone
    achievements = Achievement.of([day], offset: offset)
    attributions = sources.attributions()
    licences = sources.licences()
  }
}

extension DayLog {
  /// Returns a document of each day, in order of time.
  /// - Parameter title: The title; nil for the name of the recording.
  /// - Complexity: O(*n*) in fixes, and O(*l* log *l*) in laps.
  public func documents(title: String? = nil) -> [DayDocument] {
    days.map {
      DayDocument(
        day: $0.day, track: $0.track, title: title ?? name, offset: offset(of: $0.day), zone: zone,
        sources: sources)
    }
  }
}

extension DayDocument {
  /// Returns the day as GPX 1.1: the track on the map with a segment for each lap and each stretch between, and a
  /// waypoint at the start of each lap.
  ///
  /// Coordinates and elevations are the map's, off the map the receiver's. A gap longer than `SkiDayOptions.gapSeconds`
  /// of the day ends a segment. **Source:** GPX 1.1 Schema Documentation, Topografix 2004.
  /// - Complexity: O(*n*) in fixes and laps.
  public func gpx() -> MarkupText { Self.gpx(of: [self]) }

  /// Returns days as one GPX file with a track for each; see ``gpx()``.
  ///
  /// The name and the attributions of the file are those of the first day.
  /// - Complexity: O(*n*) in fixes and laps.
  public static func gpx(of documents: [DayDocument]) -> MarkupText {
    let credit = documents.first.flatMap { ($0.attributions + $0.licences).credit }
    var writer = GPXWriter(name: documents.first?.title, attribution: credit)
    for document in documents {
      for lap in document.day.laps {
        guard let first = lap.points.first else { continue }
        writer.addWaypoint(
          .init(first.coordinate, elevationMetres: first.elevationMetres, time: lap.start),
          name: lap.label ?? lap.kind.rawValue, description: words(lap))
      }
    }
    for document in documents where !document.day.points.isEmpty { document.writeTrack(to: &writer) }
    writer.finish()
    return writer.takeText()
  }

  private func writeTrack(to writer: inout GPXWriter) {
    writer.beginTrack(name: title, type: "skiing")
    var last: DayPoint?
    for point in day.points {
      let isJoined = last.map { before in
        before.lap == point.lap
          && point.time.secondsSince1970 - before.time.secondsSince1970 <= day.options.gapSeconds
      }
      if isJoined != true { writer.beginSegment() }
      writer.add(.init(point.coordinate, elevationMetres: point.elevationMetres, time: point.time))
      last = point
    }
  }

  private static func words(_ lap: Lap) -> String {
    if lap.isMostlyBridged { return "bridged: " + kind(lap) }
    return kind(lap)
  }

  private static func kind(_ lap: Lap) -> String {
    guard lap.kind == .run else { return (lap.liftKind ?? .unknown).word }
    return lap.difficulty == nil ? "ungraded run" : "\((lap.colour ?? .grey).rawValue) run"
  }

  /// Returns the day as a GeoJSON FeatureCollection: a LineString for each lap, then for each unmatched stretch; totals
  /// in the member `day`.
  ///
  /// Laps follow the map's lines, with elevations; stretches follow the fixes, at least 5 m apart. `stroke` is a colour
  /// for drawing. **Source:** RFC 7946, "The GeoJSON Format".
  /// - Complexity: O(*p*) in the points of laps and the fixes of stretches.
  public func geoJSON() -> TerminalText {
    TerminalText { json in
      json.collection(
        features: { writeFeatures(to: &$0) },
        tail: { json in
          json.name("day")
          writeHead(to: &json)
        })
    }
  }

  /// Returns days as one FeatureCollection: their features in order, and `days` with what is `day` for one.
  /// - Complexity: As ``geoJSON()`` for each.
  public static func geoJSON(of documents: [DayDocument]) -> TerminalText {
    if documents.count == 1 { return documents[0].geoJSON() }
    return TerminalText { json in
      json.collection(
        features: { json in for document in documents { document.writeFeatures(to: &json) } },
        tail: { json in
          json.array("days") { json in for document in documents { document.writeHead(to: &json) } }
        })
    }
  }

  /// Writes the head with the totals as an object.
  private func writeHead(to json: inout JSONWriter) {
    json.object { json in
      head().writeMembers(to: &json)
      json.member("totals", DayAnswer.Totals(day.totals))
    }
  }

  private func writeFeatures(to json: inout JSONWriter) {
    for lap in day.laps {
      let colour = lap.colour.map(DrawingColours.drawingColour) ?? DrawingColours.lift
      Self.write(lap.points, DayAnswer.Lap(lap, of: day), stroke: colour, to: &json)
    }
    for stretch in day.unmatched {
      Self.write(
        line(of: stretch), DayAnswer.Stretch(stretch), stroke: DrawingColours.unmatched, to: &json)
    }
  }

  /// Returns the fixes of a stretch with those before and after it, thinned by distance.
  func line(of stretch: UnmatchedStretch) -> [GraphPoint] {
    let range = max(0, stretch.fixes.lowerBound - 1)..<min(fixes.count, stretch.fixes.upperBound + 1)
    var line: [GraphPoint] = []
    for fix in fixes[range] where fix.coordinate.isValid {
      if let last = line.last, last.coordinate.distanceMetres(to: fix.coordinate) < Self.thinnedMetres {
        continue
      }
      let height = fix.elevationMetres.flatMap { Int32(exactly: ($0 * 100).rounded()) }
      line.append(
        GraphPoint(position: FixedCoordinate(fix.coordinate), elevationCentimetres: height))
    }
    return line
  }

  /// Returns the recorded fixes as lines, thinned by distance, a new one after each gap.
  /// - Complexity: O(*n*) in fixes.
  func recordedLines(gapSeconds: Double) -> [[Coordinate]] {
    var lines: [[Coordinate]] = []
    var last: (time: UniversalTime, drawn: Coordinate)?
    for fix in fixes where fix.coordinate.isValid {
      var drawn = fix.coordinate
      if let last, fix.time.secondsSince1970 - last.time.secondsSince1970 <= gapSeconds {
        if last.drawn.distanceMetres(to: drawn) < Self.thinnedMetres {
          drawn = last.drawn
        } else {
          lines[lines.count - 1].append(drawn)
        }
      } else {
        lines.append([drawn])
      }
      last = (fix.time, drawn)
    }
    return lines.filter { $0.count > 1 }
  }

  /// The least distance between successive fixes of a line, in metres.
  private static let thinnedMetres = 5.0

  private static func write(
    _ points: [GraphPoint], _ properties: some ContractDocument, stroke: String, to json: inout JSONWriter
  ) {
    // A line needs two points; a stretch without movement has none.
    json.feature(points.count < 2 ? nil : .line) {
      $0.positions(points)
    } properties: { json in
      properties.writeMembers(to: &json)
      json.member("stroke", stroke)
    }
  }

  /// Returns the day as a plain document. Complexity: O(*l* · *a*) in laps and ski areas, and O(*s*) in unmatched stretches.
  public func answer() -> DayAnswer {
    var answer = DayAnswer()
    (answer.day, answer.totals) = (head(), DayAnswer.Totals(day.totals))
    answer.laps = day.laps.map { DayAnswer.Lap($0, of: day) }
    answer.unmatched = day.unmatched.map { DayAnswer.Stretch($0) }
    answer.areas = day.areas.indices.map(area)
    answer.achievements = achievements.map { DayAnswer.Feat($0) }
    answer.descents = day.descents.map { DayAnswer.Descent($0) }
    answer.breaks = day.breaks.map { DayAnswer.Break($0) }
    return answer
  }

  /// Returns the day as one JSON object: `version`, `day`, `laps`, `unmatched`, `totals`, `areas`, `achievements`,
  /// `descents`, `breaks`.
  ///
  /// The object is one line; see Data/Formats/day.md.
  /// - Complexity: O(*l* · *a*) in laps and ski areas, and O(*s*) in unmatched stretches.
  public func json() -> TerminalText { answer().line() }

  func head() -> DayAnswer.Head {
    var head = DayAnswer.Head()
    (head.title, head.start, head.end) = (title, day.start, day.end)
    (head.zone, head.offset, head.fixCount) = (zone, offset, day.points.count)
    (head.attribution, head.licence) = (attributions.credit, licences.credit)
    return head
  }

  private func area(_ index: Int) -> DayAnswer.Area {
    var area = DayAnswer.Area()
    (area.id, area.name) = (day.areas[index].id, day.areas[index].name)
    area.liftCount = day.areas[index].operatingLiftCount
    area.riddenLiftCount = Set(day.laps.filter { $0.kind == .lift && $0.area == index }.map(\.feature)).count
    return area
  }
}

extension DayAnswer.Span {
  fileprivate init(_ start: UniversalTime, _ end: UniversalTime, _ durationSeconds: Double) {
    self.init()
    (self.start, self.end, self.durationSeconds) = (start, end, durationSeconds)
  }
}

extension DayAnswer.Lap {
  /// Creates the lap of an answer.
  init(_ lap: SkiTracks.Lap, of day: SkiDay) {
    self.init()
    (kind, id, name, refs) = (lap.kind.rawValue, lap.id, lap.name, lap.refs)
    area = lap.area.flatMap { day.areas[$0].name }
    (difficulty, isDifficultyEstimated) = (lap.difficulty, lap.isDifficultyEstimated)
    (colour, liftKind, seats) = (lap.colour, lap.liftKind, lap.seats)
    span = .init(lap.start, lap.end, lap.durationSeconds)
    (waitSeconds, stoppedSeconds) = (lap.waitSeconds, lap.stoppedSeconds)
    (unrecordedSeconds, bridgedSeconds) = (lap.unrecordedSeconds, lap.bridgedSeconds)
    (verticalMetres, lengthMetres, bridgedMetres) = (lap.verticalMetres, lap.lengthMetres, lap.bridgedMetres)
    (ascentMetres, descentMetres) = (lap.ascentMetres, lap.descentMetres)
    (startElevationMetres, endElevationMetres) = (lap.startElevationMetres, lap.endElevationMetres)
    elevationOrigin = lap.elevationOrigin?.rawValue
    averageSpeedMetresPerSecond = lap.averageSpeedMetresPerSecond
    (topSpeedMetresPerSecond, confidence) = (lap.topSpeedMetresPerSecond, lap.confidence)
  }
}

extension DayAnswer.Stretch {
  /// Creates the unmatched stretch of an answer.
  init(_ stretch: UnmatchedStretch) {
    self.init()
    reason = stretch.reason.rawValue
    span = .init(stretch.start, stretch.end, stretch.durationSeconds)
    lengthMetres = stretch.mapLengthMetres
    (ascentMetres, descentMetres) = (stretch.ascentMetres, stretch.descentMetres)
  }
}

extension DayAnswer.Feat {
  fileprivate init(_ achievement: Achievement) {
    self.init()
    (kind, value, unit) = (achievement.kind.rawValue, achievement.value, achievement.unit)
    (name, lap) = (achievement.name, achievement.lap)
  }
}

extension DayAnswer.Descent {
  fileprivate init(_ descent: SkiTracks.Descent) {
    self.init()
    span = .init(descent.start, descent.end, descent.durationSeconds)
    (descentMetres, lengthMetres) = (descent.descentMetres, descent.lengthMetres)
    (offMapMetres, offMapDescentMetres) = (descent.offMapMetres, descent.offMapDescentMetres)
    (bridgedMetres, stopCount) = (descent.bridgedMetres, descent.stopCount)
    (stoppedSeconds, laps) = (descent.stoppedSeconds, Array(descent.laps))
    (startsAfterGap, endsBeforeGap) = (descent.startsAfterGap, descent.endsBeforeGap)
  }
}

extension DayAnswer.Break {
  fileprivate init(_ pause: DayBreak) {
    self.init()
    span = .init(pause.start, pause.end, pause.durationSeconds)
    (hut, hutID, coordinate) = (pause.hut, pause.hutID, pause.coordinate)
  }
}

extension DayAnswer.Totals {
  /// Creates the sums of an answer.
  init(_ totals: DayTotals) {
    self.init()
    (liftRideCount, liftCount, runCount) = (totals.liftRideCount, totals.liftCount, totals.runCount)
    (runsByColour, runMetresByColour) = (totals.runsByColour, totals.runMetresByColour)
    (liftAscentMetres, liftDescentMetres) = (totals.liftAscentMetres, totals.liftDescentMetres)
    (runDescentMetres, liftMetres, runMetres) = (totals.runDescentMetres, totals.liftMetres, totals.runMetres)
    unmatchedMetres = totals.unmatchedMetres
    unmatchedAscentMetres = totals.unmatchedAscentMetres
    unmatchedDescentMetres = totals.unmatchedDescentMetres
    (totalSeconds, rideSeconds, skiSeconds) = (totals.totalSeconds, totals.rideSeconds, totals.skiSeconds)
    (waitSeconds, stoppedSeconds) = (totals.waitSeconds, totals.stoppedSeconds)
    (walkSeconds, unmatchedSeconds) = (totals.walkSeconds, totals.unmatchedSeconds)
    (unrecordedSeconds, bridgedSeconds) = (totals.unrecordedSeconds, totals.bridgedSeconds)
    (bridgedMetres, topSpeedMetresPerSecond) = (totals.bridgedMetres, totals.topSpeedMetresPerSecond)
  }
}

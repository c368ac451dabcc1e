import ArgumentParser
import SkiAPI
import SkiAnswers
import SkiBase
import SkiBuild
import SkiTerrain

/// The options of illumination and slope method of a hillshade.
struct IlluminationOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: "Bearing of the light, degrees clockwise from north (default: 315).")
  var azimuth: Double?
  @Option(
    parsing: .unconditional, help: "Elevation angle of the light, degrees above the horizon (default: 45).")
  var altitude: Double?
  @Option(help: "Light as from the sun on this day, for example 2026-02-01; needs --time.") var date: String?
  @Option(help: "The time of that day by the clocks of the place, for example 14:30.") var time: String?
  @OptionGroup var clock: PlaceClockOptions
  @Flag(help: "Four weak lights from the west to the north instead of one.") var multidirectional = false
  @Flag(help: "Darken steep ground on the lit side too.") var combined = false
  @Option(parsing: .unconditional, help: "Factor by which elevations are multiplied (default: 1).")
  var exaggeration: Double?
  @Option(help: "Method for slopes: horn, or zevenbergen-thorne for smooth ground (default: horn).")
  var method: SlopeMethodArgument?

  /// The first option given, nil when there is none.
  var firstGiven: String? {
    [
      ("--azimuth", azimuth != nil), ("--altitude", altitude != nil), ("--date", date != nil),
      ("--time", time != nil),
      ("--utc-offset", clock.utcOffset != nil), ("--zone", clock.zone != nil),
      ("--multidirectional", multidirectional), ("--combined", combined),
      ("--exaggeration", exaggeration != nil), ("--method", method != nil),
    ].first { $0.1 }?.0
  }

  /// Returns the requested shading.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for values out of range and contradictory options.
  func plan() throws -> HillshadePlan {
    var shade = Hillshade()
    try refuseContradictions()
    if multidirectional { shade.style = .multidirectional }
    if combined { shade.style = .combined }
    if let exaggeration {
      try SkiError.require(
        exaggeration > 0 && exaggeration <= 1000,
        "exaggeration must be above 0 and at most 1000, got \(exaggeration)")
      shade.verticalExaggeration = exaggeration
    }
    shade.method = method?.method ?? .horn
    shade.sun = try direction()
    return HillshadePlan(shade: shade, moment: try moment(), clock: clock)
  }

  private func refuseContradictions() throws {
    if multidirectional && combined {
      throw SkiError(
        .invalidArgument, "options --multidirectional and --combined exclude each other; give one")
    }
    if multidirectional, let odd = azimuth != nil ? "--azimuth" : date != nil ? "--date" : nil {
      throw SkiError(
        .invalidArgument,
        "option \(odd) has no effect with --multidirectional, whose lights are fixed; leave it out")
    }
    if date != nil, azimuth != nil || altitude != nil {
      throw SkiError(
        .invalidArgument, "options --date and --azimuth or --altitude exclude each other; give one")
    }
    try SkiError.require(
      (date == nil) == (time == nil) && (date != nil || !clock.isGiven),
      "options --date and --time belong together; give both")
  }

  private func direction() throws -> SunDirection {
    let azimuth = azimuth ?? SunDirection.cartographic.azimuthDegrees
    let altitude = altitude ?? SunDirection.cartographic.altitudeDegrees
    try SkiError.require(
      (-360...360).contains(azimuth), "azimuth must be degrees from north within ±360, got \(azimuth)")
    try SkiError.require(
      altitude > 0 && altitude <= 90, "altitude must be above 0 and at most 90 degrees, got \(altitude)")
    return SunDirection(azimuthDegrees: azimuth, altitudeDegrees: altitude)
  }

  private func moment() throws -> (day: CalendarDay, clock: ClockTime)? {
    guard let date, let time else { return nil }
    try clock.check()
    return (try CalendarDay(date), try ClockTime(time))
  }
}

/// A shading whose sun direction may depend on the raster's location.
struct HillshadePlan: Sendable {
  var shade: Hillshade
  /// The moment of the sun by the clocks of the place; nil for a light that does not move.
  let moment: (day: CalendarDay, clock: ClockTime)?
  let clock: PlaceClockOptions

  /// Returns the shading of a raster.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the sun is below the horizon.
  func shading(of raster: any ElevationRaster) throws -> Hillshade {
    guard let moment else { return shade }
    var shade = shade
    let offset = try clock.clock(on: moment.day, at: raster.grid.centre()).offset
    shade.sun = try raster.grid.sunDirection(
      at: UniversalTime(
        moment.day, secondsOfDay: Double(moment.clock.secondsOfDay), offset: offset))
    guard shade.sun.altitudeDegrees > 0 else {
      let altitude = decimalText(shade.sun.altitudeDegrees, places: 1) ?? "?"
      throw SkiError(
        .invalidArgument,
        "sun is below the horizon there at that time, at \(altitude) degrees; choose another --time or --date"
      )
    }
    return shade
  }
}

/// The slope methods as words.
enum SlopeMethodArgument: String, ExpressibleByArgument, CaseIterable {
  case horn
  case zevenbergenThorne = "zevenbergen-thorne"

  var method: SlopeMethod { self == .horn ? .horn : .zevenbergenThorne }
}

/// The options of the clock at a place.
struct PlaceClockOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: "The UTC offset of times, for example +1 or -03:30; else that of the clocks at the place.")
  var utcOffset: String?
  @Option(help: "The time zone of times, as Europe/Zurich; else that of the place.") var zone: String?

  /// Indicates whether a clock is given.
  var isGiven: Bool { utcOffset != nil || zone != nil }

  /// Checks the options.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for an offset or a zone that can't be read, and for both at once.
  func check() throws {
    try SkiError.require(
      utcOffset == nil || zone == nil, "options --utc-offset and --zone exclude each other; give one")
    _ = try utcOffset.map { try UTCOffset($0) }
    if let zone { try UTCOffset.requireZone(zone) }
  }

  /// Returns the clock of a day, with the offset at noon: the one given, else that of a place, else Universal Time.
  /// - Throws: As ``check()``.
  func clock(on day: CalendarDay, at place: Coordinate?) throws -> AnswerClock {
    try check()
    if let utcOffset { return AnswerClock(zone: nil, offset: try UTCOffset(utcOffset)) }
    let zone = zone ?? place.flatMap { ZoneTable.shipped.zone(at: $0) }
    let noon = UniversalTime(day, secondsOfDay: 43_200)
    let offset = zone.flatMap { UTCOffset(zone: $0, at: noon) }
    return AnswerClock(zone: offset == nil ? nil : zone, offset: offset ?? .zero)
  }
}

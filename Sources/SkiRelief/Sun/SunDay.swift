public import SkiGeo

/// A day of sun and shade on a run: what a skier wants to know in the morning.
///
/// A value; `Sendable`.
public struct SunDay: Sendable, Hashable {
  /// What the sun does at one moment.
  public struct Moment: Sendable, Hashable {
    /// When.
    public var time: UniversalTime
    /// Where the sun stands, seen from the middle of the line.
    package var sun: SunDirection
    /// The share of the upper, middle and lower third in the sun, 0...1, by height; equal where there are too few parts.
    public var thirds: [Double]
    /// The share of the whole line in the sun, 0...1.
    public var share: Double
    /// Whether no mountain beyond the model's end, or in its voids, could shade what is said to be in the sun.
    public var isSure: Bool
  }

  /// The day.
  public let day: CalendarDay
  /// What the clocks are ahead of UTC.
  public let offset: UTCOffset
  /// Moments at even steps, while the sun's centre is above the level plane.
  public let moments: [Moment]
  /// The first minute with sun on any part; nil on a day without.
  public let firstSun: Moment?
  /// The last minute with sun on any part; nil on a day without.
  public let lastSun: Moment?
  /// When any part is in the sun.
  public let anySunTimes: [ClosedRange<UniversalTime>]
  /// When all parts are.
  public let wholeSunTimes: [ClosedRange<UniversalTime>]
  /// How far the model goes, in the direction of the sun where it ends first, metres; nil where nothing unknown could shade.
  public let knownMetres: Double?
}

extension LineSunlight {
  /// Returns a day of sun and shade.
  /// - Parameters:
  ///   - day: As clocks with the offset count days.
  ///   - offset: What the clocks are ahead of UTC.
  ///   - stepMinutes: From one moment to the next.
  /// - Complexity: O(*p*) in parts, for each minute of the day.
  /// - Precondition: `stepMinutes >= 1`
  package func day(_ day: CalendarDay, offset: UTCOffset, stepMinutes: Int = 30) -> SunDay {
    precondition(stepMinutes >= 1, "step must be 1 minute or more, got \(stepMinutes)")
    var moments: [SunDay.Moment] = []
    for minute in stride(from: 0, to: 24 * 60, by: stepMinutes) {
      let moment = moment(UniversalTime(day, secondsOfDay: Double(minute) * 60, offset: offset))
      if moment.sun.altitudeDegrees > 0 || moment.share > 0 { moments.append(moment) }
    }
    let any = sunnyTimes(on: day, offset: offset, share: 1e-6)
    let unsure = moments.filter { !$0.isSure }
    let known = unsure.flatMap { moment in
      horizons.map { $0.knownMetres(azimuthDegrees: moment.sun.azimuthDegrees) }
    }.min()
    return SunDay(
      day: day, offset: offset, moments: moments, firstSun: any.first.map { moment($0.lowerBound) },
      lastSun: any.last.map { moment($0.upperBound) }, anySunTimes: any,
      wholeSunTimes: sunnyTimes(on: day, offset: offset, share: 1), knownMetres: known)
  }

  private func moment(_ time: UniversalTime) -> SunDay.Moment {
    let sunlight = sunlight(at: time)
    let thirds = (0..<3).map { third(sunlight, $0) }
    return SunDay.Moment(
      time: time,
      sun: SunPosition.at(horizons[horizons.count / 2].place, time: time, refraction: refraction),
      thirds: thirds, share: Double(sunlight.count { $0.isSunlit }) / Double(sunlight.count),
      isSure: sunlight.allSatisfy(\.isSure))
  }

  /// The share in the sun of the upper (0), middle or lower third of the parts.
  private func third(_ sunlight: [Sunlight], _ third: Int) -> Double {
    let byHeight: [Int] = horizons.indices.sorted { a, b in
      let (one, other) = (horizons[a].eyeElevationMetres, horizons[b].eyeElevationMetres)
      return one != other ? one > other : a < b
    }
    let low = byHeight.count * third / 3
    let parts = byHeight.count < 3 ? byHeight[...] : byHeight[low..<byHeight.count * (third + 1) / 3]
    return Double(parts.count { sunlight[$0].isSunlit }) / Double(parts.count)
  }
}

package import SkiBase

/// The sunlight on the lines of a run during a day, in parts of their length.
///
/// A value; `Sendable`.
package struct SunDay: Sendable, Hashable {
  /// The sunlight at one time.
  package struct Moment: Sendable, Hashable {
    /// The time in UTC.
    package var time: UniversalTime
    /// The direction of the sun, at the middle of the lines.
    package var sun: SunDirection
    /// The shares in the sun of the upper, middle and lower third of the parts by elevation, in this order, 0...1.
    ///
    /// They are equal with fewer than three parts. Parts that are not known count as not in the sun.
    package var thirds: [Double]
    /// The share of all parts in the sun, 0...1.
    package var share: Double
    /// The shares of the thirds that are not known, beside voids of the model, in the order of ``thirds``.
    package var unknownThirds: [Double]
    /// The share of all parts that is not known, 0...1.
    package var unknownShare: Double
    /// Indicates whether no unknown terrain, beyond the model's end or in its voids, could shade parts reported as
    /// sunlit.
    package var isSure: Bool
  }

  /// The day in local time.
  package let day: CalendarDay
  /// The offset of local time from UTC.
  package let offset: UTCOffset
  /// The sunlight at even steps in order of time, while the sun is above the horizontal plane or lights any part.
  package let moments: [Moment]
  /// The sunlight at the first minute with sun on any part; nil without any.
  package let firstSun: Moment?
  /// The sunlight at the last minute with sun on any part; nil without any.
  package let lastSun: Moment?
  /// The intervals in which any part is in the sun, in order of time; empty without any.
  package let anySunTimes: [ClosedRange<UniversalTime>]
  /// The intervals in which all parts are in the sun, in order of time; empty without any.
  package let wholeSunTimes: [ClosedRange<UniversalTime>]
  /// The least distance, in metres, to the model's end towards the sun at the times that are not sure because of it; nil
  /// when all are.
  package let knownMetres: Double?
}

extension LineSunlight {
  /// Returns the sunlight of a day.
  /// - Parameters:
  ///   - day: The day in local time.
  ///   - offset: The offset of local time from UTC.
  ///   - stepMinutes: The step between moments, in minutes.
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
    let unsure = moments.filter { !$0.isSure && $0.unknownShare == 0 }
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
    let thirds = (0..<3).map { third($0).map { sunlight[$0] } }
    return SunDay.Moment(
      time: time,
      sun: SunPosition.at(horizons[horizons.count / 2].place, time: time, refraction: refraction),
      thirds: thirds.map { Self.share($0) { $0.isSunlit } }, share: Self.share(sunlight) { $0.isSunlit },
      unknownThirds: thirds.map { Self.share($0) { !$0.isKnown } },
      unknownShare: Self.share(sunlight) { !$0.isKnown },
      isSure: sunlight.allSatisfy(\.isSure))
  }

  private static func share(_ parts: [Sunlight], _ isCounted: (Sunlight) -> Bool) -> Double {
    Double(parts.count(where: isCounted)) / Double(parts.count)
  }

  /// Returns the upper (0), middle (1) or lower (2) third of the parts.
  private func third(_ third: Int) -> ArraySlice<Int> {
    let byHeight: [Int] = horizons.indices.sorted { a, b in
      let (one, other) = (horizons[a].observerElevationMetres, horizons[b].observerElevationMetres)
      return one != other ? one > other : a < b
    }
    let low = byHeight.count * third / 3
    return byHeight.count < 3 ? byHeight[...] : byHeight[low..<byHeight.count * (third + 1) / 3]
  }
}

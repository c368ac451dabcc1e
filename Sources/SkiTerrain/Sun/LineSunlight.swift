package import SkiBase

/// The sunlight on a run or other lines, from horizons along it that hold for every date and time.
///
/// A value; `Sendable`. The lines are divided into parts of equal length, each represented by its middle.
package struct LineSunlight: Sendable {
  /// The horizons of the parts, in the order of the lines.
  package let horizons: [TerrainHorizon]
  /// The model of atmospheric refraction.
  package var refraction = AirRefraction.standard

  /// Computes the horizons along lines; returns nil when one of the parts has no elevation or there are no lines.
  /// - Parameters:
  ///   - lines: The lines; those without length count only when all are.
  ///   - source: The elevation model.
  ///   - options: The resolution and extent of the horizons.
  ///   - partLimit: The greatest number of parts; within it, parts are at least 100 m long or there are three.
  ///   - progress: A closure called with the share done, 0...1.
  /// - Throws: ``SkiError`` as ``ElevationSource/elevationMetres(at:)``; `.cancelled` within a cancelled task.
  /// - Complexity: That of ``TerrainHorizon/computed(from:over:options:)`` for each part.
  /// - Precondition: Every vertex is on the Earth; `partLimit >= 1`.
  package static func computed(
    along lines: [[Coordinate]], over source: any ElevationSource, options: HorizonOptions = .init(),
    partLimit: Int = 24, progress: (Double) -> Void = { _ in }
  ) throws -> LineSunlight? {
    precondition(partLimit >= 1, "parts must be 1 or more, got \(partLimit)")
    var horizons: [TerrainHorizon] = []
    let places = partPlaces(lines, limit: partLimit)
    for place in places {
      try WorkLimit.check("the search for the horizon")
      guard let horizon = try TerrainHorizon.computed(from: place, over: source, options: options) else {
        return nil
      }
      horizons.append(horizon)
      progress(Double(horizons.count) / Double(places.count))
    }
    return horizons.isEmpty ? nil : LineSunlight(horizons: horizons)
  }

  /// Returns the sunlight on each part at a time, in the order of the lines. Complexity: O(*p*) in parts.
  package func sunlight(at time: UniversalTime) -> [Sunlight] {
    horizons.map { $0.sunlight(SunPosition.at($0.place, time: time, refraction: refraction)) }
  }

  /// Returns the share of the lines in the sun at a time, 0...1. Complexity: O(*p*) in parts.
  package func share(at time: UniversalTime) -> Double {
    Double(sunlight(at: time).count { $0.isSunlit }) / Double(horizons.count)
  }

  /// Returns the intervals of a day in which at least a share of the lines is in the sun, to the minute, in order.
  /// - Parameters:
  ///   - day: The day in local time.
  ///   - offset: The offset of local time from UTC.
  ///   - share: The least share, more than 0 and at most 1.
  /// - Complexity: O(*p*) in parts, for each minute of the day.
  /// - Precondition: `share > 0`
  package func sunnyTimes(
    on day: CalendarDay, offset: UTCOffset, share: Double
  ) -> [ClosedRange<UniversalTime>] {
    precondition(share > 0, "share must be more than 0, got \(share)")
    var times: [ClosedRange<UniversalTime>] = []
    var start: UniversalTime?
    var last = UniversalTime(day, secondsOfDay: 0, offset: offset)
    for minute in 0..<24 * 60 {
      let time = UniversalTime(day, secondsOfDay: Double(minute) * 60, offset: offset)
      if self.share(at: time) >= share - 1e-9 {
        start = start ?? time
        last = time
      } else if let begun = start {
        times.append(begun...last)
        start = nil
      }
    }
    return times + (start.map { [$0...last] } ?? [])
  }

  /// Returns the middles of equal parts of the lines, taken together.
  private static func partPlaces(_ lines: [[Coordinate]], limit: Int) -> [Coordinate] {
    var steps: [(from: Coordinate, to: Coordinate, start: Double, length: Double)] = []
    var length = 0.0
    for line in lines {
      for (from, to) in zip(line, line.dropFirst()) {
        let step = from.distanceMetres(to: to)
        guard step > 0 else { continue }
        steps.append((from, to, length, step))
        length += step
      }
    }
    guard !steps.isEmpty else { return lines.lazy.compactMap(\.first).prefix(1).map { $0 } }
    let parts = min(limit, max(3, Int(min(1e6, length / 100))))
    var index = 0
    return (0..<parts).map { part in
      let at = (Double(part) + 0.5) / Double(parts) * length
      while index + 1 < steps.count, steps[index + 1].start <= at { index += 1 }
      let step = steps[index]
      return step.from.towards(step.to, min(1, (at - step.start) / step.length))
    }
  }
}

/// The resolution and extent of the computation of a horizon.
///
/// A value; `Sendable`.
package struct HorizonOptions: Sendable, Hashable {
  /// The number of evenly spaced azimuths; between them the horizon is interpolated linearly.
  package var azimuthCount: Int
  /// The length of rays, in metres.
  package var reachMetres: Double
  /// The height of the eye above the ground, in metres.
  package var observerMetres: Double
  /// The greatest elevation of terrain outside the model, in metres above mean sea level.
  package var highestElevationMetres: Double

  /// The step between samples of a ray as a fraction of the distance from the eye: a 45° slope between two samples is
  /// missed by at most a seventh of a degree.
  static let stepPerDistance = 0.005

  /// Creates options.
  /// - Precondition: 4 to 3,600 azimuths, a reach of more than 0 and at most 200 km, an eye at or above the ground.
  package init(
    azimuthCount: Int = 360, reachMetres: Double = 30_000, observerMetres: Double = 1.5,
    highestElevationMetres: Double = 8849
  ) {
    precondition((4...3600).contains(azimuthCount), "directions must be 4 to 3,600, got \(azimuthCount)")
    precondition(reachMetres > 0 && reachMetres <= 200_000, "reach must be 0 to 200 km, got \(reachMetres)")
    precondition(
      observerMetres >= 0 && observerMetres.isFinite,
      "eye must not be below the ground, got \(observerMetres)")
    precondition(
      highestElevationMetres.isFinite, "highest elevation must be finite, got \(highestElevationMetres)")
    self.azimuthCount = azimuthCount
    self.reachMetres = reachMetres
    self.observerMetres = observerMetres
    self.highestElevationMetres = highestElevationMetres
  }
}

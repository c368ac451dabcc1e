package import SkiGeo
package import SkiTerrain

/// When a run, or anything made of lines, lies in the sun: horizons of places along it, found once for every hour of
/// every day.
///
/// A value; `Sendable`. The lines are cut into parts of equal length, and the middle of each stands for its part.
package struct LineSunlight: Sendable {
  /// The horizons of the parts, in the order of the lines.
  package let horizons: [TerrainHorizon]
  /// How the air lifts the sun.
  package var refraction = AirRefraction.standard

  /// Looks around along lines; nil when one of the parts has no height.
  /// - Parameters:
  ///   - lines: One vertex at least; lines without length count only when all are.
  ///   - source: The model of the ground.
  ///   - options: How to look.
  ///   - partLimit: The most parts; a part is 100 m long or longer, and there are three at least.
  ///   - progress: Told the share that is done, 0...1.
  /// - Throws: ``SkiError`` as ``ElevationSource/elevationMetres(at:)``; `.cancelled` within a cancelled task.
  /// - Complexity: that of ``TerrainHorizon/seen(from:over:options:)`` for each part.
  /// - Precondition: every vertex is on the Earth; `partLimit >= 1`.
  package static func seen(
    along lines: [[Coordinate]], over source: any ElevationSource, options: HorizonOptions = .init(),
    partLimit: Int = 24, progress: (Double) -> Void = { _ in }
  ) throws -> LineSunlight? {
    precondition(partLimit >= 1, "parts must be 1 or more, got \(partLimit)")
    var horizons: [TerrainHorizon] = []
    let places = partPlaces(lines, limit: partLimit)
    for place in places {
      try WorkLimit.check("the search for the horizon")
      guard let horizon = try TerrainHorizon.seen(from: place, over: source, options: options) else {
        return nil
      }
      horizons.append(horizon)
      progress(Double(horizons.count) / Double(places.count))
    }
    return horizons.isEmpty ? nil : LineSunlight(horizons: horizons)
  }

  /// Returns what the sun does on each part at a moment, in the order of the line. Complexity: O(*p*) in parts.
  package func sunlight(at time: UniversalTime) -> [Sunlight] {
    horizons.map { $0.sunlight(SunPosition.at($0.place, time: time, refraction: refraction)) }
  }

  /// Returns the share of the line that lies in the sun at a moment, 0...1. Complexity: O(*p*) in parts.
  package func share(at time: UniversalTime) -> Double {
    Double(sunlight(at: time).count { $0.isSunlit }) / Double(horizons.count)
  }

  /// Returns when at least a share of the line lies in the sun on a day, to the minute, in order.
  /// - Parameters:
  ///   - day: As clocks with the offset count days.
  ///   - offset: What the clocks are ahead of UTC.
  ///   - share: More than 0, up to 1.
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

  /// The middles of equal parts of some lines, taken together.
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

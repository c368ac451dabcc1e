import SkiBase
package import SkiGraph

/// The facts of a recording that was matched to the map: the result of the injected matching.
package struct MatchedDayFacts: Sendable, Hashable {
  /// The lift rides and runs in order of time.
  package var laps: [DayLap]
  /// The ski areas with laps.
  package var areas: [Area]
  /// The files for the owner.
  package var own: Files
  /// The files for others, without the ends outside of the ski area.
  package var shared: Files

  /// A ski area with all of its lifts that run.
  package struct Area: Sendable, Hashable, Codable {
    /// The area, by its id in the source.
    package var source: SourceID
    /// The lifts, by their ids in the source.
    package var lifts: [SourceID]

    /// Creates an area.
    package init(source: SourceID, lifts: [SourceID]) { (self.source, self.lifts) = (source, lifts) }
  }

  /// The corrected recording and its picture.
  package struct Files: Sendable, Hashable {
    /// The corrected recording as GPX.
    package var gpx: [UInt8]
    /// The picture as PNG.
    package var thumbnail: [UInt8]

    /// Creates files from their bytes.
    package init(gpx: [UInt8], thumbnail: [UInt8]) { (self.gpx, self.thumbnail) = (gpx, thumbnail) }
  }

  /// Creates facts; they are checked before they are stored.
  package init(laps: [DayLap], areas: [Area], own: Files, shared: Files) {
    (self.laps, self.areas, self.own, self.shared) = (laps, areas, own, shared)
  }

  private static let greatestLapCount = 5000
  private static let greatestLiftCount = 5000
  private static let greatestByteCount = 64 << 20
  private static let sourceLimit = TextLimit("source id of the lap", atMost: 128)

  /// Returns the facts when they have a meaning.
  /// - Throws: `SkiError` with code `.emptyInput` without laps, `.malformedData` or `.limitExceeded` for other facts.
  package func checked() throws -> MatchedDayFacts {
    guard !laps.isEmpty else {
      throw SkiError(.emptyInput, "the recording has no lift and no run; upload one of a day on skis")
    }
    try SkiError.requireCount(laps.count, atMost: Self.greatestLapCount, "laps")
    try SkiError.requireCount(
      areas.reduce(areas.count) { $0 + $1.lifts.count }, atMost: Self.greatestLiftCount, "lifts of areas")
    for files in [own, shared] {
      try SkiError.requireCount(
        max(files.gpx.count, files.thumbnail.count), atMost: Self.greatestByteCount, "bytes of a file")
    }
    for lap in laps {
      _ = try Self.sourceLimit.checked(lap.source.rawValue)
      guard lap.isMeaningful else {
        throw SkiError(.malformedData, "a lap has a number or a time without a meaning; match the day again")
      }
    }
    return self
  }
}

extension DayLap {
  /// Indicates whether the times are in order and within the years 1970 to 9999, and the numbers finite and not negative.
  fileprivate var isMeaningful: Bool {
    let numbers = [lengthMetres, descentMetres, topSpeedMetresPerSecond ?? 0]
    return numbers.allSatisfy { (0...1e9).contains($0) } && start < end
      && start.secondsSince1970 >= 0 && end.secondsSince1970 < 253_402_300_800
  }
}

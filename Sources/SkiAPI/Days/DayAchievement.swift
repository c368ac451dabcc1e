import SkiBase
public import SkiGraph

/// The laps of a matched day that count, for achievements.
package struct CountedDay: Sendable, Hashable {
  /// The day.
  package var id: DayID
  /// The laps in order of time, at least one.
  package var laps: [DayLap]
  /// The ski areas with laps, and their lifts.
  package var areas: [MatchedDayFacts.Area]

  /// Creates a day from its parts.
  package init(id: DayID, laps: [DayLap], areas: [MatchedDayFacts.Area]) {
    (self.id, self.laps, self.areas) = (id, laps, areas)
  }

  /// The descent on runs in metres.
  package var descentMetres: Double {
    laps.reduce(0) { $0 + ($1.kind == .run ? $1.descentMetres : 0) }
  }

  /// The lifts ridden.
  package var lifts: Set<SourceID> { Set(laps.filter { $0.kind == .lift }.map(\.source)) }
}

/// A notable result of a recorded day, of laps that count.
public struct DayAchievement: Sendable, Hashable {
  /// The kinds; raw values are those of every output format.
  @nonexhaustive
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// The first day of the user. Its value is 1.
    case firstDay
    /// More descent than on any day before, of which there is one. Its value is in metres.
    case mostMetres
    /// A descent of 10,000 m or more. Its value is in metres.
    case tenThousandMetres
    /// Ten different lifts or more. Its value is their number.
    case tenLifts
    /// Every lift of a ski area of three lifts or more. Its value is their number.
    case everyLift
    /// A run with a descent of 1,000 m or more at once. Its value is in metres.
    case longRun
  }

  /// The kind.
  public var kind: Kind
  /// The value in the unit of the kind.
  public var value: Double
  /// The ski area or the run; nil for other kinds.
  public var source: SourceID?

  /// Creates an achievement from its parts.
  public init(_ kind: Kind, value: Double, source: SourceID? = nil) {
    (self.kind, self.value, self.source) = (kind, value, source)
  }

  /// Returns the achievements of a day, in the order of their kinds.
  /// - Parameters:
  ///   - day: The day.
  ///   - earlier: The days before it.
  /// - Complexity: O(*n*) in laps and lifts.
  package static func of(_ day: CountedDay, after earlier: [CountedDay]) -> [DayAchievement] {
    var found: [DayAchievement] = []
    let (descent, lifts) = (day.descentMetres, day.lifts)
    if earlier.isEmpty { found.append(DayAchievement(.firstDay, value: 1)) }
    if !earlier.isEmpty, earlier.allSatisfy({ $0.descentMetres < descent }) {
      found.append(DayAchievement(.mostMetres, value: descent))
    }
    if descent >= 10_000 { found.append(DayAchievement(.tenThousandMetres, value: descent)) }
    if lifts.count >= 10 { found.append(DayAchievement(.tenLifts, value: Double(lifts.count))) }
    for area in day.areas where Set(area.lifts).count >= 3 && lifts.isSuperset(of: area.lifts) {
      found.append(DayAchievement(.everyLift, value: Double(Set(area.lifts).count), source: area.source))
    }
    let longest = day.laps.filter { $0.kind == .run }.max { $0.descentMetres < $1.descentMetres }
    if let longest, longest.descentMetres >= 1000 {
      found.append(DayAchievement(.longRun, value: longest.descentMetres, source: longest.source))
    }
    return found
  }
}

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

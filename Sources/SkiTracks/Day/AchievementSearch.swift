import SkiBase
import SkiGraph

/// Computes the achievements of days from their laps.
struct AchievementSearch {
  /// The longest break within a streak of rides, in seconds; skiing is not counted.
  static let breakSeconds = 900.0

  let days: [SkiDay]
  /// The positions of the days with laps, in order of time.
  let order: [Int]
  /// The offset of local time from UTC.
  let offset: UTCOffset

  private struct Entry {
    var day: Int
    var index: Int
    var lap: Lap
  }

  private var laps: [Entry] {
    order.flatMap { day in days[day].laps.enumerated().map { Entry(day: day, index: $0, lap: $1) } }
  }

  func all() -> [Achievement] {
    let laps = laps
    let runs = laps.filter { $0.lap.kind == .run && !$0.lap.isMostlyBridged }
    let rides = laps.filter { $0.lap.kind == .lift && !$0.lap.isMostlyBridged }
    let descent = runs.reduce(0) { $0 + ($1.lap.recordedDescentMetres ?? 0) }
    let single: [Achievement?] = [
      descent > 0 ? Achievement(.descent, descent, day: order.count == 1 ? order[0] : nil) : nil,
      longestDescent(), longestRun(), best(runs, .topSpeed) { $0.topSpeedMetresPerSecond },
      best(laps, .highestPlace) { lap in
        let ends = [
          lap.isStartBridged ? nil : lap.startElevationMetres,
          lap.isEndBridged ? nil : lap.endElevationMetres,
        ]
        return ends.compactMap(\.self).max()
      },
      firstLift(laps), lastLift(laps), favouriteLift(rides), rideStreak(), dayStreak(),
    ]
    let colours = Set(runs.compactMap { $0.lap.difficulty?.colour(in: $0.lap.convention) })
    return single.compactMap(\.self)
      + (colours.count >= 3 ? [Achievement(.colours, Double(colours.count))] : []) + wholeAreas()
  }

  private func clock(_ time: UniversalTime) -> Double { time.clock(offset: offset).secondsOfDay }

  /// Returns the lap with the greatest value; the first of equals.
  private func best(
    _ laps: [Entry], _ kind: Achievement.Kind, _ value: (Lap) -> Double?
  ) -> Achievement? {
    var found: Achievement?
    for entry in laps {
      guard let value = value(entry.lap), value > found?.value ?? -.infinity else { continue }
      found = Achievement(kind, value, name: entry.lap.label, day: entry.day, lap: entry.index)
    }
    return found
  }

  /// Returns the earliest boarding; nil where it lies in a gap of the fixes.
  private func firstLift(_ laps: [Entry]) -> Achievement? {
    best(laps.filter { $0.lap.kind == .lift }, .firstLift) { -clock($0.start) }.flatMap { first in
      guard let (day, lap) = first.position, !days[day].laps[lap].isStartBridged else { return nil }
      return Achievement(.firstLift, -first.value, name: first.name, day: day, lap: lap)
    }
  }

  /// Returns the latest end of a ride; nil where it lies in a gap of the fixes.
  private func lastLift(_ laps: [Entry]) -> Achievement? {
    best(laps.filter { $0.lap.kind == .lift }, .lastLift) { clock($0.end) }.flatMap { last in
      last.position.map { !days[$0].laps[$1].isEndBridged } == true ? last : nil
    }
  }

  private func longestRun() -> Achievement? {
    var found: Achievement?
    for day in order {
      for run in DayTotals.skiedRuns(days[day].laps)
      where run.recordedMetres > found?.value ?? 0 {
        let lap = days[day].laps.firstIndex { $0.start == run.laps.first?.start && $0.kind == .run }
        found = Achievement(.longestRun, run.recordedMetres, name: run.label, day: day, lap: lap)
      }
    }
    return found
  }

  /// Returns the greatest descent between two rides or gaps of the fixes, before the first or after the last.
  private func longestDescent() -> Achievement? {
    var found: Achievement?
    for day in order {
      let gaps = days[day].lapsAfterGaps()
      var (sum, first) = (0.0, 0)
      for (index, lap) in days[day].laps.enumerated() {
        if gaps.contains(index) { (sum, first) = (0, index) }
        guard lap.kind == .run else {
          (sum, first) = (0, index + 1)
          continue
        }
        sum += lap.recordedDescentMetres ?? 0
        if sum > found?.value ?? 0 {
          found = Achievement(
            .longestDescent, sum, name: days[day].laps[first].label, day: day, lap: first)
        }
      }
    }
    return found
  }

  private func favouriteLift(_ rides: [Entry]) -> Achievement? {
    var counts: [SourceID: Int] = [:]
    for ride in rides { counts[ride.lap.id, default: 0] += 1 }
    guard let most = counts.values.max(), most >= 3,
      let ride = rides.first(where: { counts[$0.lap.id] == most })
    else { return nil }
    return Achievement(.favouriteLift, Double(most), name: ride.lap.label)
  }
}

extension AchievementSearch {
  /// Returns the longest sequence of recorded rides without a break or a gap in the fixes.
  private func rideStreak() -> Achievement? {
    var found: Achievement?
    for day in order {
      let gaps = days[day].lapsAfterGaps()
      var (count, rest, first) = (0, 0.0, 0)
      var last: Lap?
      for (index, lap) in days[day].laps.enumerated() {
        if gaps.contains(index) { (count, rest, last) = (0, 0, nil) }
        if let last { rest += lap.start.secondsSince1970 - last.end.secondsSince1970 - lap.waitSeconds }
        last = lap
        if lap.kind == .run || lap.isMostlyBridged {
          rest += lap.stoppedSeconds + lap.unrecordedSeconds
          continue
        }
        if rest > Self.breakSeconds || count == 0 { (count, first) = (0, index) }
        (count, rest) = (count + 1, 0)
        if Double(count) > found?.value ?? 1 {
          found = Achievement(.rideStreak, Double(count), day: day, lap: first)
        }
      }
    }
    return found
  }

  private func dayStreak() -> Achievement? {
    let numbers = Set(order.map { days[$0].laps[0].start.clock(offset: offset).day.daysSince1970 })
    var best = 1
    for number in numbers where !numbers.contains(number - 1) {
      var length = 1
      while numbers.contains(number + length) { length += 1 }
      best = max(best, length)
    }
    return best > 1 ? Achievement(.dayStreak, Double(best)) : nil
  }

  /// Returns the areas of which every operating lift was ridden, on one day or several.
  private func wholeAreas() -> [Achievement] {
    struct Key: Hashable {
      var id: SourceID?
      var name: String?
      var lifts: Int
    }
    var ridden: [Key: Set<SourceID>] = [:]
    var keys: [Key] = []
    for day in order {
      for lap in days[day].laps where lap.kind == .lift && !lap.isMostlyBridged {
        guard let area = lap.area.map({ days[day].areas[$0] }), area.operatingLiftCount >= 2 else { continue }
        let key = Key(id: area.id, name: area.name, lifts: area.operatingLiftCount)
        if ridden[key] == nil { keys.append(key) }
        ridden[key, default: []].insert(lap.id)
      }
    }
    return keys.filter { ridden[$0]?.count == $0.lifts }.map {
      Achievement(.everyLift, Double($0.lifts), name: $0.name)
    }
  }
}

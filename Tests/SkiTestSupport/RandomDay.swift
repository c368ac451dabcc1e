package import SkiBase
package import SkiGraph
package import SkiRouting

extension SeededGenerator {
  /// Returns a random day: hours for all or none, some lifts and runs with hours, waits and states of their own.
  package mutating func schedule(for graph: RoutingGraph) -> Schedule {
    let now = UniversalTime(secondsSince1970: 1_700_000_000)
    var hours = OperatingHours()
    if happens(0.7) { hours.liftsClose = moment() }
    if happens(0.4) { hours.liftsOpen = moment() }
    if happens(0.5) { hours.boardingBufferMilliseconds = Int.random(in: 0...1_200_000, using: &self) }
    if happens(0.5) { hours.runsCloseAfterMilliseconds = Int.random(in: 0...3_600_000, using: &self) }
    var report = StatusReport()
    if happens(0.2) { report.liftHours = self.hours() }
    for feature in 0..<graph.featureCount where happens(0.5) {
      report.features.append(status(graph.feature(FeatureIndex(feature)).id, now: now))
    }
    // On a known day opening hours of the map apply. Drawn from a copy, so that later draws stay the same.
    var other = self
    let day = other.happens(0.7) ? now.clock().day : nil
    return Schedule(hours: hours, report: report, now: now, day: day)
  }

  /// Returns a time between midnight and 4:00, within the short days of small worlds.
  package mutating func moment() -> DayTime {
    DayTime(milliseconds: Int.random(in: 0...14_400_000, using: &self))
  }

  private mutating func hours() -> OpenHours { OpenHours(opens: moment(), closes: moment()) }

  private mutating func status(_ id: SourceID, now: UniversalTime) -> FeatureStatus {
    var status = FeatureStatus(key: .id(id))
    if happens(0.5) { status.hours = (0..<Int.random(in: 1...3, using: &self)).map { _ in hours() } }
    if happens(0.4) {
      status.typicalWaits = (0..<Int.random(in: 1...5, using: &self)).map { _ in
        TypicalWait(at: moment(), milliseconds: Int.random(in: 0...3_000_000, using: &self))
      }
    }
    if happens(0.3) {
      status.state = pick([.open, .open, .hold, .closed])
      status.waitMilliseconds = happens(0.5) ? Int.random(in: 0...2_400_000, using: &self) : nil
      status.observedAt = now.advanced(bySeconds: Double.random(in: -3000...60, using: &self))
    }
    return status
  }
}

package import SkiBase
package import SkiGraph
import SkiTracks

/// The log of one traveller's fixes in order of time, for fixes that arrive late or in any order.
///
/// Phones without a connection send their fixes later: those are too old for the live position, but belong to the day.
/// The log takes any plausible fix within its accuracy limit, once for each time. About 150 bytes a fix.
package struct FixLog: Sendable {
  /// The greatest number of fixes.
  package let limit: Int
  /// The time before which fixes are refused.
  package let since: UniversalTime
  private var filter = FixFilter(rules: [PlausibilityRule(), AccuracyRule()])
  private var ordered: [LocationFix] = []
  /// The fixes that arrived late, not in order yet.
  private var late: [LocationFix] = []
  /// The number of late fixes that are sorted in at once.
  private static let batch = 256

  /// Creates an empty log.
  /// - Parameters:
  ///   - since: The time before which fixes are refused.
  ///   - limit: The greatest number of fixes; a day at one a second has 30,000.
  package init(since: UniversalTime, limit: Int = 100_000) { (self.since, self.limit) = (since, limit) }

  /// Adds a fix; one that is implausible, inaccurate, too early or beyond the limit is ignored.
  ///
  /// Of several fixes of one time the first is kept.
  /// - Returns: `true` if the fix was taken.
  /// - Complexity: O(1) for a fix later than all before; else O(*n*) once for each 256 late fixes.
  @discardableResult
  package mutating func add(_ fix: LocationFix) -> Bool {
    guard ordered.count + late.count < limit, filter.decide(fix).isAccepted, fix.time >= since else {
      return false
    }
    if let last = ordered.last, fix.time <= last.time {
      late.append(fix)
      if late.count >= Self.batch {
        ordered = fixes
        late = []
      }
    } else {
      ordered.append(fix)
    }
    return true
  }

  /// The fixes in ascending order of time, each time once.
  /// - Complexity: O(*n* + *k* log *k*) in all fixes and those that arrived late.
  package var fixes: [LocationFix] {
    guard !late.isEmpty else { return ordered }
    // Stable by arrival: of equal times the first that arrived is first.
    let sorted = late.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
    var merged: [LocationFix] = []
    merged.reserveCapacity(ordered.count + sorted.count)
    func append(_ fix: LocationFix) { if merged.last?.time != fix.time { merged.append(fix) } }
    var next = 0
    for fix in ordered {
      while next < sorted.count, sorted[next].element.time < fix.time {
        append(sorted[next].element)
        next += 1
      }
      append(fix)
    }
    for rest in sorted[next...] { append(rest.element) }
    return merged
  }
}

/// The logs of travellers, kept also while a traveller is not present.
struct FixLogs: Sendable {
  private var logs: [TravellerID: (log: FixLog, lastAt: UniversalTime)] = [:]

  /// Opens an empty log, in place of any other of the traveller.
  mutating func open(_ traveller: TravellerID, limit: Int, now: UniversalTime) {
    logs[traveller] = (FixLog(since: now, limit: limit), now)
  }

  /// Returns the fixes of a traveller in order; nil without a log.
  func fixes(of traveller: TravellerID) -> [LocationFix]? { logs[traveller]?.log.fixes }

  /// Removes a log, and returns its fixes in order; nil without a log.
  mutating func close(_ traveller: TravellerID) -> [LocationFix]? {
    logs.removeValue(forKey: traveller)?.log.fixes
  }

  /// Adds a fix to the traveller's log, if there is one.
  mutating func add(_ report: TravellerReport, now: UniversalTime) {
    guard logs[report.traveller]?.log.add(report.fix) == true else { return }
    logs[report.traveller]?.lastAt = now
  }

  /// Removes logs that got no fix for some seconds. Complexity: O(logs).
  mutating func closeUnused(now: UniversalTime, after seconds: Double) {
    logs = logs.filter { now.secondsSince1970 - $0.value.lastAt.secondsSince1970 < seconds }
  }
}

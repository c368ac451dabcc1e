import SkiAPI
package import SkiGraph
package import SkiPeople

/// The notices of closed lifts to the members of the trips that are on now in their ski areas.
package struct LiftClosureReporter: Sendable {
  private let notices: LiftNoticeService

  /// Creates a reporter over a service of notices.
  package init(notices: LiftNoticeService) { self.notices = notices }

  /// Enqueues notices of the lifts that closed between two reports, in one transaction for each trip.
  ///
  /// Several servers may report the same: a recipient has one notice of a lift and time.
  /// - Returns: The number of notices that are new.
  /// - Throws: ``SkiError`` with code `.unavailable` when the store can't be used now; it may be repeated.
  /// - Complexity: O(*t*) in the trips that are on now, in pages, when a lift closed; else O(*n*) in the entries.
  @discardableResult
  package func report(from old: StatusReport?, to new: StatusReport, _ areas: AreaLifts) async throws -> Int {
    guard !LiftClosures.lifts(from: old, to: new, areas).isEmpty else { return 0 }
    var (count, last): (Int, TripAreas?) = (0, nil)
    while true {
      let page = try await notices.tripsOn(after: last?.trip)
      guard let end = page.last else { return count }
      var lifts: [TripID: [ClosedLift]] = [:]
      for closure in LiftClosures.of(from: old, to: new, areas, trips: page) {
        for trip in closure.trips { lifts[trip, default: []].append(closure.lift) }
      }
      for trip in page.map(\.trip) {
        if let closed = lifts[trip] { count += try await notices.announce(closed, to: trip) }
      }
      last = end
    }
  }
}

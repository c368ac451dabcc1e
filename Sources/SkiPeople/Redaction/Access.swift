package import SkiAPI
package import SkiBase

/// The permission of one viewer to see one person's position at one moment.
package struct Access: Hashable, Sendable {
  /// The finest precision of the grants that apply.
  package var precision: SharePrecision
  /// The grant with that precision.
  package var grant: GrantID
  /// The trip of the grant.
  package var trip: TripID
  /// The time in seconds for which a position is shown.
  package var keepSeconds: Double
  /// The end of the grant.
  package var until: UniversalTime
}

/// The circumstances in which a permission is asked for.
package struct AccessQuestion: Sendable {
  package var viewer: Viewer
  package var roster: TripRoster
  package var now: UniversalTime
  /// Indicates whether the exact position of the owner is in a ski area.
  package var isInSkiArea: Bool
  /// Indicates whether the coarse position shown of the owner is in a ski area, which changes later than the exact one.
  package var isCoarseInSkiArea: Bool

  package init(
    viewer: Viewer, roster: TripRoster, now: UniversalTime, isInSkiArea: Bool, isCoarseInSkiArea: Bool
  ) {
    (self.viewer, self.roster, self.now) = (viewer, roster, now)
    (self.isInSkiArea, self.isCoarseInSkiArea) = (isInSkiArea, isCoarseInSkiArea)
  }
}

extension Access {
  /// Returns the permission that a person's grants in a trip give to a viewer; nil when there is none.
  ///
  /// A grant applies from its beginning to before its end while the trip lasts, while the owner is a member, to the
  /// viewers of its audience, unless owner and viewer have a block. Of those that apply, one with ``SharePrecision/hidden`` refuses; else the finest counts,
  /// of equal ones the one that ends last.
  /// - Parameters:
  ///   - owner: The person who made the grants.
  ///   - grants: The person's grants in the trip.
  ///   - question: The viewer and the circumstances.
  /// - Complexity: O(*n*) in the grants.
  package static func decide(owner: UserID, grants: [ShareGrant], _ question: AccessQuestion) -> Access? {
    guard question.now < question.roster.until, question.roster.members.contains(owner) else { return nil }
    if let viewer = question.viewer.user, question.roster.isBlocked(owner, viewer) { return nil }
    var best: ShareGrant?
    for grant in grants where grant.applies(question) {
      if grant.precision == .hidden { return nil }
      if let known = best, !grant.isPreferred(to: known) { continue }
      best = grant
    }
    return best.map {
      Access(
        precision: $0.precision, grant: $0.id, trip: $0.trip, keepSeconds: $0.keepSeconds, until: $0.until)
    }
  }
}

extension ShareGrant {
  fileprivate func applies(_ question: AccessQuestion) -> Bool {
    guard from <= question.now, question.now < until else { return false }
    guard includes(question.viewer, in: question.roster) else { return false }
    switch precision {
    case .hidden: return true
    case .exact: return !onlyInsideSkiArea || question.isInSkiArea
    case .grid, .areaOnly: return !onlyInsideSkiArea || question.isCoarseInSkiArea
    }
  }

  private func includes(_ viewer: Viewer, in roster: TripRoster) -> Bool {
    switch (audience, viewer) {
    case (.link(let hash), .link(let other)): hash == other
    case (.link, .member), (_, .link): false
    case (.trip, .member(let user)): roster.members.contains(user)
    case (.hosts, .member(let user)): roster.hosts.contains(user)
    case (.people(let people), .member(let user)): people.contains(user) && roster.members.contains(user)
    }
  }

  fileprivate func isPreferred(to other: ShareGrant) -> Bool {
    (precision.coarseness, -until.secondsSince1970, id.rawValue)
      < (other.precision.coarseness, -other.until.secondsSince1970, other.id.rawValue)
  }
}

extension SharedLocation {
  /// The age in seconds from which an exact position is stale.
  static let exactLiveSeconds = 60.0
  /// The age in seconds from which a cell or an area is stale.
  static let coarseLiveSeconds = 300.0

  /// Returns a stored position in the precision of a permission; nil when there is none to show, or it has expired.
  ///
  /// The only way from a stored position to a viewer.
  package static func redacted(_ row: LiveRow, to access: Access, now: UniversalTime) -> SharedLocation? {
    guard let position = row.position, now.milliseconds < row.expiresMilliseconds else { return nil }
    switch access.precision {
    case .hidden: return nil
    case .exact:
      return shown(
        .exact(position.exact), of: row.user, at: row.order.observedMilliseconds, access, now,
        liveSeconds: exactLiveSeconds)
    case .grid(let metres):
      guard let coarse = position.coarse.shown else { return nil }
      return shown(
        .cell(coarse.cell.ancestor(sideMetres: metres)), of: row.user, at: coarse.minuteMilliseconds, access,
        now, liveSeconds: coarseLiveSeconds)
    case .areaOnly:
      guard let coarse = position.coarse.shown, let area = coarse.area else { return nil }
      return shown(
        .area(area), of: row.user, at: coarse.minuteMilliseconds, access, now, liveSeconds: coarseLiveSeconds)
    }
  }

  private static func shown(
    _ detail: Detail, of user: UserID, at milliseconds: Int64, _ access: Access, _ now: UniversalTime,
    liveSeconds: Double
  ) -> SharedLocation? {
    let observed = UniversalTime(milliseconds: milliseconds)
    let expires = min(observed.advanced(bySeconds: access.keepSeconds), access.until)
    guard now < expires else { return nil }
    let age = now.secondsSince1970 - observed.secondsSince1970
    return SharedLocation(
      user: user, detail: detail, observedAt: observed, expiresAt: expires,
      freshness: age < liveSeconds ? .live : .stale)
  }
}

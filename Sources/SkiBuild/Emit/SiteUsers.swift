/// What comes through a site: nothing, one run or lift, or more than one.
enum SiteUsers: Hashable {
  case none
  case one(Int)
  case several

  mutating func add(_ feature: Int) {
    switch self {
    case .none: self = .one(feature)
    case .one(feature): break
    default: self = .several
    }
  }
}

extension Network {
  /// Which runs and lifts come through each root site; connectors and ways across areas do not count.
  /// - Complexity: O(*n* + *s*) in sites and stops.
  func siteUsers(_ lifts: [LocalLift], runCount: Int) -> [SiteUsers] {
    var users = [SiteUsers](repeating: .none, count: sites.count)
    for (line, stops) in stops.enumerated() {
      for stop in stops { users[root(stop.site)].add(lines[line].feature) }
    }
    for (index, lift) in lifts.enumerated() {
      for station in lift.stations { users[root(station.site)].add(runCount + index) }
    }
    return users
  }
}

/// The runs and lifts through a site: none, one, or several.
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
  /// Returns the runs and lifts through each root site; connectors and paths across areas don't count.
  /// - Complexity: O(*n* + *s*) in sites and positions on lines.
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

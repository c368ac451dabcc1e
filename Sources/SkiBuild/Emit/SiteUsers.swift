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

extension Locality {
  /// Which runs and lifts come through each root site; connectors and ways across areas do not count.
  /// - Complexity: O(*n* + *s*) in sites and stops.
  func siteUsers() -> [SiteUsers] {
    var users = [SiteUsers](repeating: .none, count: network.sites.count)
    for (line, stops) in network.stops.enumerated() {
      for stop in stops { users[network.root(stop.site)].add(network.lines[line].feature) }
    }
    for (index, lift) in lifts.enumerated() {
      for station in lift.stations { users[network.root(station.site)].add(runs.count + index) }
    }
    return users
  }
}

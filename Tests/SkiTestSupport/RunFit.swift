import SkiBase
package import SkiGraph
package import SkiTracks

/// The distances of the fixes of run laps from the run matched and from the nearest mapped run; counts add up over days.
package struct RunFit: Sendable, CustomStringConvertible {
  /// The number of matched fixes in motion or standing on run laps.
  package private(set) var fixes = 0
  /// The number of those no more than 15 m farther from their matched place than from the nearest mapped run.
  package private(set) var nearest = 0
  /// The number of those within 50 m of the nearest mapped run.
  package private(set) var near = 0

  /// The share of ``nearest``, 0...1.
  package var nearestShare: Double { fixes == 0 ? 1 : Double(nearest) / Double(fixes) }
  /// The share of ``near``, 0...1.
  package var nearShare: Double { fixes == 0 ? 1 : Double(near) / Double(fixes) }

  package init() {}

  /// Measures the fixes of a day. Complexity: O(*n* log *s*) in fixes and segments.
  package init(_ day: MatchedDay, in graph: RoutingGraph) {
    for lap in day.day.laps where lap.kind == .run {
      for fix in day.track.fixes[lap.fixes] {
        guard let matched = fix.distanceMetres else { continue }
        fixes += 1
        let snap = graph.snaps(near: fix.fix.coordinate, withinMetres: 500, limit: 8) { link in
          graph.storage.linkKind[link.position] == LinkKind.run.code
        }.first { $0.link != nil }
        let least = snap?.distanceMetres ?? .infinity
        if matched <= least + 15 { nearest += 1 }
        if min(matched, least) <= 50 { near += 1 }
      }
    }
  }

  package static func += (sum: inout RunFit, other: RunFit) {
    sum.fixes += other.fixes
    sum.nearest += other.nearest
    sum.near += other.near
  }

  package var description: String {
    "\(fixes) fixes on run laps: nearest \(Int((nearestShare * 1000).rounded()))‰, within 50 m \(Int((nearShare * 1000).rounded()))‰"
  }
}

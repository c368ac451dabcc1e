import SkiGraph

/// How the tracker uses the matcher: as it begins by default, for its best guess at once.
extension OnlineMatcher: LiveMatching {
  static func makeIndex(_ graph: RoutingGraph) -> MatchIndex { MatchIndex(graph: graph) }

  static func begin() -> OnlineMatcher { OnlineMatcher() }

  mutating func place(_ fix: LocationFix, in index: MatchIndex) -> MatchedFix? {
    _ = update(fix, in: index)
    // A fix the matcher leaves out changes nothing in it.
    return latest?.fix.time == fix.time ? latest : nil
  }
}

import SkiGraph
import SkiTracks

/// How the tracker uses the matcher: as it begins by default, for its best guess at once.
extension OnlineMatcher: LiveMatching {
  static func makeIndex(_ graph: RoutingGraph) -> MatchIndex { MatchIndex(graph: graph) }

  static func makeScratch() -> MatchScratch { MatchScratch() }

  static func begin() -> OnlineMatcher { OnlineMatcher() }

  mutating func place(
    _ fix: LocationFix, in index: MatchIndex, with scratch: inout MatchScratch
  ) -> MatchedFix? {
    guess(fix, in: index, with: &scratch)
  }
}

import SkiGraph
import SkiTracks

/// The conformance of the matcher, with default options and immediate estimates.
extension OnlineMatcher: LiveMatching {
  static func makeIndex(_ graph: RoutingGraph) -> MatchIndex { MatchIndex(graph: graph) }

  static func makeScratch() -> MatchScratch { MatchScratch() }

  static func begin() -> OnlineMatcher { OnlineMatcher() }

  mutating func place(
    _ fix: LocationFix, in index: MatchIndex, with scratch: inout MatchScratch
  ) -> MatchedFix? {
    estimate(fix, in: index, with: &scratch)
  }
}

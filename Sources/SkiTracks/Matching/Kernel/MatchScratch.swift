/// The working memory of matching one fix, reused for the next.
///
/// Nothing in it is state of a traveller: one instance of about 4 kB serves all travellers of one task.
package struct MatchScratch: Sendable {
  var candidates = CandidateSearch()
  /// The shared values of each hypothesis of the previous fix.
  var states: [KernelPredecessor] = []
  /// The hypotheses of this fix, and the trellis entry of each.
  var hypotheses: [MatchHypothesis] = []
  private(set) var column: [TrellisEntry] = []

  /// Creates working memory.
  package init() {
    let count = CandidateSearch.limit + 1
    states.reserveCapacity(count)
    hypotheses.reserveCapacity(count)
    column.reserveCapacity(count)
  }

  /// Removes everything but the candidates.
  mutating func clear() {
    states.removeAll(keepingCapacity: true)
    hypotheses.removeAll(keepingCapacity: true)
    column.removeAll(keepingCapacity: true)
  }

  mutating func leave(_ hypothesis: MatchHypothesis, _ entry: TrellisEntry) {
    hypotheses.append(hypothesis)
    column.append(entry)
  }
}

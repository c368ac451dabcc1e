/// The working memory of matching one fix, used again for the next one, whoever's it is.
///
/// Nothing in it outlives a fix, so that what is kept of each traveller stays small: give one and the same to all travellers
/// that one task follows. A value of about 4 kB.
package struct MatchScratch: Sendable {
  var candidates = CandidateSearch()
  /// What all candidates share of each survivor of the fix before.
  var states: [KernelPredecessor] = []
  /// The survivors of this fix, and entry by entry what they leave behind.
  var survivors: [Survivor] = []
  private(set) var column: [TrellisEntry] = []

  /// Makes working memory.
  package init() {
    let count = CandidateSearch.limit + 1
    states.reserveCapacity(count)
    survivors.reserveCapacity(count)
    column.reserveCapacity(count)
  }

  /// Forgets all but the candidates.
  mutating func clear() {
    states.removeAll(keepingCapacity: true)
    survivors.removeAll(keepingCapacity: true)
    column.removeAll(keepingCapacity: true)
  }

  mutating func leave(_ survivor: Survivor, _ entry: TrellisEntry) {
    survivors.append(survivor)
    column.append(entry)
  }
}

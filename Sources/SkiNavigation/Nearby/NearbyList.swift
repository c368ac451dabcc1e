/// Things near a traveller, the nearest first; each occurs once.
///
/// A value.
package struct NearbyList: Hashable, Sendable {
  /// The things in order.
  package private(set) var entries: [NearbyEntry]

  /// Makes a list of things in order.
  /// - Precondition: no two have the same ``NearbyEntry/id``.
  package init(_ entries: [NearbyEntry] = []) {
    precondition(
      Set(entries.map(\.id)).count == entries.count, "each thing may occur once, got \(entries.map(\.id))")
    self.entries = entries
  }

  /// Returns what turns this list into another one, with as few moves as there can be.
  /// - Complexity: O(*n* log *n*).
  package func changes(to other: NearbyList) -> NearbyChanges {
    let positions = Dictionary(
      uniqueKeysWithValues: entries.enumerated().map { ($1.id, $0) })
    let wanted = Set(other.entries.map(\.id))
    var changes = NearbyChanges()
    changes.removals = entries.map(\.id).filter { !wanted.contains($0) }
    let common = other.entries.indices.filter { positions[other.entries[$0].id] != nil }
    let kept = longestRise(common.map { positions[other.entries[$0].id] ?? 0 })
    let staying = Set(kept.map { common[$0] })
    for (index, entry) in other.entries.enumerated() {
      guard let before = positions[entry.id] else {
        changes.insertions.append(NearbyChanges.Placed(index: index, entry: entry))
        continue
      }
      if !staying.contains(index) {
        changes.moves.append(NearbyChanges.Placed(index: index, entry: entry))
      } else if entries[before] != entry {
        changes.alterations.append(entry)
      }
    }
    return changes
  }

  /// Makes changes that led from a list equal to this one. Complexity: O(*n*).
  package mutating func apply(_ changes: NearbyChanges) {
    let leaving = Set(changes.removals).union(changes.moves.map(\.entry.id))
    let altered = Dictionary(
      changes.alterations.map { ($0.id, $0) }, uniquingKeysWith: { _, last in last })
    var staying = entries.filter { !leaving.contains($0.id) }.map { altered[$0.id] ?? $0 }[...]
    var placed = (changes.insertions + changes.moves).sorted { $0.index < $1.index }[...]
    var result: [NearbyEntry] = []
    while !placed.isEmpty || !staying.isEmpty {
      if let next = placed.first, next.index == result.count || staying.isEmpty {
        result.append(next.entry)
        placed = placed.dropFirst()
      } else if let next = staying.popFirst() {
        result.append(next)
      }
    }
    entries = result
  }
}

/// What turns one list of near things into the next.
///
/// A value. First all that is removed or moved is taken out, then insertions and moves are put in by rising index; alterations stay
/// where they are. Indices are those of the new list.
package struct NearbyChanges: Hashable, Sendable {
  /// A thing and where it stands in the new list.
  package struct Placed: Hashable, Sendable {
    /// The position in the new list.
    package var index: Int
    /// The thing.
    package var entry: NearbyEntry
  }

  /// Things that are not listed any more, in their old order.
  package var removals: [NearbyID] = []
  /// Things that are new, by rising index.
  package var insertions: [Placed] = []
  /// Things that stand elsewhere among the others, by rising index.
  package var moves: [Placed] = []
  /// Things that are where they were, with other times or metres.
  package var alterations: [NearbyEntry] = []

  /// Makes changes that change nothing.
  package init() {}

  /// Whether both lists are the same.
  package var isEmpty: Bool {
    removals.isEmpty && insertions.isEmpty && moves.isEmpty && alterations.isEmpty
  }
}

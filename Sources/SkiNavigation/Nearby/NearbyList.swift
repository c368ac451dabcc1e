/// A list of items near a traveller, the nearest first, without duplicates.
public struct NearbyList: Hashable, Sendable {
  /// The items in order.
  public private(set) var entries: [NearbyEntry]

  /// Creates a list of items in order.
  /// - Precondition: No two items have the same ``NearbyEntry/id``.
  public init(_ entries: [NearbyEntry] = []) {
    precondition(
      Set(entries.map(\.id)).count == entries.count, "each thing may occur once, got \(entries.map(\.id))")
    self.entries = entries
  }

  /// Returns the changes from this list to another one, with the least number of moves.
  /// - Complexity: O(*n* log *n*).
  package func changes(to other: NearbyList) -> NearbyChanges {
    let positions = Dictionary(
      uniqueKeysWithValues: entries.enumerated().map { ($1.id, $0) })
    let wanted = Set(other.entries.map(\.id))
    var changes = NearbyChanges()
    changes.removals = entries.map(\.id).filter { !wanted.contains($0) }
    let common = other.entries.indices.filter { positions[other.entries[$0].id] != nil }
    let kept = longestIncreasingSubsequence(common.map { positions[other.entries[$0].id] ?? 0 })
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

  /// Applies changes computed from a list equal to this one. Complexity: O(*n*).
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

/// The changes between two lists of nearby items.
///
/// First remove all items that are removed or moved, then insert insertions and moves by ascending index; alterations
/// stay in place. Indices are those of the new list.
package struct NearbyChanges: Hashable, Sendable {
  /// An item with its position in the new list.
  package struct Placed: Hashable, Sendable {
    /// The position in the new list.
    package var index: Int
    /// The item.
    package var entry: NearbyEntry

    /// Creates an item at a position.
    package init(index: Int, entry: NearbyEntry) { (self.index, self.entry) = (index, entry) }
  }

  /// The removed items, in their old order.
  package var removals: [NearbyID] = []
  /// The new items, by ascending index.
  package var insertions: [Placed] = []
  /// The items at another position relative to the others, by ascending index.
  package var moves: [Placed] = []
  /// The items at the same position with other values.
  package var alterations: [NearbyEntry] = []

  /// Creates an empty set of changes.
  package init() {}

  /// Indicates whether there are no changes.
  package var isEmpty: Bool {
    removals.isEmpty && insertions.isEmpty && moves.isEmpty && alterations.isEmpty
  }
}

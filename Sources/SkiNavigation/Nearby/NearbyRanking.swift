import SkiBase

/// A sorted list of all items that may be listed, with updates of single items.
struct NearbyRanking {
  private let options: NearbyOptions
  private var ranked: [(order: NearbyOrder, entry: NearbyEntry)] = []
  private var orders: [NearbyID: NearbyOrder] = [:]

  /// Sorts items. Complexity: O(*n* log *n*).
  init(_ entries: [NearbyEntry] = [], options: NearbyOptions) {
    self.options = options
    ranked = entries.filter(options.lists).map { (NearbyOrder($0, options), $0) }
      .sorted { $0.order < $1.order }
    for (order, entry) in ranked { orders[entry.id] = order }
  }

  /// Returns the first items. Complexity: O(*k*) in them.
  func first(_ count: Int) -> [NearbyEntry] { ranked.prefix(max(0, count)).map(\.entry) }

  /// Replaces, adds or, with nil, removes an item. Complexity: O(log *n*) for the search, O(*n*) for the insertion.
  mutating func set(_ entry: NearbyEntry?, for id: NearbyID) {
    if let old = orders.removeValue(forKey: id) { ranked.remove(at: position(of: old)) }
    guard let entry, options.lists(entry) else { return }
    let order = NearbyOrder(entry, options)
    ranked.insert((order, entry), at: position(of: order))
    orders[id] = order
  }

  /// Returns the position of the first item not before a key.
  private func position(of order: NearbyOrder) -> Int {
    ranked.partitioningIndex { !($0.order < order) }
  }
}

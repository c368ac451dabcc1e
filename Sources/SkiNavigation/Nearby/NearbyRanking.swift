import SkiGeo

/// All that could be listed, in order; one thing moves without the others being touched.
///
/// A value.
struct NearbyRanking {
  private let options: NearbyOptions
  private var ranked: [(order: NearbyOrder, entry: NearbyEntry)] = []
  private var orders: [NearbyID: NearbyOrder] = [:]

  /// Ranks some things. Complexity: O(*n* log *n*).
  init(_ entries: [NearbyEntry] = [], options: NearbyOptions) {
    self.options = options
    ranked = entries.filter(options.lists).map { (NearbyOrder($0, options), $0) }
      .sorted { $0.order < $1.order }
    for (order, entry) in ranked { orders[entry.id] = order }
  }

  /// Returns the first so many. Complexity: O(*k*) in them.
  func first(_ count: Int) -> [NearbyEntry] { ranked.prefix(max(0, count)).map(\.entry) }

  /// Replaces, adds or, with nil, removes a thing. Complexity: O(log *n*) to find it, O(*n*) to make room.
  mutating func set(_ entry: NearbyEntry?, for id: NearbyID) {
    if let old = orders.removeValue(forKey: id) { ranked.remove(at: position(of: old)) }
    guard let entry, options.lists(entry) else { return }
    let order = NearbyOrder(entry, options)
    ranked.insert((order, entry), at: position(of: order))
    orders[id] = order
  }

  /// The position of the first thing that is not before an order.
  private func position(of order: NearbyOrder) -> Int {
    ranked.partitioningIndex { !($0.order < order) }
  }
}

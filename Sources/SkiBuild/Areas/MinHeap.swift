/// Numbers waiting in order of a price; equal prices come in order of their numbers, so that nothing is left to chance.
struct MinHeap: Sendable {
  private var items: [(price: Double, number: Int32)] = []

  /// Adds a number. Complexity: O(log *n*).
  mutating func push(_ number: Int32, price: Double) {
    items.append((price, number))
    var at = items.count - 1
    while at > 0, items[at] < items[(at - 1) / 2] {
      items.swapAt(at, (at - 1) / 2)
      at = (at - 1) / 2
    }
  }

  /// Removes and returns the number with the least price; nil when none is left. Complexity: O(log *n*).
  mutating func pop() -> (price: Double, number: Int32)? {
    guard let first = items.first else { return nil }
    let last = items.removeLast()
    guard !items.isEmpty else { return first }
    items[0] = last
    var at = 0
    while 2 * at + 1 < items.count {
      var least = 2 * at + 1
      if least + 1 < items.count, items[least + 1] < items[least] { least += 1 }
      guard items[least] < items[at] else { break }
      items.swapAt(at, least)
      at = least
    }
    return first
  }
}

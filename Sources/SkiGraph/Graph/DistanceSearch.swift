/// The least prices of nodes from where a search starts, settled in their order: Dijkstra's algorithm.
///
/// Callers relax: `while let nearest = search.settle() { … search.offer(next, at: price) … }`, so that limits, parents and
/// the edges of a node stay theirs. An entry of the heap whose node has become cheaper since is skipped; of equal prices the
/// lesser node comes first. Prices on the way must not fall.
/// **Source:** Dijkstra 1959.
///
/// Public since generic code of a package type is not specialised in other targets (Swift 6.3); not for apps.
public struct DistanceSearch<Prices: PriceTable> {
  /// The least price known of each node; final for those settled.
  public var prices: Prices
  /// The prices waiting to be settled.
  public var open = MinHeap<Priced<Prices.Price, UInt32>>()

  /// Makes a search that has reached no node.
  @inlinable
  public init(_ prices: Prices) { self.prices = prices }

  /// Notes a price of a node, unless one as low is known.
  /// - Returns: Whether it was noted.
  /// - Complexity: O(log *n*).
  @inlinable
  @inline(__always)
  @discardableResult
  public mutating func offer(_ node: Int, at price: Prices.Price) -> Bool {
    if let known = prices[price: node], price >= known { return false }
    prices[price: node] = price
    open.push(Priced(UInt32(truncatingIfNeeded: node), price: price))
    return true
  }

  /// Settles the cheapest node that is open; nil when none is left. Complexity: O(log *n*).
  @inlinable
  @inline(__always)
  public mutating func settle() -> (node: Int, price: Prices.Price)? {
    while let least = open.pop() {
      let node = Int(least.number)
      if let known = prices[price: node], least.price <= known { return (node, least.price) }
    }
    return nil
  }

  /// Forgets all prices, for another search in the same memory. Complexity: O(*k*) in the nodes reached.
  /// - Parameters:
  ///   - settled: All nodes settled since the last time.
  ///   - unreached: The price of a node that was not reached.
  @inlinable
  public mutating func forget(_ settled: [UInt32], unreached: Prices.Price) {
    for node in settled { prices[price: Int(node)] = unreached }
    for waiting in open.elements { prices[price: Int(waiting.number)] = unreached }
    open.removeAll()
  }
}

/// The prices of a ``DistanceSearch`` by node: an array for searches of whole graphs, a dictionary for those of a few nodes.
///
/// An array begins with a price above all others at every node.
public protocol PriceTable {
  /// The number prices are counted in.
  associatedtype Price: Comparable & SIMDScalar
  /// The price of a node; nil where none is known. Only prices may be set.
  subscript(price node: Int) -> Price? { get set }
}

extension Array: PriceTable where Element: Comparable & SIMDScalar {
  /// The price of a node.
  @inlinable
  public subscript(price node: Int) -> Element? {
    @inline(__always) get { self[node] }
    @inline(__always) set { if let newValue { self[node] = newValue } }
  }
}

extension Dictionary: PriceTable where Key == Int, Value: Comparable & SIMDScalar {
  /// The price of a node.
  @inlinable
  public subscript(price node: Int) -> Value? {
    get { self[node] }
    set { self[node] = newValue }
  }
}

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
    guard price < prices[price: node] else { return false }
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
      if least.price <= prices[price: node] { return (node, least.price) }
    }
    return nil
  }

  /// Forgets all prices, for another search in the same memory. Complexity: O(*k*) in the nodes reached.
  /// - Parameter settled: All nodes settled since the last time.
  @inlinable
  public mutating func forget(_ settled: [UInt32]) {
    for node in settled { prices[price: Int(node)] = .unreached }
    for waiting in open.elements { prices[price: Int(waiting.number)] = .unreached }
    open.removeAll()
  }
}

/// The prices of a ``DistanceSearch`` by node: an array for searches of whole graphs, a dictionary for those of a few nodes.
public protocol PriceTable {
  /// What prices are counted in.
  associatedtype Price: SearchPrice
  /// The price of a node, ``SearchPrice/unreached`` where none is known.
  subscript(price node: Int) -> Price { get set }
}

/// A number that prices of a ``DistanceSearch`` may be counted in.
public protocol SearchPrice: Comparable, BitwiseCopyable {
  /// The price of a node that was not reached, above all others.
  static var unreached: Self { get }
}

extension Double: SearchPrice {
  /// Infinity.
  @inlinable public static var unreached: Double { .infinity }
}

extension Float: SearchPrice {
  /// Infinity.
  @inlinable public static var unreached: Float { .infinity }
}

extension UInt32: SearchPrice {
  /// The greatest number.
  @inlinable public static var unreached: UInt32 { .max }
}

extension Array: PriceTable where Element: SearchPrice {
  /// The price of a node.
  @inlinable
  public subscript(price node: Int) -> Element {
    @inline(__always) get { self[node] }
    @inline(__always) set { self[node] = newValue }
  }
}

extension Dictionary: PriceTable where Key == Int, Value: SearchPrice {
  /// The price of a node.
  @inlinable
  public subscript(price node: Int) -> Value {
    get { self[node] ?? .unreached }
    set { self[node] = newValue }
  }
}

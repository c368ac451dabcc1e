/// Elements waiting in order, the least first; of equal ones any.
///
/// A 4-ary heap in flat memory. **Source:** Williams 1964; Johnson 1975 (more than two below each).
///
/// Public since generic code of a package type is not specialised in other targets (Swift 6.3); not for apps.
public struct MinHeap<Element: Comparable & BitwiseCopyable> {
  /// The elements in no order.
  public var elements: [Element] = []

  /// Makes a heap of nothing.
  @inlinable
  public init() {}

  /// Adds an element. Complexity: O(log *n*).
  @inlinable
  public mutating func push(_ element: Element) {
    var count = elements.count
    elements.append(element)
    elements.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { pushHeap(base, &count, element) }
    }
  }

  /// Removes and returns the least element; nil when none is left. Complexity: O(log *n*).
  @inlinable
  public mutating func pop() -> Element? {
    guard !elements.isEmpty else { return nil }
    var count = elements.count
    let least = elements.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { popHeap($0, &count) }
    }
    elements.removeLast()
    return least
  }

  /// Removes all elements, but keeps their memory.
  @inlinable
  public mutating func removeAll() { elements.removeAll(keepingCapacity: true) }
}

/// A number waiting at a price; equal prices come in order of their numbers, so that nothing is left to chance.
public struct Priced<Price: Comparable & BitwiseCopyable, Number: Comparable & BitwiseCopyable>: Comparable,
  BitwiseCopyable
{
  /// What decides the order.
  public var price: Price
  /// Which element it is.
  public var number: Number

  /// Makes an element of a ``MinHeap``.
  @inlinable
  public init(_ number: Number, price: Price) { (self.number, self.price) = (number, price) }

  @inlinable
  public static func < (a: Priced, b: Priced) -> Bool { (a.price, a.number) < (b.price, b.number) }
}

/// Adds an element to a 4-ary heap in memory that has room for it, whose least element is first.
@inlinable
@inline(__always)
package func pushHeap<Element: Comparable & BitwiseCopyable>(
  _ heap: UnsafeMutablePointer<Element>, _ count: inout Int, _ element: Element
) {
  var hole = count
  count &+= 1
  while hole > 0 {
    let parent = (hole &- 1) >> 2
    if heap[parent] <= element { break }
    heap[hole] = heap[parent]
    hole = parent
  }
  heap[hole] = element
}

/// Takes the least element out of a 4-ary heap that is not empty.
@inlinable
@inline(__always)
package func popHeap<Element: Comparable & BitwiseCopyable>(
  _ heap: UnsafeMutablePointer<Element>, _ count: inout Int
) -> Element {
  let least = heap[0]
  count &-= 1
  let element = heap[count]
  var hole = 0
  while true {
    let first = hole &* 4 &+ 1
    if first >= count { break }
    let end = min(first &+ 4, count)
    var child = first
    var sibling = first &+ 1
    while sibling < end {
      if heap[sibling] < heap[child] { child = sibling }
      sibling &+= 1
    }
    if heap[child] >= element { break }
    heap[hole] = heap[child]
    hole = child
  }
  heap[hole] = element
  return least
}

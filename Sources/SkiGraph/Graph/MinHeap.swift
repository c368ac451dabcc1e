/// A priority queue that pops the least element first; the order of equal elements is undefined.
///
/// A 4-ary heap in flat memory. **Source:** Williams 1964, "Algorithm 232: Heapsort"; Johnson 1975, "Priority queues
/// with update and finding minimum spanning trees" (*d*-ary heaps).
///
/// Public since generic code of a package type is not specialised in other targets (Swift 6.3); not for apps.
@usableFromInline
package struct MinHeap<Element: Comparable & BitwiseCopyable> {
  /// The elements in heap order: children of element *i* are 4 *i* + 1 to 4 *i* + 4, none less than it.
  @usableFromInline package var elements: [Element] = []

  /// Creates an empty heap.
  @inlinable
  package init() {}

  /// Adds an element to the queue.
  /// - Complexity: O(log *n*) in the elements.
  @inlinable
  package mutating func push(_ element: Element) {
    var count = elements.count
    elements.append(element)
    elements.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { pushHeap(base, &count, element) }
    }
  }

  /// Removes and returns the least element; nil when none is left.
  /// - Complexity: O(log *n*) in the elements.
  @inlinable
  package mutating func pop() -> Element? {
    guard !elements.isEmpty else { return nil }
    var count = elements.count
    let least = elements.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { popHeap($0, &count) }
    }
    elements.removeLast()
    return least
  }

  /// Removes all elements and keeps their memory.
  @inlinable
  package mutating func removeAll() { elements.removeAll(keepingCapacity: true) }
}

/// An element of a ``MinHeap``: a number with its cost, ordered by cost and then by number, so that results are
/// deterministic.
@usableFromInline
package struct CostedNumber<Cost: Comparable & BitwiseCopyable, Number: Comparable & BitwiseCopyable>:
  Comparable,
  BitwiseCopyable
{
  /// The cost, compared first.
  @usableFromInline package var cost: Cost
  /// The number of the element, compared second.
  @usableFromInline package var number: Number

  /// Creates an element from its number and its cost.
  @inlinable
  package init(_ number: Number, cost: Cost) { (self.number, self.cost) = (number, cost) }

  /// Returns whether the first element has the lower cost, or the lesser number at equal costs.
  @inlinable
  package static func < (a: CostedNumber, b: CostedNumber) -> Bool {
    (a.cost, a.number) < (b.cost, b.number)
  }
}

/// Adds an element to a 4-ary heap in memory that has room for it.
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

/// Removes and returns the least element of a 4-ary heap that is not empty.
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

import SkiGraph

/// The memory of a search: labels and parents by node, and the heap.
///
/// A label is one word: the inverted number of the search in the upper half, the time and an open bit in the lower.
/// Later searches have smaller upper halves, so that labels of earlier searches compare greater than any of the current
/// one, and a relaxation needs a single comparison.
struct SearchScratch {
  /// The limit of times in labels, so that they fit beside the open bit.
  static let timeLimit: UInt64 = 1 << 31
  /// The first parent that is a source, numbered x − rootLimit, instead of an edge.
  static let rootLimit: UInt32 = 1 << 31

  let labels: UnsafeMutablePointer<UInt64>
  let parents: UnsafeMutablePointer<UInt32>
  private(set) var heap: UnsafeMutablePointer<UInt64>
  private(set) var heapCapacity: Int
  private let nodeCount: Int
  private let edgeCount: Int
  private(set) var searchNumber: UInt32 = 0

  init(nodeCount: Int, edgeCount: Int) {
    self.nodeCount = nodeCount
    self.edgeCount = edgeCount
    labels = .allocate(capacity: max(1, nodeCount))
    labels.initialize(repeating: .max, count: max(1, nodeCount))
    parents = .allocate(capacity: max(1, nodeCount))
    parents.initialize(repeating: 0, count: max(1, nodeCount))
    heapCapacity = edgeCount + 64
    heap = .allocate(capacity: heapCapacity)
  }

  func deallocate() {
    labels.deallocate()
    parents.deallocate()
    heap.deallocate()
  }

  /// Starts a new search: earlier labels become invalid, and the heap gets room for every possible push.
  mutating func beginSearch(sources: Int) {
    if searchNumber == .max {
      labels.update(repeating: .max, count: nodeCount)
      searchNumber = 0
    }
    searchNumber += 1
    if edgeCount + sources > heapCapacity {
      heap.deallocate()
      heapCapacity = edgeCount + sources
      heap = .allocate(capacity: heapCapacity)
    }
  }

  /// Returns the edges that lead to a node labelled by this search, and the number of their source.
  /// - Complexity: As ``FlatGraph/tail(of:)`` for each edge.
  func trace(to node: UInt32, in graph: FlatGraph) -> (edges: [EdgeIndex], source: Int) {
    var edges: [EdgeIndex] = []
    edges.reserveCapacity(32)
    var node = Int(node)
    while parents[node] < Self.rootLimit {
      edges.append(EdgeIndex(parents[node]))
      node = graph.tail(of: parents[node])
    }
    edges.reverse()
    return (edges, Int(parents[node] - Self.rootLimit))
  }
}

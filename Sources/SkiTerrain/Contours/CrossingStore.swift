/// A growable array of a band's crossings without bounds checks in the inner loop.
///
/// Belongs to one thread; the owner deallocates it.
struct CrossingStore {
  private(set) var base: UnsafeMutablePointer<ContourCrossing>
  private(set) var count: Int32 = 0
  private var capacity: Int32

  init(capacity: Int32 = 1 << 12) {
    self.capacity = capacity
    base = .allocate(capacity: Int(capacity))
  }

  func deallocate() { base.deallocate() }

  mutating func removeAll() { count = 0 }

  /// Reserves capacity for more crossings.
  /// - Complexity: O(1) amortised.
  @inline(__always)
  mutating func reserve(_ more: Int32) {
    if count &+ more > capacity { grow(more) }
  }

  /// Appends a crossing; the capacity must be reserved.
  @inline(__always)
  mutating func append(_ point: ContourPoint, level: Int32) {
    base[Int(count)] = ContourCrossing(point: point, next: -1, mark: level &* 2)
    count &+= 1
  }

  @inline(never)
  private mutating func grow(_ more: Int32) {
    let larger = max(capacity &* 2, count &+ more)
    let moved = UnsafeMutablePointer<ContourCrossing>.allocate(capacity: Int(larger))
    moved.update(from: base, count: Int(count))
    base.deallocate()
    base = moved
    capacity = larger
  }
}

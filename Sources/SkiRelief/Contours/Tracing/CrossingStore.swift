/// The crossings of one band while it is traced: memory that grows, without checks in the inner loop.
///
/// Belongs to one thread; the owner frees it.
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

  /// Makes room for so many more.
  /// - Complexity: O(1) over many calls.
  @inline(__always)
  mutating func reserve(_ more: Int32) {
    if count &+ more > capacity { grow(more) }
  }

  /// Adds a crossing; room was made.
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

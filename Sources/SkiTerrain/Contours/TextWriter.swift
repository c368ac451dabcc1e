/// A growable text buffer for millions of coordinates.
///
/// Belongs to one thread; the owner deallocates it.
struct TextWriter {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = max(64, capacity)
    base = .allocate(capacity: self.capacity)
  }

  func deallocate() { base.deallocate() }

  /// The bytes written.
  var bytes: [UInt8] { [UInt8](UnsafeBufferPointer(start: base, count: count)) }

  /// Reserves capacity for more bytes, which are then appended unchecked.
  mutating func reserve(_ more: Int) {
    guard count + more > capacity else { return }
    capacity = max(2 * capacity, count + more)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    moved.update(from: base, count: count)
    base.deallocate()
    base = moved
  }

  /// Appends a byte; the capacity must be reserved.
  @inline(__always)
  mutating func put(_ byte: UInt8) {
    base[count] = byte
    count &+= 1
  }

  /// Appends text and reserves its capacity.
  mutating func put(_ text: [UInt8]) {
    reserve(text.count)
    for byte in text { put(byte) }
  }

  /// Removes the bytes after a count.
  mutating func truncate(after count: Int) { self.count = min(self.count, count) }

  /// The greatest number of bytes that ``putDegrees(e7:)`` writes.
  static let degreesCount = 12

  /// Appends 1e-7 degrees as degrees with up to seven decimals; the capacity must be reserved.
  @inline(__always)
  mutating func putDegrees(e7: Int32) {
    if e7 < 0 { put(UInt8(ascii: "-")) }
    let whole = e7.magnitude / 10_000_000
    var part = e7.magnitude % 10_000_000
    if whole >= 100 { put(0x30 &+ UInt8(truncatingIfNeeded: whole / 100)) }
    if whole >= 10 { put(0x30 &+ UInt8(truncatingIfNeeded: whole / 10 % 10)) }
    put(0x30 &+ UInt8(truncatingIfNeeded: whole % 10))
    guard part > 0 else { return }
    base[count] = UInt8(ascii: ".")
    var place = count &+ 7
    var isEnd = true
    var last = place
    while place > count {
      let digit = part % 10
      part /= 10
      if isEnd, digit == 0 { last = place &- 1 } else { isEnd = false }
      base[place] = 0x30 &+ UInt8(truncatingIfNeeded: digit)
      place &-= 1
    }
    count = last &+ 1
  }
}

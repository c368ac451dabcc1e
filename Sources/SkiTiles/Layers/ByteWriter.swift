/// A growable byte buffer, reused from tile to tile.
///
/// Not copyable: it owns its memory.
struct ByteWriter: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  /// Creates a buffer with an initial capacity in bytes.
  init(capacity: Int = 1024) {
    self.capacity = max(16, capacity)
    start = .allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  /// The bytes written; valid until the next change.
  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

  /// Removes all bytes and keeps the capacity.
  mutating func removeAll() { count = 0 }

  /// Reserves capacity for more bytes. Complexity: O(1) amortised.
  @inline(__always)
  mutating func reserve(_ more: Int) {
    if count + more > capacity { grow(more) }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    let larger = max(capacity * 2, count + more)
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    memory.update(from: start, count: count)
    start.deallocate()
    (start, capacity) = (memory, larger)
  }

  /// Appends one byte.
  @inline(__always)
  mutating func append(byte: UInt8) {
    reserve(1)
    start[count] = byte
    count &+= 1
  }

  /// Appends a varint: seven bits per byte, the low ones first.
  @inline(__always)
  mutating func append(varint value: UInt64) {
    reserve(Self.longestVarint)
    put(varint: value)
  }

  /// The greatest number of bytes of a varint.
  static let longestVarint = 10

  /// Appends a varint for which room was reserved.
  @inline(__always)
  mutating func put(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      start[count] = UInt8(truncatingIfNeeded: rest) | 0x80
      count &+= 1
      rest >>= 7
    }
    start[count] = UInt8(truncatingIfNeeded: rest)
    count &+= 1
  }

  /// Appends a signed number as a zigzag varint for which room was reserved: 0, −1, 1, −2 become 0, 1, 2, 3.
  @inline(__always)
  mutating func put(zigzag value: Int) {
    put(varint: UInt64(bitPattern: Int64((value << 1) ^ (value >> 63))))
  }

  /// Appends bytes.
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count)
    (start + count).update(from: source, count: bytes.count)
    count += bytes.count
  }

  /// Returns the number of bytes of a varint: 1 to 10.
  @inline(__always)
  static func size(ofVarint value: UInt64) -> Int { max(1, (70 &- value.leadingZeroBitCount) / 7) }
}

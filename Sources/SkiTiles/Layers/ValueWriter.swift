/// The distinct values of one layer of a tile, numbered in the order of their first use.
///
/// A value is looked up by its index in the region's table at repeated use, and from the second region of a layer on by
/// the hash of its bytes. Entries of earlier layers are recognised by their stamps, so that no table is cleared between
/// layers.
struct ValueWriter: ~Copyable {
  /// The values as fields of the layer.
  private var fields = ByteWriter(capacity: 1 << 14)
  /// The range of each value's message in `fields`.
  private var ranges: [Range<Int>] = []
  /// The hash of each value's message.
  private var hashes: [UInt64] = []
  /// The stamp of its last use (high half) and its number in the layer (low half), by value of the region's table.
  private var known: [UInt64] = []
  private var regionStamp: UInt64 = 0
  /// An open-addressing hash table of the layer's values: stamp in the high half, number in the low.
  private var slots = [UInt64](repeating: 0, count: 256)
  private var layerStamp: UInt64 = 0
  /// The number of regions entered in the layer.
  private var regionCount = 0

  init() {}

  /// The values as fields of the layer.
  var bytes: UnsafeBufferPointer<UInt8> { fields.bytes }

  /// Begins an empty layer.
  mutating func begin() {
    fields.removeAll()
    ranges.removeAll(keepingCapacity: true)
    hashes.removeAll(keepingCapacity: true)
    layerStamp += 1
    regionCount = 0
  }

  /// Begins the use of another region's table, with `count` values.
  mutating func enter(count: Int) {
    regionStamp += 1
    regionCount += 1
    // The values of one region are distinct, so that their hashes serve the following ones only.
    if regionCount == 2 { fillSlots() }
    if known.count < count { known += Array(repeating: 0, count: count - known.count) }
  }

  /// Returns the number of a value in the layer. Complexity: O(1); O(length) at its first use.
  @inline(__always)
  mutating func number(_ value: UInt32, of table: AttributeTable) -> UInt32 {
    let last = known[Int(value)]
    if last >> 32 == regionStamp { return UInt32(truncatingIfNeeded: last) }
    let number = firstNumber(Int(value), of: table)
    known[Int(value)] = regionStamp << 32 | UInt64(number)
    return number
  }

  @inline(never)
  private mutating func firstNumber(_ value: Int, of table: AttributeTable) -> UInt32 {
    let hash = table.hashes[value]
    let range = table.range(value)
    let number = ranges.count
    if regionCount > 1 {
      if number * 2 >= slots.count { fillSlots() }
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot] >> 32 == layerStamp {
        let number = Int(truncatingIfNeeded: slots[slot] & 0xFFFF_FFFF)
        if hashes[number] == hash, isEqual(number, table.bytes[range]) { return UInt32(number) }
        slot = (slot + 1) & (slots.count - 1)
      }
      slots[slot] = layerStamp << 32 | UInt64(number)
    }
    fields.append(byte: 0x22)
    fields.append(varint: UInt64(range.count))
    let start = fields.count
    table.bytes.withUnsafeBufferPointer { fields.append(UnsafeBufferPointer(rebasing: $0[range])) }
    ranges.append(start..<fields.count)
    hashes.append(hash)
    return UInt32(number)
  }

  private func isEqual(_ number: Int, _ bytes: ArraySlice<UInt8>) -> Bool {
    fields.bytes[ranges[number]].elementsEqual(bytes)
  }

  /// Fills a hash table with room for as many more of the layer's values.
  private mutating func fillSlots() {
    var count = slots.count
    while hashes.count * 2 >= count { count *= 2 }
    slots = Array(repeating: 0, count: count)
    for number in hashes.indices {
      var slot = Int(truncatingIfNeeded: hashes[number]) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = layerStamp << 32 | UInt64(number)
    }
  }
}

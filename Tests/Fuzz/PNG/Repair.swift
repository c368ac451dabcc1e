import FuzzSupport

/// Alters an input and corrects the checksums of most, so that the code behind them is reached.
@_cdecl("LLVMFuzzerCustomMutator")
package func mutatePNG(
  _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ limit: Int, _ seed: UInt32
) -> Int {
  var bytes = Array(UnsafeBufferPointer(start: data, count: size))
  mutate(&bytes, atMost: limit)
  if seed & 7 != 0 { repair(&bytes) }
  for (index, byte) in bytes.enumerated() { data[index] = byte }
  return bytes.count
}

/// Corrects the checksum of each chunk, and that of picture data in stored blocks.
func repair(_ bytes: inout [UInt8]) {
  var at = 8
  var pictureData: [Range<Int>] = []
  var chunks: [Range<Int>] = []
  while at + 12 <= bytes.count {
    let length = Int(bigEndian(bytes, at))
    guard length <= bytes.count - at - 12 else { break }
    if bytes[at + 4..<at + 8].elementsEqual("IDAT".utf8) { pictureData.append(at + 8..<at + 8 + length) }
    chunks.append(at..<at + 12 + length)
    at += 12 + length
  }
  repairStoredBlocks(in: pictureData, &bytes)
  for chunk in chunks {
    put(crc(bytes[chunk.lowerBound + 4..<chunk.upperBound - 4]), at: chunk.upperBound - 4, &bytes)
  }
}

/// Corrects the Adler checksum behind deflate's stored blocks, which may span several chunks.
private func repairStoredBlocks(in ranges: [Range<Int>], _ bytes: inout [UInt8]) {
  let positions = ranges.flatMap { Array($0) }
  var at = 2
  var (low, high): (UInt32, UInt32) = (1, 0)
  var isLast = false
  while !isLast {
    guard at + 5 <= positions.count, bytes[positions[at]] & 0xFE == 0 else { return }
    isLast = bytes[positions[at]] & 1 == 1
    let length = Int(bytes[positions[at + 1]]) | Int(bytes[positions[at + 2]]) << 8
    guard at + 5 + length <= positions.count else { return }
    for byte in 1...2 { bytes[positions[at + 2 + byte]] = ~bytes[positions[at + byte]] }
    for position in positions[at + 5..<at + 5 + length] {
      low = (low + UInt32(bytes[position])) % 65_521
      high = (high + low) % 65_521
    }
    at += 5 + length
  }
  guard at + 4 <= positions.count else { return }
  for (index, shift) in [24, 16, 8, 0].enumerated() {
    bytes[positions[at + index]] = UInt8(truncatingIfNeeded: (high << 16 | low) >> UInt32(shift))
  }
}

private let crcTable: [UInt32] = (0..<256).map { index in
  (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
}

private func crc(_ bytes: ArraySlice<UInt8>) -> UInt32 {
  ~bytes.reduce(UInt32.max) { crcTable[Int(($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 }
}

private func bigEndian(_ bytes: [UInt8], _ at: Int) -> UInt32 {
  bytes[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) }
}

private func put(_ value: UInt32, at start: Int, _ bytes: inout [UInt8]) {
  for index in 0..<4 { bytes[start + index] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * index)) }
}

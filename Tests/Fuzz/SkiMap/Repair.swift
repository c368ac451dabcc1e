import FuzzSupport
import SkiTestSupport

/// Alters an input anywhere or within one number of a section, and corrects the checksums of most.
@_cdecl("LLVMFuzzerCustomMutator")
package func mutateMap(
  _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ limit: Int, _ seed: UInt32
) -> Int {
  var bytes = Array(UnsafeBufferPointer(start: data, count: size))
  if seed & 1 == 0 || !mutateNumbers(&bytes, seed) { mutate(&bytes, atMost: limit) }
  if seed >> 1 & 15 != 0 { repair(&bytes) }
  for (index, byte) in bytes.enumerated() { data[index] = byte }
  return bytes.count
}

/// Alters a few bytes of one section and returns true; false without a section.
private func mutateNumbers(_ bytes: inout [UInt8], _ seed: UInt32) -> Bool {
  let parts = MapForgery.parts(of: bytes)
  let sections = parts.flatMap { MapForgery.sections(of: $0, in: bytes) }.map(\.range).filter {
    $0.count >= 4
  }
  guard !sections.isEmpty else { return false }
  let section = sections[Int(seed >> 5) % sections.count]
  let width = min(section.count, 4 << Int(seed >> 3 & 3))
  let start = section.lowerBound + Int(seed >> 9) % (section.count - width + 1) & ~3
  var piece = Array(bytes[start..<start + width])
  mutate(&piece, atMost: width)
  bytes.replaceSubrange(start..<start + piece.count, with: piece)
  return true
}

/// Writes the true length and all checksums.
private func repair(_ bytes: inout [UInt8]) {
  guard bytes.count >= 24 else { return }
  for index in 0..<8 { bytes[16 + index] = UInt8(truncatingIfNeeded: bytes.count >> (8 * index)) }
  MapForgery.seal(&bytes)
}

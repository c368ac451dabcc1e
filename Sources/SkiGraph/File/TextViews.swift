import SkiBase

/// The texts of one part of a map as stored: concatenated UTF-8, with their offsets.
///
/// A view that does not keep the map alive.
struct TextViews {
  let offsets: SectionRow<UInt32>
  let bytes: SectionRow<UInt8>

  /// Finds and checks the texts of a part.
  /// - Throws: ``SkiError`` with code `.malformedData` when the offsets decrease or do not end with the bytes.
  /// - Complexity: O(*s*) in strings.
  init(_ table: SectionTable) throws(SkiError) {
    offsets = try table.section(.stringOffsets)
    bytes = try table.section(.stringBytes)
    try check(table.partName)
  }

  private func check(_ part: String) throws(SkiError) {
    guard let last = offsets.last, offsets[0] == 0 else {
      throw MapRule.stringOffsets.broken(.stringOffsets, 0, in: part)
    }
    for position in 1..<offsets.count where offsets[position] < offsets[position - 1] {
      throw MapRule.stringOffsets.broken(.stringOffsets, position, in: part)
    }
    guard Int(last) == bytes.count else {
      throw MapRule.stringOffsets.broken(.stringOffsets, count, in: part)
    }
  }

  /// The number of texts.
  var count: Int { offsets.count - 1 }

  /// Returns whether a number is that of a text, or the one that stands for none.
  func holds(_ number: UInt32) -> Bool { number == .max || Int(number) < count }

  /// Returns the text with a number; nil for the number that stands for none.
  func text(_ number: UInt32) -> String? {
    guard number != .max else { return nil }
    return String(decoding: utf8(number), as: UTF8.self)
  }

  /// Returns the bytes of a text; empty for the number that stands for none.
  func utf8(_ number: UInt32) -> UnsafeBufferPointer<UInt8> {
    guard number != .max else { return UnsafeBufferPointer(start: nil, count: 0) }
    return bytes.row(Int(offsets[Int(number)])..<Int(offsets[Int(number) + 1])).unchecked
  }
}

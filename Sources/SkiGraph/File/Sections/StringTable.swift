/// A set of strings, numbered in order of first use.
///
/// Strings are compared by their bytes: Swift treats composed and decomposed letters as equal, but an id has to be
/// stored as written, and folded names are ordered by bytes.
struct StringTable {
  private(set) var offsets: [UInt32] = [0]
  private(set) var bytes: [UInt8] = []
  private var numbers: [Key: UInt32] = [:]

  /// Returns the number of a string, adding it when needed; `UInt32.max` for nil.
  ///
  /// Beyond 4 GiB of text no string is added; see ``isFull``.
  mutating func number(_ text: String?) -> UInt32 {
    guard let text else { return .max }
    let key = Key(text: text)
    if let known = numbers[key] { return known }
    let end = UInt32(exactly: bytes.count + text.utf8.count)
    guard let end else {
      isFull = true
      return .max
    }
    let number = UInt32(offsets.count - 1)
    bytes.append(contentsOf: text.utf8)
    offsets.append(end)
    numbers[key] = number
    return number
  }

  /// Indicates whether a string was refused because the table holds 4 GiB.
  private(set) var isFull = false

  /// A string compared by its bytes.
  private struct Key: Hashable {
    var text: String

    static func == (a: Key, b: Key) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }
    func hash(into hasher: inout Hasher) {
      var bytes = text
      bytes.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }
}

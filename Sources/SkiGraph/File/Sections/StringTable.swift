/// Collects strings once each and numbers them in order of first use.
///
/// Strings are told apart by their bytes: Swift holds composed and decomposed letters for equal, but an id must come
/// back as it was written, and the order of folded names is one of bytes.
struct StringTable {
  private(set) var offsets: [UInt32] = [0]
  private(set) var bytes: [UInt8] = []
  private var numbers: [Key: UInt32] = [:]

  /// Returns the number of a string; `UInt32.max` for nil.
  ///
  /// Beyond 4 GiB of text nothing is taken any more; see ``isFull``.
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

  /// Whether a string was refused because the table holds 4 GiB.
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

/// Collects strings once each and numbers them in order of first use.
struct StringTable {
  private(set) var offsets: [UInt32] = [0]
  private(set) var bytes: [UInt8] = []
  private var numbers: [String: UInt32] = [:]

  /// Returns the number of a string; `UInt32.max` for nil.
  mutating func number(_ text: String?) -> UInt32 {
    guard let text else { return .max }
    if let known = numbers[text] { return known }
    let number = UInt32(offsets.count - 1)
    bytes.append(contentsOf: text.utf8)
    offsets.append(UInt32(bytes.count))
    numbers[text] = number
    return number
  }
}

import SkiBase

/// An NMEA 0183 sentence with a valid checksum: an address and fields between commas.
struct NMEASentence {
  /// The result of searching a line for a sentence.
  enum Outcome {
    /// A valid sentence.
    case sentence(NMEASentence)
    /// A line without a sentence: blank or other content of a log.
    case none
    /// A sentence without a checksum, which may be truncated.
    case checksumMissing
    /// A sentence with a wrong checksum.
    case checksumInvalid
  }

  private let bytes: ArraySlice<UInt8>
  /// The end of each field; the first is the address.
  private let ends: [Int]

  /// Returns the sentence in a line; text before `$` and after the checksum is ignored.
  /// - Complexity: O(length).
  static func find(in line: [UInt8]) -> Outcome {
    guard let start = line.firstIndex(of: UInt8(ascii: "$")) else { return .none }
    let body = line[(start + 1)...]
    guard let star = body.lastIndex(of: UInt8(ascii: "*")) else {
      return isAddress(body.prefix { $0 != UInt8(ascii: ",") }) ? .checksumMissing : .none
    }
    let content = body[..<star]
    guard isAddress(content.prefix { $0 != UInt8(ascii: ",") }) else { return .none }
    let digits = line[(star + 1)...].prefix(2)
    guard digits.count == 2, let high = hexadecimal(digits.first), let low = hexadecimal(digits.last) else {
      return .checksumMissing
    }
    guard content.reduce(0, ^) == high << 4 | low else { return .checksumInvalid }
    return .sentence(NMEASentence(content))
  }

  private init(_ content: ArraySlice<UInt8>) {
    bytes = content
    ends = content.indices.filter { content[$0] == UInt8(ascii: ",") } + [content.endIndex]
  }

  /// The type of sentence, the last three letters of the address; talkers (GP, GN, GL, GA, …) are ignored.
  var kind: String { String(decoding: self[0].suffix(3), as: UTF8.self) }

  /// Returns a field, 0 being the address; empty beyond the last field.
  subscript(index: Int) -> ArraySlice<UInt8> {
    guard index < ends.count else { return [] }
    return bytes[(index == 0 ? bytes.startIndex : ends[index - 1] + 1)..<ends[index]]
  }

  /// Returns a field as a number; nil when it is empty or invalid.
  func number(_ index: Int) -> Double? { DecimalNumber.read(self[index]) }

  /// Returns a field of one letter; nil when it is empty or longer.
  func letter(_ index: Int) -> UInt8? { self[index].count == 1 ? self[index].first : nil }

  /// Returns a field `hhmmss.ss` as seconds since midnight; nil when it is invalid.
  func secondsOfDay(_ index: Int) -> Double? {
    let text = self[index]
    guard text.count >= 6, text.prefix(6).allSatisfy({ $0 &- 0x30 < 10 }),
      let value = DecimalNumber.read(text),
      value < 240_000
    else { return nil }
    let whole = Int(value)
    guard whole / 100 % 100 < 60, whole % 100 <= 60 else { return nil }
    return Double(whole / 10_000 * 3600 + whole / 100 % 100 * 60) + (value - Double(whole / 100 * 100))
  }

  /// Returns fields `ddmm.mmmm` and hemisphere as signed degrees; nil when either is invalid.
  func degrees(_ index: Int, positive: UInt8, negative: UInt8) -> Double? {
    guard let value = number(index), value >= 0, value < 100_000, let letter = letter(index + 1) else {
      return nil
    }
    let whole = Double(Int(value / 100))
    let minutes = value - whole * 100
    guard minutes < 60, letter == positive || letter == negative else { return nil }
    return (letter == positive ? 1 : -1) * (whole + minutes / 60)
  }

  /// Returns whether the bytes are a talker and a type: five capitals or digits; proprietary addresses begin with P.
  private static func isAddress(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count == 5 && bytes.first != UInt8(ascii: "P")
      && bytes.allSatisfy { (0x41...0x5A).contains($0) || $0 &- 0x30 < 10 }
  }

  private static func hexadecimal(_ byte: UInt8?) -> UInt8? {
    guard let byte else { return nil }
    if byte &- 0x30 < 10 { return byte - 0x30 }
    let letter = byte | 0x20
    return (0x61...0x66).contains(letter) ? letter - 0x61 + 10 : nil
  }
}

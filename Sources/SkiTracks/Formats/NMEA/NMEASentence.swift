import SkiGeo

/// One sentence of NMEA 0183: an address and fields between commas, with a checksum that fits.
struct NMEASentence {
  /// What a line was.
  enum Outcome {
    /// A sentence.
    case sentence(NMEASentence)
    /// No sentence at all: a blank line, or what else a log holds.
    case none
    /// A sentence without a checksum, which may be cut off.
    case checksumMissing
    /// A sentence some byte of which is wrong.
    case checksumInvalid
  }

  private let bytes: ArraySlice<UInt8>
  /// Where each field ends; the first is the address.
  private let ends: [Int]

  /// Finds the sentence in a line; what stands before its dollar sign and behind its checksum is passed over.
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

  /// The last three letters of the address, which say what it is; any receiver may talk (GP, GN, GL, GA, …).
  var kind: String { String(decoding: self[0].suffix(3), as: UTF8.self) }

  /// A field, the address being the first; empty where there are fewer.
  subscript(index: Int) -> ArraySlice<UInt8> {
    guard index < ends.count else { return [] }
    return bytes[(index == 0 ? bytes.startIndex : ends[index - 1] + 1)..<ends[index]]
  }

  /// A field as a number; nil when it is empty or none.
  func number(_ index: Int) -> Double? { DecimalNumber.read(self[index]) }

  /// A field of one letter; nil when it is empty or longer.
  func letter(_ index: Int) -> UInt8? { self[index].count == 1 ? self[index].first : nil }

  /// Seconds of a day written as `hhmmss.ss`.
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

  /// Degrees written as `ddmm.mmmm` and the letter of a hemisphere behind it; nil where either is wrong.
  func degrees(_ index: Int, positive: UInt8, negative: UInt8) -> Double? {
    guard let value = number(index), value >= 0, value < 100_000, let letter = letter(index + 1) else {
      return nil
    }
    let whole = Double(Int(value / 100))
    let minutes = value - whole * 100
    guard minutes < 60, letter == positive || letter == negative else { return nil }
    return (letter == positive ? 1 : -1) * (whole + minutes / 60)
  }

  /// Five capitals or digits, that of a talker and what is said; proprietary ones begin with P.
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

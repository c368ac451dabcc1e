/// The places of further values at the end of B records, as an I record defines them.
struct IGCExtensions {
  /// A value that is read.
  enum Value: String {
    /// The accuracy of the position in metres.
    case accuracy = "FXA"
    /// The speed over ground in kilometres per hour.
    case speed = "GSP"
    /// The true track in degrees.
    case course = "TRT"
    /// The decimals of the second.
    case second = "TDS"
    /// Further decimals of the minutes of the latitude.
    case latitude = "LAD"
    /// Further decimals of the minutes of the longitude.
    case longitude = "LOD"
  }

  private var ranges: [Value: Range<Int>] = [:]

  init() {}

  /// Reads an I record: `I`, the number of values in two digits, and for each the first and last byte, counted from 1,
  /// and three letters. Malformed parts are ignored.
  init(_ line: [UInt8]) {
    for start in stride(from: 3, to: line.count - 6, by: 7) {
      guard let first = IGCFix.number(line[start..<start + 2]),
        let last = IGCFix.number(line[start + 2..<start + 4]),
        first >= 36, last >= first, last - first < 10,
        let value = Value(rawValue: String(decoding: line[start + 4..<start + 7], as: UTF8.self))
      else { continue }
      ranges[value] = first - 1..<last
    }
  }

  /// Returns the digits of a value in a B record; none where it is missing or has other characters.
  func digits(_ value: Value, in line: [UInt8]) -> ArraySlice<UInt8> {
    guard let range = ranges[value], range.upperBound <= line.count,
      line[range].allSatisfy({ $0 &- 0x30 < 10 })
    else { return [] }
    return line[range]
  }

  /// Returns a value as a number; nil where it is missing.
  func number(_ value: Value, in line: [UInt8]) -> Double? {
    IGCFix.number(digits(value, in: line)).map(Double.init)
  }

  /// Returns a value as the decimals of a number below 1; nil where it is missing.
  func fraction(_ value: Value, in line: [UInt8]) -> Double? {
    let found = digits(value, in: line)
    return number(value, in: line).map { number in found.reduce(number) { result, _ in result / 10 } }
  }
}

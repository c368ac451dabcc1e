import SkiBase
import SkiSystem

/// A parser of lines with a latitude and a longitude from a stream, in bounded memory.
///
/// Numbers are separated by blanks, a comma or both; empty lines are skipped. An accuracy may follow if it is enabled.
struct SampleLines {
  /// The coordinates of some lines, and the faults of others.
  struct Batch {
    /// The coordinates.
    var places: [Coordinate] = []
    /// The accuracy of each coordinate in metres; nil without one.
    ///
    /// Empty unless it is enabled.
    var accuracies: [Double?] = []
    /// The concatenated text of the coordinates, each `latitude longitude` and a blank.
    var words: [UInt8] = []
    /// The end of each coordinate's text in ``words``.
    var ends: [Int] = []
    /// The invalid lines, with the reason.
    var faults: [(line: Int, reason: String)] = []
  }

  /// The maximum length of a line in bytes.
  static let lineLimitBytes = 1000
  private let takesAccuracy: Bool
  private var begun: [UInt8] = []
  private var isTooLong = false
  private var lineNumber = 0

  /// Creates a parser at the first line.
  /// - Parameter takesAccuracy: True to accept a third number, an accuracy in metres from 0 up.
  init(takesAccuracy: Bool = false) { self.takesAccuracy = takesAccuracy }

  /// Adds a part of the text and returns the contents of the lines that end in it.
  /// - Complexity: O(*n*) in the bytes.
  mutating func take(_ bytes: UnsafeRawBufferPointer) -> Batch {
    var batch = Batch()
    var start = 0
    while start < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
      guard let length = rest.firstIndex(of: UInt8(ascii: "\n")) else {
        keep(rest)
        break
      }
      let line = UnsafeRawBufferPointer(rebasing: rest[..<length])
      if begun.isEmpty, !isTooLong {
        end(line, &batch)
      } else {
        keep(line)
        endBegun(&batch)
      }
      start += length + 1
    }
    return batch
  }

  /// Returns the contents of an unterminated last line.
  mutating func finish() -> Batch {
    var batch = Batch()
    if !begun.isEmpty || isTooLong { endBegun(&batch) }
    return batch
  }

  private mutating func keep(_ piece: UnsafeRawBufferPointer) {
    isTooLong = isTooLong || begun.count + piece.count > Self.lineLimitBytes
    if isTooLong { begun.removeAll() } else { begun.append(contentsOf: piece) }
  }

  private mutating func endBegun(_ batch: inout Batch) {
    let line = begun
    line.withUnsafeBytes { end($0, &batch) }
    begun.removeAll(keepingCapacity: true)
    isTooLong = false
  }

  private mutating func end(_ line: UnsafeRawBufferPointer, _ batch: inout Batch) {
    lineNumber += 1
    guard !isTooLong, line.count <= Self.lineLimitBytes else {
      batch.faults.append(
        (lineNumber, "line is longer than \(Self.lineLimitBytes) bytes; write latitude and longitude"))
      return
    }
    let words = line.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x2C }
    guard !words.isEmpty || line.contains(0x2C) else { return }
    let numbers = words.map(Self.number)
    guard words.count == 2 || takesAccuracy && words.count == 3, isSeparated(line, words),
      let latitude = numbers[0], let longitude = numbers[1], let last = numbers.last, let last
    else {
      let text = String(decoding: line.prefix(60), as: UTF8.self)
      let wanted = takesAccuracy ? ", and metres of accuracy if known" : ""
      batch.faults.append(
        (lineNumber, "line is not two numbers: \(text); write latitude and longitude in degrees\(wanted)"))
      return
    }
    let place = Coordinate(latitude: latitude, longitude: longitude)
    guard place.isValid else {
      batch.faults.append(
        (
          lineNumber,
          "coordinate \(latitude) \(longitude) is not on the Earth; write latitude within ±90, longitude within ±180"
        ))
      return
    }
    if takesAccuracy {
      guard words.count == 2 || last >= 0 && last.isFinite else {
        batch.faults.append((lineNumber, "accuracy \(last) is not a length; write metres from 0 up"))
        return
      }
      batch.accuracies.append(words.count == 3 ? last : nil)
    }
    batch.places.append(place)
    for word in words {
      batch.words.append(contentsOf: word)
      batch.words.append(0x20)
    }
    batch.ends.append(batch.words.count)
  }

  /// Returns whether at most one comma separates two numbers, and there is none elsewhere.
  private func isSeparated(
    _ line: UnsafeRawBufferPointer, _ words: [Slice<UnsafeRawBufferPointer>]
  ) -> Bool {
    let between = zip(words, words.dropFirst()).map { a, b in
      line[a.endIndex..<b.startIndex].count { $0 == 0x2C }
    }
    return between.allSatisfy { $0 <= 1 } && between.reduce(0, +) == line.count { $0 == 0x2C }
  }

  /// Returns a decimal number; nil for infinities and hexadecimal numbers.
  private static func number(_ word: Slice<UnsafeRawBufferPointer>) -> Double? {
    let isDecimal = word.allSatisfy {
      (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0)
    }
    return isDecimal ? Double(String(decoding: word, as: UTF8.self)) : nil
  }
}

/// The processing of coordinates from standard input, line by line.
enum StandardInput {
  /// The maximum number of invalid lines that are listed.
  private static let namedFaultCount = 10

  /// Answers all lines of standard input; invalid lines are listed on standard error.
  /// - Throws: ``SkiError`` with code `.malformedData` at the end when some were invalid, `.inputOutput` when reading
  ///   or writing fails; the errors of `answer`.
  static func answerPlaces(_ lines: SampleLines, with answer: (SampleLines.Batch) throws -> TerminalText)
    throws
  {
    if isatty(STDIN_FILENO) == 1 {
      Console.note("enter lines of latitude and longitude; Ctrl-D ends the input")
    }
    var (lines, faultCount) = (lines, 0)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try buffer.withUnsafeMutableBytes {
        try readSome(from: STDIN_FILENO, into: $0, subject: "standard input")
      }
      let batch =
        count > 0
        ? buffer.withUnsafeBytes { lines.take(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        : lines.finish()
      try Console.write(answer(batch))
      for fault in batch.faults {
        faultCount += 1
        if faultCount <= namedFaultCount {
          Console.note("skiroute: line \(fault.line): \(fault.reason)")
        }
      }
      if count == 0 { break }
    }
    guard faultCount == 0 else {
      throw SkiError(
        .malformedData,
        faultCount == 1
          ? "1 line is not a coordinate; correct it, the others were answered"
          : "\(faultCount) lines are not coordinates; correct them, the others were answered",
        subject: "standard input")
    }
  }
}

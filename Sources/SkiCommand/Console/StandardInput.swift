import SkiBase
import SkiSystem

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

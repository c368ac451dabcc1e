import SkiBase
import SkiSystem

/// A reader of lines from a descriptor, in bounded memory.
struct LineReader: Sendable {
  /// A line that is not blank.
  struct Line: Sendable {
    /// The number of the line, from 1.
    let number: Int
    /// The bytes without the line feed; nil beyond ``LineReader/lineLimitBytes``.
    let bytes: [UInt8]?
  }

  /// The maximum length of a line in bytes.
  static let lineLimitBytes = 1 << 20
  /// The length of a line in bytes beyond which the input is given up.
  static let lineSearchBytes = 64 << 20
  /// The time between two checks for cancellation while no input arrives, in milliseconds.
  private static let pollMilliseconds: Int32 = 50

  private let descriptor: Int32
  private let subject: String
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var unread = 0..<0
  private var lineNumber = 0
  private var hasEnded = false
  /// The number of bytes read so far.
  private(set) var byteCount = 0

  /// Creates a reader at the current position of a descriptor.
  /// - Parameter subject: The name of the input in errors.
  init(_ descriptor: Int32, subject: String) { (self.descriptor, self.subject) = (descriptor, subject) }

  /// Returns the next line that is not blank; nil at the end of the input, and once it is not wanted any more.
  /// - Throws: ``SkiError`` with code `.inputOutput` when reading fails, `.malformedData` when a line has no end within
  ///   ``lineSearchBytes``.
  /// - Complexity: O(*n*) in the bytes up to its end.
  mutating func next(while isWanted: () -> Bool) throws(SkiError) -> Line? {
    var line: [UInt8] = []
    var isTooLong = false
    var start = byteCount
    while true {
      guard byteCount - start <= Self.lineSearchBytes else {
        throw SkiError(
          .malformedData,
          "line \(lineNumber + 1) has no end within \(Self.lineSearchBytes >> 20) MiB; write one question a line",
          subject: subject)
      }
      if unread.isEmpty, try !fill(while: isWanted) {
        guard isWanted(), !line.isEmpty || isTooLong else { return nil }
        lineNumber += 1
        return made(line, isTooLong)
      }
      let feed = buffer[unread].firstIndex(of: UInt8(ascii: "\n"))
      let piece = unread.lowerBound..<(feed ?? unread.upperBound)
      isTooLong = isTooLong || line.count + piece.count > Self.lineLimitBytes
      if isTooLong { line = [] } else { line.append(contentsOf: buffer[piece]) }
      unread = (feed.map { $0 + 1 } ?? unread.upperBound)..<unread.upperBound
      guard feed != nil else { continue }
      lineNumber += 1
      if let made = made(line, isTooLong) { return made }
      line.removeAll(keepingCapacity: true)
      start = byteCount
    }
  }

  /// Returns the current line; nil when it is blank.
  private func made(_ line: [UInt8], _ isTooLong: Bool) -> Line? {
    if isTooLong { return Line(number: lineNumber, bytes: nil) }
    let isMarked = lineNumber == 1 && line.starts(with: [0xEF, 0xBB, 0xBF])
    let text = isMarked ? Array(line.dropFirst(3)) : line
    let isBlank = text.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    return isBlank ? nil : Line(number: lineNumber, bytes: text)
  }

  /// Waits for input and reads some; returns false at its end, and once it is not wanted any more.
  private mutating func fill(while isWanted: () -> Bool) throws(SkiError) -> Bool {
    while !hasEnded, isWanted() {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&entry, 1, Self.pollMilliseconds)
      if ready == 0 || ready < 0 && errno == EINTR { continue }
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count >= 0 else {
        throw SkiError(
          .inputOutput, "questions can't be read; check the input and start again", subject: subject,
          underlying: String(cString: strerror(errno)))
      }
      (unread, hasEnded) = (0..<count, count == 0)
      byteCount += count
      if count > 0 { return true }
    }
    return false
  }
}

/// The input of a batch: a file or standard input.
struct BatchInput: Sendable {
  /// The name of the input in errors.
  let subject: String
  private let descriptor: Int32
  /// The size of a regular file in bytes; nil for pipes and terminals.
  private let totalBytes: Int?

  /// Opens a file, or standard input for nil; on a terminal notes the end of input.
  /// - Throws: ``SkiError`` with code `.missingInput` when it can't be opened or is no regular file.
  init(_ path: String?) throws {
    subject = path ?? "standard input"
    // Without O_NONBLOCK, opening a named pipe would block for ever.
    descriptor = path.map { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) } ?? STDIN_FILENO
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      throw SkiError(
        .missingInput, "file can't be opened; check that it exists and may be read", subject: path,
        underlying: String(cString: strerror(errno)))
    }
    let isFile = status.st_mode & S_IFMT == S_IFREG
    guard isFile || path == nil else {
      throw SkiError(
        .missingInput, "not a regular file; name a file of questions, or write them to standard input",
        subject: path)
    }
    totalBytes = isFile ? Int(status.st_size) : nil
    if isatty(descriptor) == 1 { Console.note("enter lines of JSON; Ctrl-D ends the input") }
  }

  /// Returns a reader of the lines, to be used once.
  func reader() -> LineReader { LineReader(descriptor, subject: subject) }

  /// Returns the share of the input in some bytes; nil for an input of unknown length.
  func share(of bytes: Int) -> Double? {
    totalBytes.flatMap { $0 > 0 ? min(1, Double(bytes) / Double($0)) : nil }
  }
}

import SkiBase
import SkiSystem

/// The output of the command: results on standard output, everything else on standard error.
enum Console {
  /// Returns whether standard output is a terminal that supports colour.
  static func wantsColour() -> Bool {
    isatty(STDOUT_FILENO) == 1 && (ProcessEnvironment.value("NO_COLOR") ?? "").isEmpty
      && ProcessEnvironment.value("TERM") != "dumb"
  }

  /// Returns the width of the terminal in cells: its own, else `COLUMNS`, else 80.
  static func columns() -> Int {
    var size = winsize()
    if isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
      return Int(size.ws_col)
    }
    return ProcessEnvironment.value("COLUMNS").flatMap { Int($0) } ?? 80
  }

  /// Writes a result.
  /// - Throws: ``SkiError`` with code `.inputOutput` when writing fails, as on a full disk; ``BrokenPipe`` when the
  ///   pipe's reader has ended.
  static func write(_ text: TerminalText) throws { try write(lines: Array(text.string.utf8)) }

  /// Writes lines of a result, in UTF-8 and without control characters.
  /// - Throws: The errors of ``write(_:)-(TerminalText)``.
  static func write(lines: [UInt8]) throws { try write(lines, to: STDOUT_FILENO) }

  /// Writes a document as a result.
  /// - Throws: The errors of ``write(_:)-(TerminalText)``.
  static func write(_ document: MarkupText) throws { try write(TerminalText(document)) }

  /// Writes a row of a table as a result.
  /// - Throws: The errors of ``write(_:)-(TerminalText)``.
  static func write(_ row: CSVRow) throws { try write(row.line, to: STDOUT_FILENO) }

  /// Writes a line to standard error, failures are ignored.
  static func note(_ text: TerminalText) {
    try? write(Array((text + "\n").string.utf8), to: STDERR_FILENO)
  }

  /// Writes a note on an answer to standard error, with the options of the keys that it names.
  static func note(of answer: KeyedText) {
    note(TerminalText("skiroute: " + answer.worded(OptionName.of)))
  }

  /// Writes a part of a progress line to standard error; failures are ignored.
  static func progress(_ text: TerminalText) {
    try? write(Array(text.string.utf8), to: STDERR_FILENO)
  }

  /// Writes an error as one line without control characters.
  static func fail(_ error: SkiError) {
    note("skiroute: error: \(error.description)")
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
    try bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let written = SkiSystem.write(descriptor, buffer.baseAddress! + done, buffer.count - done)
        if written > 0 {
          done += written
        } else if errno == EPIPE {
          throw BrokenPipe()
        } else if errno != EINTR {
          throw SkiError(
            .inputOutput,
            "standard output can't be written: \(String(cString: strerror(errno))); check where it leads")
        }
      }
    }
  }
}

/// The long option of a question's key.
enum OptionName {
  /// Returns the option: `--max-difficulty` for `maxDifficulty`.
  static func of(_ key: String) -> String { "--" + long(key) }

  /// Returns the option without hyphens before it.
  static func long(_ key: String) -> String {
    var name: [UInt8] = []
    for letter in key.utf8 {
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter)
      if isCapital { name.append(UInt8(ascii: "-")) }
      name.append(isCapital ? letter | 0x20 : letter)
    }
    return String(decoding: name, as: UTF8.self)
  }
}

/// The environment of the process.
enum ProcessEnvironment {
  /// Returns the value of a variable; nil when it is not set.
  static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

/// The preparation of standard input, output and error before any file is opened.
enum StandardStreams {
  /// Opens closed streams, so that files don't get their descriptors, and turns signals of failed writes into errors.
  ///
  /// If standard error were closed, the next file opened would get its descriptor and receive messages. A closed
  /// standard output is opened for reading only, so that writing to it fails.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    for (number, mode) in [
      (STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ] where fcntl(number, F_GETFD) < 0 {
      // The lowest free descriptor is assigned, and all lower ones are in use.
      _ = open("/dev/null", mode)
    }
  }
}

/// An error that ends the command silently: the reader of standard output has ended.
struct BrokenPipe: Error {}

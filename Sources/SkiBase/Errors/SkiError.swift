/// The error type of every SkiRoute module.
///
/// A struct rather than an enum, so that it can grow without breaking callers. `message` is lower-case, starts with the
/// problem, contains the offending value, states a remedy and has no final stop.
public struct SkiError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of failure; a stable, finite list on which callers can branch.
  @nonexhaustive
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// A named file or folder, or a system library, does not exist or can't be opened for reading.
    case missingInput
    /// Bytes violate their format (JSON, PNG, `.hgt`, `.skimap`).
    case malformedData
    /// A well-formed file holds no usable data.
    case emptyInput
    /// A file has a newer or unknown version of its format.
    case unsupportedFormat
    /// A size or count exceeds a limit of the format, of the memory or of the caller.
    case limitExceeded
    /// A file can't be created, for example in a folder without write permission.
    case unwritableOutput
    /// Reading or writing failed half-way, for example on a full disk.
    case inputOutput
    /// An argument is invalid: an unknown word, a coordinate outside the Earth.
    case invalidArgument
    /// A name matches no feature on the map.
    case unknownPlace
    /// A name matches several different places.
    case ambiguousPlace
    /// The caller lacks the permission, or its credential is missing, unknown or expired.
    case notPermitted
    /// Something named by its identifier does not exist, or its existence is not disclosed to the caller.
    case notFound
    /// The request does not apply to the present state: something exists already, was changed meanwhile, or is held by
    /// another process.
    case conflict
    /// The caller made too many requests for now.
    case rateLimited
    /// A service or a store can't be reached, or is too busy for now.
    case unavailable
    /// The work exceeded the time its caller allowed.
    case timedOut
    /// The caller cancelled the work.
    case cancelled
    /// An invariant inside SkiRoute was violated: a bug.
    case internalInconsistency
  }

  /// The kind of failure.
  public var code: Code
  /// The problem with the offending value, and a remedy. Keys of a question have their own names, as `maxDifficulty`.
  public var message: String {
    get { text.text }
    set { text = KeyedText(newValue) }
  }
  /// The location of the problem: a file with a line or byte, or the id of a feature; nil when there is none.
  public var subject: String?
  /// The wrapped error of another library as text; nil when there is none.
  public var underlying: String?
  private var text: KeyedText

  /// Creates an error from its parts.
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - message: The problem with the offending value, and a remedy.
  ///   - subject: The location of the problem, see ``subject``.
  ///   - underlying: The wrapped error of another library as text.
  public init(
    _ code: Code, _ message: String, subject: String? = nil, underlying: String? = nil
  ) {
    self.init(code, keyed: KeyedText(message), subject: subject, underlying: underlying)
  }

  /// Creates an error about keys of a question.
  package init(_ code: Code, keyed text: KeyedText, subject: String? = nil, underlying: String? = nil) {
    (self.code, self.text, self.subject, self.underlying) = (code, text, subject, underlying)
  }

  /// Returns the error in the words of an app or a command for the keys of questions.
  /// - Parameter word: Returns the word for the name of a key: `--max-difficulty` for `maxDifficulty`.
  /// - Complexity: O(*n*) in the length.
  public func worded(_ word: (String) -> String) -> SkiError {
    SkiError(
      code, keyed: KeyedText(text.worded(word)), subject: subject, underlying: underlying)
  }

  /// Refuses an argument that has no meaning.
  /// - Throws: ``SkiError`` with code `.invalidArgument` where the condition doesn't hold.
  @inlinable
  package static func require(_ condition: Bool, _ message: @autoclosure () -> String) throws(SkiError) {
    guard condition else { throw SkiError(.invalidArgument, message()) }
  }

  /// Refuses a value of a question's key, or keys that contradict each other.
  /// - Throws: ``SkiError`` with code `.invalidArgument` where the condition doesn't hold.
  package static func require(
    _ condition: Bool, keyed text: @autoclosure () -> KeyedText
  ) throws(SkiError) {
    guard condition else { throw SkiError(.invalidArgument, keyed: text()) }
  }

  /// Refuses work that needs a system library which can't be loaded.
  /// - Parameter fault: The result of the library's function `…_library_fault`: nil when it is loaded.
  /// - Throws: ``SkiError`` with code `.missingInput`, naming the library, the reason and the Debian package.
  package static func requireLibrary(_ fault: UnsafePointer<CChar>?) throws(SkiError) {
    guard let fault else { return }
    throw SkiError(.missingInput, String(cString: fault))
  }

  /// The error on one line: subject, message and underlying cause, with control characters replaced by U+FFFD.
  /// - Complexity: O(*n*) in the length.
  public var description: String {
    var text = subject.map { "\($0): " } ?? ""
    text += message
    if let underlying { text += " (\(underlying))" }
    return text.terminalSafe()
  }
}

/// A text that names keys of a question, for which a command, a server and an app have words of their own.
package struct KeyedText: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// Texts and names of keys in turn; a text comes first.
  private let parts: [String]

  /// Creates a text that names no key.
  package init(_ text: String) { parts = [text] }

  package init(stringLiteral text: String) { parts = [text] }

  package init(stringInterpolation: Interpolation) { parts = stringInterpolation.parts }

  /// The text with the names of the keys.
  package var text: String { parts.count == 1 ? parts[0] : parts.joined() }

  /// Returns the text with another word for each key. Complexity: O(*n*) in the length.
  package func worded(_ word: (String) -> String) -> String {
    parts.indices.map { $0.isMultiple(of: 2) ? parts[$0] : word(parts[$0]) }.joined()
  }

  /// The pieces of a literal.
  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var parts = [""]

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { parts[parts.count - 1] += literal }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      parts[parts.count - 1] += value.description
    }

    /// Adds the name of a key.
    package mutating func appendInterpolation(key: String) { parts += [key, ""] }

    /// Adds the names of keys, with a separator between them.
    package mutating func appendInterpolation(keys: [String], separator: String) {
      for (index, key) in keys.enumerated() {
        if index > 0 { appendLiteral(separator) }
        appendInterpolation(key: key)
      }
    }
  }
}

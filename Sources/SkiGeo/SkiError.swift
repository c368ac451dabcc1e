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
  /// The problem with the offending value, and a remedy.
  public var message: String
  /// The location of the problem: a file with a line or byte, or the id of a feature; nil when there is none.
  public var subject: String?
  /// The wrapped error of another library as text; nil when there is none.
  public var underlying: String?

  /// Creates an error from its parts.
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - message: The problem with the offending value, and a remedy.
  ///   - subject: The location of the problem, see ``subject``.
  ///   - underlying: The wrapped error of another library as text.
  public init(
    _ code: Code, _ message: String, subject: String? = nil, underlying: String? = nil
  ) {
    self.code = code
    self.message = message
    self.subject = subject
    self.underlying = underlying
  }

  /// Refuses an argument that has no meaning.
  /// - Throws: ``SkiError`` with code `.invalidArgument` where the condition doesn't hold.
  @inlinable
  package static func require(_ condition: Bool, _ message: @autoclosure () -> String) throws(SkiError) {
    guard condition else { throw SkiError(.invalidArgument, message()) }
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

/// The one error type every SkiRoute module throws.
///
/// A struct rather than an enum, so that it can grow without breaking callers. `message` is lower-case,
/// starts with what is wrong, contains the value, and says how to mend it; it has no final stop.
public struct SkiError: Error, Sendable, CustomStringConvertible {
  /// What kind of thing went wrong; finite and stable, so that callers can decide by it.
  @nonexhaustive
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// A file or folder that was named does not exist or can't be opened for reading.
    case missingInput
    /// Bytes are not what their format promises (JSON, PNG, `.hgt`, `.skimap`).
    case malformedData
    /// A well-formed file holds nothing that can be used.
    case emptyInput
    /// A file was written by a newer or foreign version of its format.
    case unsupportedFormat
    /// A size or count inside a file is beyond what can be believed or held.
    case limitExceeded
    /// A file can't be created, for example in a folder without the right to write.
    case unwritableOutput
    /// Reading or writing failed half-way, for example on a full disk.
    case inputOutput
    /// An argument has no meaning: an unknown word, a coordinate outside the Earth.
    case invalidArgument
    /// A name fits nothing on the map.
    case unknownPlace
    /// A name fits several places that are really different.
    case ambiguousPlace
    /// The work was not done within the time its caller allowed.
    case timedOut
    /// The work was cancelled by its caller.
    case cancelled
    /// A promise inside SkiRoute was broken; a bug.
    case internalInconsistency
  }

  /// The kind of failure.
  public var code: Code
  /// What is wrong, with the value, and how to mend it.
  public var message: String
  /// Where: a file with a line or byte, or the id of a feature; nil when there is no such place.
  public var subject: String?
  /// The foreign error this one wraps, as text; nil when there is none.
  public var underlying: String?

  /// Makes an error from its parts.
  public init(
    _ code: Code, _ message: String, subject: String? = nil, underlying: String? = nil
  ) {
    self.code = code
    self.message = message
    self.subject = subject
    self.underlying = underlying
  }

  /// The error on one line: subject, message, underlying cause; what a terminal would obey is taken out.
  public var description: String {
    var text = subject.map { "\($0): " } ?? ""
    text += message
    if let underlying { text += " (\(underlying))" }
    return text.terminalSafe()
  }
}

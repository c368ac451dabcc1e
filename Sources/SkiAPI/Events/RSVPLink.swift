public import SkiBase

/// A signed link by which one person answers to one event until it expires, without a login.
///
/// It has no description, so that it does not reach a log by accident.
public struct RSVPLink: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
  /// The event.
  public let event: EventID
  /// The person who answers by it.
  public let person: UserID
  /// The end, from which it is refused.
  public let expires: UniversalTime
  /// The signature, as 64 lower-case hexadecimal digits.
  package let signature: String

  /// Creates a link from its parts.
  package init(event: EventID, person: UserID, expires: UniversalTime, signature: String) {
    (self.event, self.person, self.expires, self.signature) = (event, person, expires, signature)
  }

  /// The link's secret part: milliseconds of the end, signature, event and person, with points between.
  public var text: String { "\(expires.milliseconds).\(signature).\(event.rawValue).\(person.rawValue)" }

  /// Creates a link from its secret part; its signature is not checked.
  /// - Throws: `SkiError` with code `.notPermitted` for a text of another form.
  public init(_ text: String) throws {
    let parts = text.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
    guard text.utf8.count <= 400, parts.count == 4, let milliseconds = Int64(parts[0]),
      String(milliseconds) == parts[0], let event = try? EventID(parts[2]),
      let person = try? UserID(parts[3])
    else { throw SkiError.refusedLink }
    self.init(
      event: event, person: person, expires: UniversalTime(milliseconds: milliseconds), signature: parts[1])
  }

  /// A text that does not contain the link.
  public var description: String { "RSVP link" }
  /// A text that does not contain the link.
  public var debugDescription: String { description }
}

extension SkiError {
  /// The error for a link by which no one may answer, for any reason.
  package static var refusedLink: SkiError {
    SkiError(.notPermitted, "the link is not valid or has expired; answer in the app")
  }
}

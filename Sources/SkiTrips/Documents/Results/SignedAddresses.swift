package import SkiFormats
public import SkiGeo
import SkiSharing

/// The address to which one recording can be uploaded once, by whoever has it.
public struct UploadAddress: Sendable, Hashable {
  /// The day that the recording becomes.
  public var day: DayID
  /// The path of the server, with a secret.
  public var path: String
  /// The end.
  public var expires: UniversalTime

  /// Creates an address from its parts.
  public init(day: DayID, path: String, expires: UniversalTime) {
    (self.day, self.path, self.expires) = (day, path, expires)
  }

  /// Creates the address of a permission.
  package init(_ permission: UploadPermission) {
    self.init(day: permission.day, path: "/v1/uploads/\(permission.text)", expires: permission.expires)
  }
}

extension UploadAddress: TripsDocument {
  /// The address as an object of JSON.
  package var json: JSONValue {
    .object(["day": .string(day.rawValue), "upload": .string(path), "expires": .time(expires)])
  }

  /// Creates an address from its document.
  package init(_ document: DocumentReader) throws {
    self.init(
      day: try document.requiredID("day"), path: try document.requiredText("upload"),
      expires: try document.requiredTime("expires"))
  }
}

extension UploadAddress: CustomStringConvertible, CustomDebugStringConvertible {
  /// A text without the address.
  public var description: String { "upload address" }
  /// A text without the address.
  public var debugDescription: String { description }
}

/// A signed link, as its holder receives it: the path of a file of a recorded day, or the text of a link for an answer.
public struct SignedLink: Sendable, Hashable {
  /// The path or the text, which is a secret.
  public var link: String
  /// The end.
  public var expires: UniversalTime

  /// Creates a link from its parts.
  public init(link: String, expires: UniversalTime) { (self.link, self.expires) = (link, expires) }

  /// Creates the path of a file.
  package init(_ link: DayLink) { self.init(link: "/v1/files/\(link.text)", expires: link.expires) }

  /// Creates the text of a link for an answer.
  package init(_ link: RSVPLink) { self.init(link: link.text, expires: link.expires) }
}

extension SignedLink: TripsDocument {
  /// The link as an object of JSON.
  package var json: JSONValue { .object(["link": .string(link), "expires": .time(expires)]) }

  /// Creates a link from its document.
  package init(_ document: DocumentReader) throws {
    self.init(link: try document.requiredText("link"), expires: try document.requiredTime("expires"))
  }
}

extension SignedLink: CustomStringConvertible, CustomDebugStringConvertible {
  /// A text without the link.
  public var description: String { "signed link" }
  /// A text without the link.
  public var debugDescription: String { description }
}

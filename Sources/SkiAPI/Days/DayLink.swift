public import SkiBase

/// The files of a recorded day.
public enum DayFileKind: String, Sendable, Hashable, Codable, CaseIterable {
  /// The corrected recording; for others than the owner without the ends outside of the ski area.
  case gpx
  /// The picture, of the same line.
  case thumbnail
  /// The recording as it was uploaded, for the owner alone.
  case recording
}

/// A file of a recorded day.
package struct DayFile: Sendable, Hashable {
  /// The kind.
  package var kind: DayFileKind
  /// The content.
  package var bytes: [UInt8]

  /// Creates a file from its parts.
  package init(kind: DayFileKind, bytes: [UInt8]) { (self.kind, self.bytes) = (kind, bytes) }

  /// The media type.
  package var mediaType: String {
    switch kind {
    case .gpx: "application/gpx+xml"
    case .thumbnail: "image/png"
    case .recording: "application/octet-stream"
    }
  }
}

/// A link to a file of a recorded day, for some minutes.
///
/// Its text is encrypted and authenticated by the secret of the store: it shows neither the day nor the person who asked.
/// Each use asks for that person's permission anew, so that a link ends with what it was given for.
public struct DayLink: Sendable, Hashable {
  /// The text for the address.
  public let text: String
  /// The end.
  public let expires: UniversalTime
  /// The day.
  package let day: DayID
  /// The kind of the file.
  package let kind: DayFileKind
  /// The person who asked for the link.
  package let viewer: UserID

  /// The time for which a link is valid, in seconds.
  public static let validSeconds = 300.0

  /// Creates the link that a client received, which it can't read.
  public init(received text: String, day: DayID, kind: DayFileKind, viewer: UserID, expires: UniversalTime) {
    (self.text, self.day, self.kind) = (text, day, kind)
    (self.viewer, self.expires) = (viewer, expires)
  }

  /// The error for a link that leads nowhere, whatever the reason.
  package static let refused = SkiError(.notFound, "the link is forged or expired; ask for another one")
}

extension DayLink: CustomStringConvertible, CustomDebugStringConvertible {
  /// A text without the link.
  public var description: String { "link to a file" }
  /// A text without the link.
  public var debugDescription: String { description }
}

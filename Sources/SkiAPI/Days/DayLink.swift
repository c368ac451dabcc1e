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

/// The states of a recorded day.
public enum DayState: String, Sendable, Hashable, Codable, CaseIterable {
  /// It is received, and waits for the map.
  case waiting
  /// Its laps are known.
  case matched
  /// It can't be matched; see ``RecordedDay/failure``.
  case failed
}

/// A recorded day, as its owner sees it or as it is shared with a trip.
public struct RecordedDay: Sendable, Hashable {
  /// The identifier.
  public var id: DayID
  /// The owner.
  public var owner: UserID
  /// The state; shared days are matched.
  public var state: DayState
  /// The code of the reason for which it can't be matched, as `unsupportedFormat`; nil for other states.
  public var failure: String?
  /// The time at which it was received; nil for others than the owner.
  public var received: UniversalTime?
  /// The start of the first lap; nil unless it is matched.
  public var from: UniversalTime?
  /// The end of the last lap; nil unless it is matched.
  public var until: UniversalTime?
  /// The number of laps that count.
  public var lapCount: Int
  /// The descent on runs that count, in metres.
  public var descentMetres: Double
  /// The trips with which it is shared; empty for others than the owner.
  public var trips: [TripID]

  /// Creates a day from its parts.
  public init(
    id: DayID, owner: UserID, state: DayState, failure: String?, received: UniversalTime?,
    from: UniversalTime?,
    until: UniversalTime?, lapCount: Int, descentMetres: Double, trips: [TripID]
  ) {
    (self.id, self.owner, self.state, self.failure) = (id, owner, state, failure)
    (self.received, self.from, self.until) = (received, from, until)
    (self.lapCount, self.descentMetres, self.trips) = (lapCount, descentMetres, trips)
  }
}

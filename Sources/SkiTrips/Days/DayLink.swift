internal import Crypto
public import SkiGeo
public import SkiSharing

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
  let day: DayID
  /// The kind of the file.
  let kind: DayFileKind
  /// The person who asked for the link.
  let viewer: UserID

  /// The time for which a link is valid, in seconds.
  public static let validSeconds = 300.0

  /// Creates a link.
  init(day: DayID, kind: DayFileKind, viewer: UserID, expires: UniversalTime, _ keys: DaySecret.Keys) throws {
    (self.day, self.kind, self.viewer, self.expires) = (day, kind, viewer, expires)
    let fields = [kind.rawValue, String(expires.milliseconds), day.rawValue, viewer.rawValue]
    let box = try AES.GCM.seal(Array(fields.joined(separator: "\n").utf8), using: keys.links)
    text = Array(box.nonce).hexadecimal + Array(box.ciphertext).hexadecimal + Array(box.tag).hexadecimal
  }

  /// Creates the link that a client received, which it can't read.
  public init(received text: String, day: DayID, kind: DayFileKind, viewer: UserID, expires: UniversalTime) {
    (self.text, self.day, self.kind) = (text, day, kind)
    (self.viewer, self.expires) = (viewer, expires)
  }

  /// Creates the link of a text that this store made and that has not expired.
  /// - Throws: `SkiError` with code `.notFound` for any other text.
  init(_ text: String, _ keys: DaySecret.Keys, now: UniversalTime) throws {
    guard text.utf8.count <= 2000, let bytes = HexadecimalBytes.of(text),
      let box = try? AES.GCM.SealedBox(combined: bytes),
      let plain = try? AES.GCM.open(box, using: keys.links)
    else { throw Self.refused }
    let fields = String(decoding: plain, as: UTF8.self)
      .split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 4, let kind = DayFileKind(rawValue: fields[0]), let end = Int64(fields[1]) else {
      throw Self.refused
    }
    (self.text, self.kind, expires) = (text, kind, UniversalTime(milliseconds: end))
    (day, viewer) = (try DayID(fields[2]), try UserID(fields[3]))
    guard now < expires else { throw Self.refused }
  }

  /// The error for a link that leads nowhere, whatever the reason.
  static let refused = SkiError(.notFound, "the link is forged or expired; ask for another one")
}

extension DayLink: CustomStringConvertible, CustomDebugStringConvertible {
  /// A text without the link.
  public var description: String { "link to a file" }
  /// A text without the link.
  public var debugDescription: String { description }
}

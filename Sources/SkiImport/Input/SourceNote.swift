import SkiFormats
import SkiGeo
public import SkiModel

/// What a `SOURCE.json` says of the files beside it: where they came from and on what terms.
///
/// A value; `Sendable`. The format is described in Data/Formats/source.md. Members that are not known are passed over.
public struct SourceNote: Sendable, Hashable {
  /// The name every such file has.
  public static let fileName = "SOURCE.json"
  /// The largest such file that is believed, in bytes.
  public static let limitBytes = 1 << 20

  /// What the source is called.
  public var name: String
  /// The licence of the data, nil when it is not told.
  public var licence: String?
  /// The words that must be shown with anything made from the data, nil when there are none.
  public var attribution: String?
  /// The files it speaks of; nil for all that lie beside or below it.
  public var fileNames: Set<String>?

  /// Makes a note from its parts.
  public init(
    name: String, licence: String? = nil, attribution: String? = nil, fileNames: Set<String>? = nil
  ) {
    self.name = name
    self.licence = licence
    self.attribution = attribution
    self.fileNames = fileNames
  }

  /// Reads a note. One that can't be understood is an error, since what must be named would be lost with it.
  /// - Parameters:
  ///   - bytes: The file's content.
  ///   - path: The file, for errors.
  /// - Throws: ``SkiError`` with code `.malformedData`, `.unsupportedFormat` for another version, `.limitExceeded`.
  /// - Complexity: O(bytes).
  public init(json bytes: [UInt8], path: String) throws {
    guard bytes.count <= Self.limitBytes else {
      throw SkiError(
        .limitExceeded, "description of \(bytes.count) bytes is larger than \(Self.limitBytes); remove it",
        subject: path)
    }
    let members: Members
    do throws(JSONFault) {
      members = try bytes.withUnsafeBufferPointer { buffer throws(JSONFault) in try Members(buffer) }
    } catch {
      throw SkiError(
        .malformedData, "no description of a source: \(error.reason); fetch the data again or remove it",
        subject: "\(path), byte \(error.position)")
    }
    guard members.version == 1 else {
      let version = members.version.flatMap { decimalText($0, places: 3) } ?? "missing"
      throw SkiError(
        .unsupportedFormat,
        "version of the description is \(version), not 1; fetch the data again or remove it",
        subject: path)
    }
    guard let name = members.name else {
      throw SkiError(
        .malformedData, "name of the source is missing; fetch the data again or remove the file",
        subject: path)
    }
    self.init(
      name: name, licence: members.licence, attribution: members.attribution, fileNames: members.fileNames)
  }

  /// Whether it speaks of a file beside it.
  public func covers(_ fileName: String) -> Bool { fileNames?.contains(fileName) ?? true }

  /// What a map keeps of it.
  public var source: DataSource { DataSource(name: name, licence: licence, attribution: attribution) }
}

extension DataSource {
  /// This source with what a note says of it too: nothing that must be named is lost, nothing is said twice.
  func joined(with note: SourceNote) -> DataSource {
    DataSource(
      name: note.name, licence: Self.joined(licence, note.licence),
      attribution: Self.joined(attribution, note.attribution))
  }

  private static func joined(_ own: String?, _ noted: String?) -> String? {
    guard let own, let noted else { return own ?? noted }
    return noted.contains(own) ? noted : own.contains(noted) ? own : "\(noted); \(own)"
  }
}

/// The members of a note that matter.
private struct Members {
  var version: Double?
  var name: String?
  var licence: String?
  var attribution: String?
  var fileNames: Set<String>?

  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONFault) {
    var cursor = JSONCursor(bytes, range: 0..<bytes.count)
    try cursor.enterObject()
    var isFirst = true
    while let token = try cursor.nextMember(&isFirst) {
      if cursor.matches(token, "version") {
        version = try cursor.readNumber()
      } else if cursor.matches(token, "name") {
        name = try Self.text(&cursor)
      } else if cursor.matches(token, "licence") {
        licence = try Self.text(&cursor)
      } else if cursor.matches(token, "attribution") {
        attribution = try Self.text(&cursor)
      } else if cursor.matches(token, "files") {
        fileNames = try Self.names(&cursor)
      } else {
        try cursor.skipValue()
      }
    }
    try cursor.expectEnd()
  }

  /// A text, or nil for null; anything else is a fault.
  private static func text(_ cursor: inout JSONCursor) throws(JSONFault) -> String? {
    if cursor.peek() == UInt8(ascii: "n") {
      try cursor.skipValue()
      return nil
    }
    let token = try cursor.readToken()
    return FeatureName.normalized(cursor.text(of: token))
  }

  /// The names of an object's members.
  private static func names(_ cursor: inout JSONCursor) throws(JSONFault) -> Set<String> {
    var names: Set<String> = []
    try cursor.enterObject()
    var isFirst = true
    while let token = try cursor.nextMember(&isFirst) {
      names.insert(cursor.text(of: token))
      try cursor.skipValue()
    }
    return names
  }
}

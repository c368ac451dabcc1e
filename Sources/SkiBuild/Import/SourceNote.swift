import SkiBase
public import SkiGraph

/// The contents of a `SOURCE.json`: the origin and licence of the files beside it.
///
/// The format is described in Data/Formats/source.md. Unknown members are ignored.
public struct SourceNote: Sendable, Hashable {
  /// The name of every file with such a note.
  public static let fileName = "SOURCE.json"
  /// The maximum size of a file with a note in bytes, 1 MiB.
  public static let limitBytes = 1 << 20

  /// The name of the source.
  public var name: String
  /// The licence of the data; nil when it is not stated.
  public var licence: String?
  /// The attribution required with anything made from the data; nil when there is none.
  public var attribution: String?
  /// The names of the files beside it that it applies to; nil for all files beside or below it.
  public var fileNames: Set<String>?

  /// Creates a note from its parts; without file names it applies to all files beside or below it.
  public init(
    name: String, licence: String? = nil, attribution: String? = nil, fileNames: Set<String>? = nil
  ) {
    self.name = name
    self.licence = licence
    self.attribution = attribution
    self.fileNames = fileNames
  }

  /// Creates a note from its JSON; an invalid one throws, since a required attribution would be lost.
  /// - Parameters:
  ///   - bytes: The file's contents.
  ///   - path: The path of the file, the subject of errors; it is not opened.
  /// - Throws: ``SkiError`` with code `.malformedData` for invalid JSON or a missing name, `.unsupportedFormat` for
  ///   another version, `.limitExceeded` beyond ``limitBytes``.
  /// - Complexity: O(*n*) in the bytes.
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
        .malformedData,
        "description of a source can't be read: \(error.reason); fetch the data again or remove it",
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

  /// Returns whether the note applies to the file of a name beside it.
  public func covers(_ fileName: String) -> Bool { fileNames?.contains(fileName) ?? true }

  /// The part of the note that is stored in maps.
  public var source: DataSource { DataSource(name: name, licence: licence, attribution: attribution) }
}

extension DataSource {
  /// Returns the source combined with a note, keeping licences and attributions of both without repetition.
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

/// The known members of a note.
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

  /// Returns a text, or nil for null; throws for other values.
  private static func text(_ cursor: inout JSONCursor) throws(JSONFault) -> String? {
    if cursor.peek() == UInt8(ascii: "n") {
      try cursor.skipValue()
      return nil
    }
    let token = try cursor.readToken()
    return FeatureName.normalized(cursor.text(of: token))
  }

  /// Returns the names of an object's members.
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

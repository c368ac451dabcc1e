import SkiBase
import SkiGraph

extension Properties {
  /// Reads a properties object; any other value counts as none.
  static func read(_ cursor: inout JSONCursor) throws(JSONFault) -> Properties {
    var properties = Properties()
    try properties.readObject(&cursor)
    return properties
  }

  /// Reads a properties object in place of these properties; any other value counts as none.
  mutating func readObject(_ cursor: inout JSONCursor) throws(JSONFault) {
    removeAll()
    guard cursor.peek() == UInt8(ascii: "{") else { return try cursor.skipValue() }
    isPresent = true
    try readMembers(&cursor)
  }

  private mutating func readMembers(_ cursor: inout JSONCursor) throws(JSONFault) {
    try cursor.enterObject()
    var isFirst = true
    while let name = try cursor.nextMember(&isFirst) {
      let key = PropertyKeyTable.shared.key(name, in: cursor)
      switch cursor.peek() {
      case UInt8(ascii: "["): try readList(key, &cursor)
      case UInt8(ascii: "{"):
        if key == .tags { try readMembers(&cursor) } else { try cursor.skipValue() }
      default:
        if let key { self[key] = try Self.readSingle(&cursor) } else { try readOther(name, &cursor) }
      }
    }
  }

  /// Reads the value of a key that is kept only when it is a name in a language.
  private mutating func readOther(
    _ name: JSONCursor.Token, _ cursor: inout JSONCursor
  ) throws(JSONFault) {
    guard Self.mayBeName(name, cursor) else { return try Self.passSingle(&cursor) }
    let key = cursor.text(of: name)
    guard let (kind, language) = FeatureDecoder.nameKey(key) else { return try Self.passSingle(&cursor) }
    setName(key, kind, language: language, to: try Self.readSingle(&cursor))
  }

  /// The first four bytes of the keys of names.
  private static let nameStarts = AlternativeName.Kind.allCases.map {
    TextEnds(String($0.rawValue.prefix(4))).first
  }

  /// Returns whether a key that is none of ``PropertyKey`` may be a name; true for all that are not plain ASCII.
  private static func mayBeName(_ name: JSONCursor.Token, _ cursor: JSONCursor) -> Bool {
    guard cursor.isPlain(name, limitBytes: .max) else { return true }
    let start = cursor.ends(of: name).first & 0xFFFF_FFFF
    return nameStarts.contains(start)
  }

  /// The maximum length of a text in bytes of UTF-8; OpenStreetMap limits tags to 255 characters.
  static let textLimitBytes = 8192

  private static func readText(_ cursor: inout JSONCursor) throws(JSONFault) -> Text {
    let token = try cursor.readToken()
    let text = cursor.text(of: token)
    guard text.utf8.count > textLimitBytes else {
      return Text(raw: text, spelling: cursor.spelling(of: token))
    }
    cursor.hasTruncatedText = true
    return Text(raw: String(String.UnicodeScalarView(text.unicodeScalars.prefix(textLimitBytes / 4))))
  }

  /// Reads a scalar value; nil for `null`, objects and lists.
  static func readSingle(_ cursor: inout JSONCursor) throws(JSONFault) -> Value? {
    switch cursor.peek() {
    case UInt8(ascii: "\""): return .text(try readText(&cursor))
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      let first = try cursor.readLiteral()
      return first == UInt8(ascii: "n") ? nil : .bool(first == UInt8(ascii: "t"))
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      try cursor.skipValue()
      return nil
    default: return .number(try cursor.readNumber())
    }
  }

  /// Reads past a value without keeping it; a text is still examined for what ``RawFeature`` notes.
  static func passSingle(_ cursor: inout JSONCursor) throws(JSONFault) {
    guard cursor.peek() == UInt8(ascii: "\"") else {
      _ = try readSingle(&cursor)
      return
    }
    _ = try passText(&cursor)
  }

  /// Reads past a text as ``passSingle(_:)`` does; returns its token.
  static func passText(_ cursor: inout JSONCursor) throws(JSONFault) -> JSONCursor.Token {
    let token = try cursor.readToken()
    guard !cursor.isPlain(token, limitBytes: textLimitBytes) else { return token }
    if cursor.text(of: token).utf8.count > textLimitBytes { cursor.hasTruncatedText = true }
    return token
  }

  private mutating func readList(_ key: PropertyKey?, _ cursor: inout JSONCursor) throws(JSONFault) {
    switch key {
    case .uses: uses = try Self.readWords(&cursor)
    case .skiAreas:
      areas.removeAll(keepingCapacity: true)
      try Self.forEachElement(&cursor) { cursor throws(JSONFault) in
        if let area = try AreaReference.read(&cursor, &nestedGeometry) { areas.append(area) }
      }
    case .stations:
      stations.removeAll(keepingCapacity: true)
      try Self.forEachElement(&cursor) { cursor throws(JSONFault) in
        if let station = try StationReference.read(&cursor, &nestedGeometry) { stations.append(station) }
      }
    case .osmRelations, .relations:
      try Self.forEachElement(&cursor) { cursor throws(JSONFault) in
        guard let membership = try RelationMembership.read(&cursor) else { return }
        if let role = membership.directionRole { relationRoles.insert(role) }
        if let piste = membership.piste { pistes.append(piste) }
        if let lift = membership.liftRelation { liftRelations.append(lift) }
      }
    case .sources: try readSources(&cursor)
    default: try cursor.skipValue()
    }
  }

  private static func forEachElement(
    _ cursor: inout JSONCursor, _ body: (inout JSONCursor) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    try cursor.enterArray()
    var isFirst = true
    while try cursor.nextElement(&isFirst) { try body(&cursor) }
  }

  private static func readWords(_ cursor: inout JSONCursor) throws(JSONFault) -> [String] {
    var words: [String] = []
    try forEachElement(&cursor) { cursor throws(JSONFault) in
      if case .text(let text)? = try readSingle(&cursor) {
        words.append(text.spelling.isLowerCase ? text.raw : text.raw.lowercased())
      }
    }
    return words
  }

  private mutating func readSources(_ cursor: inout JSONCursor) throws(JSONFault) {
    try Self.forEachElement(&cursor) { cursor throws(JSONFault) in
      guard cursor.peek() == UInt8(ascii: "{") else { return try cursor.skipValue() }
      try cursor.enterObject()
      var isFirst = true
      while let name = try cursor.nextMember(&isFirst) {
        guard cursor.peek() == UInt8(ascii: "\"") else {
          try Self.passSingle(&cursor)
          continue
        }
        let value = try Self.passText(&cursor)
        if cursor.matches(name, "type"), cursor.matches(value, "openstreetmap") { namesOpenStreetMap = true }
      }
    }
  }
}

import SkiBase
import SkiGraph

/// The properties of a feature that any form of input defines.
///
/// Scalar values are kept by key, for the keys that the decoder reads; of nested values only those OpenSkiMap defines are
/// read.
struct Properties {
  /// A text with its spelling.
  struct Text {
    /// The text as written.
    var raw: String
    var spelling = TextSpelling()

    /// The text trimmed, with single spaces and in normal form C; nil when it is empty.
    var normalized: String? { spelling.isSolid ? raw : FeatureName.normalized(raw) }
    /// The normalised text in lower case; nil when it is empty.
    var lowerCased: String? { spelling.isLowerCase ? raw : normalized?.lowercased() }
  }

  /// A scalar value.
  enum Value {
    case bool(Bool)
    case number(Double)
    case text(Text)
  }

  /// The value of a key that is an alternative name, such as `name:de`.
  struct Name {
    var key: String
    var kind: AlternativeName.Kind
    var language: String?
    var value: Value
  }

  /// A ski area to which a feature belongs.
  struct AreaReference {
    var id: String
    var name: String?
    var status: String?
    var convention: String?
    /// The centre of its geometry, where there is one.
    var centre: Coordinate?
  }

  /// A station listed by a lift.
  struct StationReference {
    var name: String?
    var position: String?
    var entry: Bool?
    var exit: Bool?
    var coordinate: Coordinate?
  }

  private var values: [(key: PropertyKey, value: Value)] = []
  /// A bit for each key with a value.
  private var present = SIMD4<UInt64>()
  /// The values of keys that are names in a language.
  private(set) var names: [Name] = []
  var uses: [String]?
  var areas: [AreaReference] = []
  var stations: [StationReference] = []
  /// The direction roles of the way in piste relations; see ``pisteDirection``.
  var relationRoles: Set<String> = []
  /// The names and numbers of the piste relations of the way, in their order.
  var pistes: [(name: String?, ref: String?)] = []
  /// The relations that join sections of one lift, in their order.
  var liftRelations: [String] = []
  /// The memory for geometries of nested features.
  var nestedGeometry = RawGeometry()
  /// Indicates whether `sources` contains OpenStreetMap.
  var namesOpenStreetMap = false
  /// Indicates whether there was a properties object.
  var isPresent = false

  /// The value of a key; nil without.
  @inline(__always)
  subscript(key: PropertyKey) -> Value? {
    get {
      guard has(key) else { return nil }
      return values.first { $0.key == key }?.value
    }
    set {
      if has(key) { values.removeAll { $0.key == key } }
      present[key.number &>> 6] &= ~Self.bit(key)
      guard let newValue else { return }
      present[key.number &>> 6] |= Self.bit(key)
      if values.capacity == 0 { values.reserveCapacity(Self.usualCount) }
      values.append((key, newValue))
    }
  }

  /// Returns whether a key has a value.
  @inline(__always)
  func has(_ key: PropertyKey) -> Bool { present[key.number &>> 6] & Self.bit(key) != 0 }

  @inline(__always)
  private static func bit(_ key: PropertyKey) -> UInt64 { 1 &<< UInt64(key.number & 63) }

  /// Indicates whether no key has a value.
  var isEmpty: Bool { values.isEmpty }

  /// The number of values for which memory is taken at once.
  private static let usualCount = 16

  /// Takes over all values of other properties, which replace those of the same key.
  mutating func merge(_ other: Properties) {
    for (key, value) in other.values { self[key] = value }
  }

  /// Sets or removes the value of a key that is an alternative name.
  mutating func setName(_ key: String, _ kind: AlternativeName.Kind, language: String?, to value: Value?) {
    names.removeAll { $0.key == key }
    if let value { names.append(Name(key: key, kind: kind, language: language, value: value)) }
  }

  /// Removes all values, keeping the memory.
  mutating func removeAll() {
    values.removeAll(keepingCapacity: true)
    present = SIMD4()
    names.removeAll(keepingCapacity: true)
    uses = nil
    areas.removeAll(keepingCapacity: true)
    stations.removeAll(keepingCapacity: true)
    if !relationRoles.isEmpty { relationRoles = [] }
    if !pistes.isEmpty { pistes = [] }
    if !liftRelations.isEmpty { liftRelations = [] }
    (namesOpenStreetMap, isPresent) = (false, false)
  }
}

/// Values as the decoder reads them.
extension Properties {
  /// Returns a value as trimmed text; booleans are `yes` and `no`, whole numbers have no decimal point; nil when empty.
  func text(_ key: PropertyKey) -> String? { self[key].flatMap(Self.text) }

  /// Returns a scalar value as trimmed text, as ``text(_:)`` does.
  static func text(_ value: Value) -> String? {
    switch value {
    case .text(let text): text.normalized
    case .bool(let value): value ? "yes" : "no"
    case .number(let number): text(of: number)
    }
  }

  /// Returns a value as lower-case text, for comparison with tag values.
  func word(_ key: PropertyKey) -> String? {
    switch self[key] {
    case nil: nil
    case .text(let text)?: text.lowerCased
    case .bool(let value)?: value ? "yes" : "no"
    case .number(let number)?: Self.text(of: number)?.lowercased()
    }
  }

  /// Returns a number, also when it is written as text.
  func number(_ key: PropertyKey) -> Double? {
    switch self[key] {
    case .number(let number)?: return number.isFinite ? number : nil
    case .text(let text)?:
      return Double(text.normalized ?? "").flatMap { $0.isFinite ? $0 : nil }
    default: return nil
    }
  }

  /// Returns a Boolean in any spelling; nil when unknown.
  func flag(_ key: PropertyKey) -> Bool? {
    guard let value = self[key] else { return nil }
    if case .bool(let flag) = value { return flag }
    switch word(key) {
    case "yes"?, "true"?, "1"?: return true
    case "no"?, "false"?, "0"?: return false
    default: return nil
    }
  }

  /// Returns the members of a `;`-list in lower case.
  func words(_ key: PropertyKey) -> [String] {
    guard let value = self[key] else { return [] }
    if case .text(let text) = value, text.spelling.isSingle, text.spelling.isLowerCase { return [text.raw] }
    guard let word = word(key) else { return [] }
    return word.split(separator: ";").compactMap { FeatureName.normalized(String($0)) }
  }

  static func text(of number: Double) -> String? {
    guard number.isFinite else { return nil }
    return abs(number) < 9e15 && number == number.rounded() ? String(Int64(number)) : String(number)
  }

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

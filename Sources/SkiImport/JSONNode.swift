/// A value of a property, read whole; geometries inside it stay in the text until they are asked for.
enum JSONNode {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONNode])
  case object([String: JSONNode])
  /// A geometry that wasn't read: where its text is.
  case geometry(Range<Int>)

  /// The text of a string that isn't empty; a number or truth value as its text, as some exporters write tags.
  var text: String? {
    switch self {
    case .string(let text): text.isEmpty ? nil : text
    case .number(let value): Self.text(value)
    case .bool(let value): value ? "yes" : "no"
    default: nil
    }
  }

  /// A number, or a string that is one.
  var number: Double? {
    switch self {
    case .number(let value): value.isFinite ? value : nil
    case .string(let text): Double(text.trimmed).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  /// A whole number between 0 and a billion, or nil.
  var count: Int? {
    guard let number, number >= 0, number <= 1e9 else { return nil }
    return Int(number.rounded())
  }

  /// A truth value, or a string that says one.
  var bool: Bool? {
    switch self {
    case .bool(let value): value
    case .string("yes"), .string("true"): true
    case .string("no"), .string("false"): false
    default: nil
    }
  }

  /// The elements of an array, or none.
  var elements: [JSONNode] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// The members of an object, or none.
  var members: [String: JSONNode] {
    if case .object(let members) = self { members } else { [:] }
  }

  /// Whether it says nothing.
  var isNull: Bool { if case .null = self { true } else { false } }

  /// Whole numbers without a decimal point, others as Swift writes them.
  static func text(_ value: Double) -> String? {
    guard value.isFinite else { return nil }
    return Int64(exactly: value).map(String.init) ?? String(value)
  }
}

extension JSONCursor {
  /// How deep properties are read; what lies deeper is stepped over and reads as null.
  private static let nodeDepth = 8

  /// Reads a value whole. Duplicate names: the last wins.
  mutating func node(depth: Int = 0) throws(JSONFault) -> JSONNode {
    switch try peek() {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"):
      try skipLiteral("true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try skipLiteral("false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try skipLiteral("null")
      return .null
    case UInt8(ascii: "{"), UInt8(ascii: "["): return try container(depth: depth)
    default: return .number(try number())
    }
  }

  private mutating func container(depth: Int) throws(JSONFault) -> JSONNode {
    guard depth < Self.nodeDepth else {
      try skipValue(depth: depth)
      return .null
    }
    var isFirst = true
    if try takeIfNext(UInt8(ascii: "[")) {
      var elements: [JSONNode] = []
      while try nextElement(&isFirst) { elements.append(try node(depth: depth + 1)) }
      return .array(elements)
    }
    try take(UInt8(ascii: "{"))
    var members: [String: JSONNode] = [:]
    while let name = try nextMember(&isFirst) {
      if isWord(name, "geometry"), try peek() == UInt8(ascii: "{") {
        let start = position
        try skipValue(depth: depth)
        members["geometry"] = .geometry(start..<position)
      } else {
        members[try text(name)] = try node(depth: depth + 1)
      }
    }
    return .object(members)
  }
}

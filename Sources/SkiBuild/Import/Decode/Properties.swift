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
}

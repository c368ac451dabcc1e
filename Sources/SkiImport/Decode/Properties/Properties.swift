import SkiGeo

/// The properties of a feature that any form of input defines.
///
/// Scalar values are kept by name; of nested values only those OpenSkiMap defines are read.
struct Properties {
  /// A scalar value.
  enum Value: Hashable {
    case bool(Bool)
    case number(Double)
    case text(String)
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

  var values: [String: Value] = [:]
  var uses: [String]?
  var areas: [AreaReference] = []
  var stations: [StationReference] = []
  /// The direction roles of the way in piste relations; see ``pisteDirection``.
  var relationRoles: Set<String> = []
  /// The names and numbers of the piste relations of the way, in their order.
  var pistes: [(name: String?, ref: String?)] = []
  /// The relations that join sections of one lift, in their order.
  var liftRelations: [String] = []
  /// Indicates whether `sources` contains OpenStreetMap.
  var namesOpenStreetMap = false
  /// Indicates whether there was a properties object.
  var isPresent = false

  /// Returns a value as trimmed text; booleans are `yes` and `no`, whole numbers have no decimal point; nil when empty.
  func text(_ key: String) -> String? { values[key].flatMap(Self.text) }

  /// Returns a scalar value as trimmed text, as ``text(_:)`` does.
  static func text(_ value: Value) -> String? {
    switch value {
    case .text(let text): FeatureName.normalized(text)
    case .bool(let value): value ? "yes" : "no"
    case .number(let number): text(of: number)
    }
  }

  /// Returns a value as lower-case text, for comparison with tag values.
  func word(_ key: String) -> String? { text(key)?.lowercased() }

  /// Returns a number, also when it is written as text.
  func number(_ key: String) -> Double? {
    switch values[key] {
    case .number(let number)?: return number.isFinite ? number : nil
    case .text(let text)?:
      return Double(FeatureName.normalized(text) ?? "").flatMap { $0.isFinite ? $0 : nil }
    default: return nil
    }
  }

  /// Returns a Boolean in any spelling; nil when unknown.
  func flag(_ key: String) -> Bool? {
    switch word(key) {
    case "yes"?, "true"?, "1"?: true
    case "no"?, "false"?, "0"?: false
    default: nil
    }
  }

  /// Returns the members of a `;`-list in lower case.
  func words(_ key: String) -> [String] {
    guard let word = word(key) else { return [] }
    return word.split(separator: ";").compactMap { FeatureName.normalized(String($0)) }
  }

  static func text(of number: Double) -> String? {
    guard number.isFinite else { return nil }
    return abs(number) < 9e15 && number == number.rounded() ? String(Int64(number)) : String(number)
  }
}

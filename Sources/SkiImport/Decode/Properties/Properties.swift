import SkiGeo

/// The properties of a feature, as far as any form of input gives them a meaning.
///
/// Single values are kept under their name; of nested values only those OpenSkiMap defines are read.
struct Properties {
  /// A single value.
  enum Value: Hashable {
    case bool(Bool)
    case number(Double)
    case text(String)
  }

  /// A ski area a feature says it belongs to.
  struct AreaReference {
    var id: String
    var name: String?
    var status: String?
    var convention: String?
    /// The middle of the box around its geometry, where there is one.
    var centre: Coordinate?
  }

  /// A station given inside a lift.
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
  /// The directions relations of pistes say this way is used in; see ``pisteDirection``.
  var relationRoles: Set<String> = []
  /// The names and numbers of the pistes whose relations list this way, in their order.
  var pistes: [(name: String?, ref: String?)] = []
  /// The relations that join sections of one lift, in the order they are listed.
  var liftRelations: [String] = []
  /// Whether `sources` names OpenStreetMap.
  var namesOpenStreetMap = false
  /// Whether there was a properties object at all.
  var isPresent = false

  /// A value as trimmed text; booleans are `yes` and `no`, whole numbers have no point; nil when empty.
  func text(_ key: String) -> String? { values[key].flatMap(Self.text) }

  /// A single value as trimmed text, as ``text(_:)``.
  static func text(_ value: Value) -> String? {
    switch value {
    case .text(let text): FeatureName.normalized(text)
    case .bool(let value): value ? "yes" : "no"
    case .number(let number): text(of: number)
    }
  }

  /// A value as lower-case text, for comparing with tag words.
  func word(_ key: String) -> String? { text(key)?.lowercased() }

  /// A number, also where it is written as text.
  func number(_ key: String) -> Double? {
    switch values[key] {
    case .number(let number)?: return number.isFinite ? number : nil
    case .text(let text)?:
      return Double(FeatureName.normalized(text) ?? "").flatMap { $0.isFinite ? $0 : nil }
    default: return nil
    }
  }

  /// A yes or no, in any spelling; nil when unknown.
  func flag(_ key: String) -> Bool? {
    switch word(key) {
    case "yes"?, "true"?, "1"?: true
    case "no"?, "false"?, "0"?: false
    default: nil
    }
  }

  /// The parts of a `;`-list in lower case.
  func words(_ key: String) -> [String] {
    guard let word = word(key) else { return [] }
    return word.split(separator: ";").compactMap { FeatureName.normalized(String($0)) }
  }

  static func text(of number: Double) -> String? {
    guard number.isFinite else { return nil }
    return abs(number) < 9e15 && number == number.rounded() ? String(Int64(number)) : String(number)
  }
}

/// The tags of a run or lift about access and season, uninterpreted.
///
/// Values are as tagged, in lower case; several are separated by `;`.
package struct AccessTags: Hashable, Sendable {
  /// A supported tag; the raw value is OpenStreetMap's key.
  @nonexhaustive
  package enum Key: String, Sendable, Hashable, CaseIterable {
    case access, ski, foot
    case pisteStatus = "piste:status"
    case seasonal
    case operationalStatus = "operational_status"
    /// The road mapped by the same line: `access` and `foot` may belong to that road.
    case highway
    // Values that apply at some times only; see ConditionalTag.
    case accessConditional = "access:conditional"
    case skiConditional = "ski:conditional"
    case pisteStatusConditional = "piste:status:conditional"
    case openingHoursConditional = "opening_hours:conditional"
    case onewayConditional = "oneway:conditional"

    /// The code in map files; codes are never reused for another case.
    package var code: UInt8 {
      switch self {
      case .access: 0
      case .ski: 1
      case .foot: 2
      case .pisteStatus: 3
      case .seasonal: 4
      case .operationalStatus: 5
      case .highway: 6
      case .accessConditional: 7
      case .skiConditional: 8
      case .pisteStatusConditional: 9
      case .openingHoursConditional: 10
      case .onewayConditional: 11
      }
    }

    /// Creates a key from its code, or nil when there is no such code.
    package init?(code: UInt8) {
      guard let match = Self.allCases.first(where: { $0.code == code }) else { return nil }
      self = match
    }
  }

  private var words: [Key: String] = [:]

  /// Creates an empty set of tags.
  package init() {}

  /// The value of a tag; nil when it is missing.
  package subscript(key: Key) -> String? {
    get { words[key] }
    set { words[key] = newValue }
  }

  /// Indicates whether there are no tags.
  package var isEmpty: Bool { words.isEmpty }

  /// The tags in the order of keys.
  package var all: [(key: Key, word: String)] {
    Key.allCases.compactMap { key in words[key].map { (key, $0) } }
  }
}

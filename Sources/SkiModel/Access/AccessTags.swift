/// What tags say about who may use a run or lift, and when in the year it is one; nothing is judged here.
///
/// A value; `Sendable`. Words are as tagged, in lower case; several are a `;`-list.
package struct AccessTags: Hashable, Sendable {
  /// A tag that is kept; the raw value is OpenStreetMap's key.
  @nonexhaustive
  package enum Key: String, Sendable, Hashable, CaseIterable {
    case access, ski, foot
    case pisteStatus = "piste:status"
    case seasonal
    case operationalStatus = "operational_status"
    /// The road that is mapped by the same line: `access` and `foot` may be that road's.
    case highway

    /// The code used in map files; a code is never given to another case.
    package var code: UInt8 {
      switch self {
      case .access: 0
      case .ski: 1
      case .foot: 2
      case .pisteStatus: 3
      case .seasonal: 4
      case .operationalStatus: 5
      case .highway: 6
      }
    }

    /// Makes a key from its code, or nil when there is no such code.
    package init?(code: UInt8) {
      guard let match = Self.allCases.first(where: { $0.code == code }) else { return nil }
      self = match
    }
  }

  private var words: [Key: String] = [:]

  /// Makes tags that say nothing.
  package init() {}

  /// The word of a tag; nil where the source has none. Complexity: O(1).
  package subscript(key: Key) -> String? {
    get { words[key] }
    set { words[key] = newValue }
  }

  /// Whether no tag says anything.
  package var isEmpty: Bool { words.isEmpty }

  /// The tags there are, in the order of keys.
  package var all: [(key: Key, word: String)] {
    Key.allCases.compactMap { key in words[key].map { (key, $0) } }
  }
}

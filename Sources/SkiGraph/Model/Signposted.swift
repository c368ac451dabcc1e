import SkiBase

/// A run or lift identified on signs by a name, by reference numbers, or by both.
public protocol Signposted {
  /// The name; nil when unnamed.
  var name: String? { get }
  /// The reference numbers in source order, without duplicates.
  var refs: [String] { get }
}

extension Signposted {
  /// The reference numbers joined by slashes: `67/66`; nil without any.
  /// - Complexity: O(*n*) in the length of the result.
  public var ref: String? { refs.count < 2 ? refs.first : refs.joined(separator: "/") }

  /// The reference numbers and the name: `66 Rastkogel Panoramaabfahrt`; nil without both.
  ///
  /// Numbers that are words of the name already (`Piste 12`, `TC8 Soldeu`) are not repeated.
  /// - Complexity: As ``refsNotInName``.
  public var label: String? {
    guard let name, let number = refsNotInName else { return name ?? ref }
    return number + " " + name
  }

  /// The reference numbers that are no words of the name, joined by slashes; nil without any.
  /// - Complexity: O(*r* · *n*) in the reference numbers *r* and the length *n* of the name.
  public var refsNotInName: String? {
    guard let name, !refs.isEmpty else { return ref }
    let missing = refs.filter { !name.hasWord($0) }
    return missing.isEmpty ? nil : missing.joined(separator: "/")
  }

  /// Returns whether two features carry the same sign.
  ///
  /// Their names are equal where both have one, they share a number where both have numbers, and at least one of these
  /// applies. So `66 Rastkogel` and a part of it without name or number are one run; `3 Fernerhaus` and `3a Fernerhaus`
  /// are two.
  /// - Complexity: O(*n* · *m*) in the reference numbers of both.
  public func hasSameReference(as other: some Signposted) -> Bool {
    let hasNames = name != nil && other.name != nil
    let hasNumbers = !refs.isEmpty && !other.refs.isEmpty
    if hasNames, name != other.name { return false }
    if hasNumbers, !refs.contains(where: other.refs.contains) { return false }
    return hasNames || hasNumbers
  }

  /// Returns the reference numbers of two features with the same sign: the common ones, else those of the feature that
  /// has any.
  ///
  /// They are in the order of the feature they are taken from; empty when neither has any.
  /// - Complexity: O(*n* · *m*) in the reference numbers of both.
  public func refs(with other: some Signposted) -> [String] {
    let common = refs.filter(other.refs.contains)
    if !common.isEmpty { return common }
    return refs.isEmpty ? other.refs : refs
  }
}

extension String {
  /// Returns whether a text is one of the words of this one, which are made of letters and digits, whatever their case.
  fileprivate func hasWord(_ text: String) -> Bool {
    guard utf8.allSatisfy({ $0 < 0x80 }), text.utf8.allSatisfy({ $0 < 0x80 }) else {
      return lowercased().split { !$0.isLetter && !$0.isNumber }.contains { $0 == text.lowercased() }
    }
    var rest = utf8[...]
    while let start = rest.firstIndex(where: Self.isWordByte) {
      let end = rest[start...].firstIndex { !Self.isWordByte($0) } ?? rest.endIndex
      if rest[start..<end].elementsEqual(text.utf8, by: { Self.lowercased($0) == Self.lowercased($1) }) {
        return true
      }
      rest = rest[end...]
    }
    return false
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }
}

/// The parser of reference numbers in sources.
package enum ReferenceNumbers {
  /// Returns the members of a `;`-list in order, each once, with single spaces between their words; empty for nil.
  /// - Complexity: O(*n*) in the length of the text.
  package static func list(_ text: String?) -> [String] {
    guard let text, !text.isEmpty else { return [] }
    let isOneWord = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ";") }
    if isOneWord { return [text] }
    return text.split(separator: ";")
      .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
      .filter { !$0.isEmpty }.uniqued()
  }
}

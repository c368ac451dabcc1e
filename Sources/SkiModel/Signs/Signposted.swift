import SkiGeo

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
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
    let missing = refs.filter { number in !words.contains { $0 == number.lowercased() } }
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

/// The parser of reference numbers in sources.
public enum ReferenceNumbers {
  /// Returns the members of a `;`-list in order, each once, with single spaces between their words; empty for nil.
  /// - Complexity: O(*n*) in the length of the text.
  public static func list(_ text: String?) -> [String] {
    guard let text, !text.isEmpty else { return [] }
    let isOneWord = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ";") }
    if isOneWord { return [text] }
    return text.split(separator: ";")
      .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
      .filter { !$0.isEmpty }.uniqued()
  }
}

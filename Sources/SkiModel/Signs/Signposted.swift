/// A run or lift as signs show it: by a name, by numbers, or by both.
public protocol Signposted {
  /// The name; nil when unnamed.
  var name: String? { get }
  /// The numbers on the sign, in source order, each once.
  var refs: [String] { get }
}

extension Signposted {
  /// The numbers as one text, with a stroke between several: `67/66`; nil without any. Complexity: O(length).
  public var ref: String? { refs.isEmpty ? nil : refs.joined(separator: "/") }

  /// Number and name as a sign shows them: `66 Rastkogel Panoramaabfahrt`; one of them where the other is missing or says
  /// the same; nil without both.
  ///
  /// A number that is a word of the name already (`Piste 12`, `TC8 Soldeu`) is not said twice.
  /// - Complexity: O(length).
  public var label: String? {
    guard let name, let number = unnamedNumbers else { return name ?? ref }
    return number + " " + name
  }

  /// The numbers that are no words of the name, as one text; nil without any. Complexity: O(length).
  public var unnamedNumbers: String? {
    guard let name, !refs.isEmpty else { return ref }
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
    let missing = refs.filter { number in !words.contains { $0 == number.lowercased() } }
    return missing.isEmpty ? nil : missing.joined(separator: "/")
  }

  /// Returns whether two things show one sign: the same name where both have one, a number in common where both have
  /// numbers, and one of these at least.
  ///
  /// So `66 Rastkogel` and a part of it without its name, or without its number, are one run; `3 Fernerhaus` and
  /// `3a Fernerhaus` are two.
  /// - Complexity: O(length).
  public func hasSameSign(as other: some Signposted) -> Bool {
    let hasNames = name != nil && other.name != nil
    let hasNumbers = !refs.isEmpty && !other.refs.isEmpty
    if hasNames, name != other.name { return false }
    if hasNumbers, !refs.contains(where: other.refs.contains) { return false }
    return hasNames || hasNumbers
  }

  /// Returns the numbers of two things that show one sign: those in common, else those of the one that has any.
  /// - Complexity: O(length).
  public func refs(with other: some Signposted) -> [String] {
    let common = refs.filter(other.refs.contains)
    if !common.isEmpty { return common }
    return refs.isEmpty ? other.refs : refs
  }
}

/// The numbers of signs in texts of sources.
public enum SignNumbers {
  /// Returns the members of a `;`-list, without spaces around them, each once; none for nil.
  /// - Complexity: O(length) for lists of few members.
  public static func list(_ text: String?) -> [String] {
    var numbers: [String] = []
    for part in (text ?? "").split(separator: ";") {
      let words = part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if !words.isEmpty, !numbers.contains(words) { numbers.append(words) }
    }
    return numbers
  }
}

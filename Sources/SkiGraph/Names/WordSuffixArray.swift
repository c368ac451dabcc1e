import SkiBase

/// A word of names, as stored in a `.skimap`: 8 bytes, little-endian.
struct WordKey: BitwiseCopyable, Sendable {
  /// The number of the folded word in the string table.
  var string: UInt32 = 0
  /// The position of the first name with the word; its names end at the first name of the next word.
  var firstName: UInt32 = 0
}

/// A suffix of a word, as stored in a `.skimap`: 8 bytes, little-endian.
struct WordSuffix: BitwiseCopyable, Sendable {
  var word: UInt32 = 0
  /// The offset of the suffix in the word, in bytes.
  var offset: UInt32 = 0
}

/// The suffix array of the words of all names of a map.
///
/// Sorted suffixes give any part of a word by binary search, also inside compounds (`bahn` in `Gondelbahn`) and in
/// scripts without spaces. Suffixes of fewer than three bytes are left out, except for whole words.
///
/// **Source:** Manber and Myers 1990, "Suffix arrays: a new method for on-line string searches", here over words.
struct WordSuffixArray {
  static let minimumSuffixBytes = 3

  private(set) var words: [WordKey] = []
  private(set) var names: [UInt32] = []
  private(set) var parts: [WordSuffix] = []

  /// Creates the array from folded names, in the order of their keys.
  /// - Complexity: O(*l* log *l*) in letters of distinct words, O(*n*) in names.
  init(_ folded: some Sequence<String>, _ strings: inout StringTable) {
    var holders: [String: [UInt32]] = [:]
    for (position, name) in folded.enumerated() {
      for word in Set(name.split(separator: " ")) {
        holders[String(word), default: []].append(UInt32(position))
      }
    }
    let sorted = holders.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    for word in sorted {
      words.append(WordKey(string: strings.number(word), firstName: UInt32(names.count)))
      names += holders[word] ?? []
    }
    parts = Self.parts(sorted)
  }

  private static func parts(_ words: [String]) -> [WordSuffix] {
    let bytes = words.map { Array($0.utf8) }
    var parts: [WordSuffix] = []
    for (number, word) in bytes.enumerated() {
      for offset in word.indices where isStart(word, offset) {
        parts.append(WordSuffix(word: UInt32(number), offset: UInt32(offset)))
      }
    }
    return parts.sorted { a, b in
      let (one, other) = (bytes[Int(a.word)][Int(a.offset)...], bytes[Int(b.word)][Int(b.offset)...])
      if one.lexicographicallyPrecedes(other) { return true }
      if other.lexicographicallyPrecedes(one) { return false }
      return (a.word, a.offset) < (b.word, b.offset)
    }
  }

  /// Returns whether a suffix starts at a byte: at the first, and at letters with enough bytes after them.
  private static func isStart(_ word: [UInt8], _ offset: Int) -> Bool {
    offset == 0 || (word[offset] & 0xC0 != 0x80 && word.count - offset >= minimumSuffixBytes)
  }
}

/// The words of all names as stored in a map; empty in maps of earlier formats.
///
/// A view that does not keep the map alive.
struct WordViews {
  let words: SectionRow<WordKey>
  let names: SectionRow<UInt32>
  let parts: SectionRow<WordSuffix>

  /// Finds the words of a part of a map.
  /// - Throws: ``SkiError`` with code `.malformedData` when only some of their sections are present.
  init(_ table: SectionTable) throws(SkiError) {
    let arePresent = table.holds(.wordKey)
    if let odd = [SectionID.wordName, .wordPart].first(where: { table.holds($0) != arePresent }) {
      throw MapRule.wordSections.broken(odd, 0, in: table.partName)
    }
    guard arePresent else {
      (words, names, parts) = (SectionRow(), SectionRow(), SectionRow())
      return
    }
    (words, names) = (try table.section(.wordKey), try table.section(.wordName))
    parts = try table.section(.wordPart)
  }
}

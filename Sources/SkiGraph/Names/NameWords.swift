/// A word of names, as it lies in a `.skimap`: 8 bytes, little-endian.
struct WordKey: BitwiseCopyable, Sendable {
  /// The word, folded.
  var string: UInt32 = 0
  /// The first of the names that hold it; they go on up to the first of the next word.
  var firstName: UInt32 = 0
}

/// The rest of a word from one of its letters on, as it lies in a `.skimap`: 8 bytes, little-endian.
struct WordPart: BitwiseCopyable, Sendable {
  var word: UInt32 = 0
  /// Bytes of the word before it.
  var offset: UInt32 = 0
}

/// The words of all names of a map, and every place within a word where a search may begin.
///
/// With the rests of words in order, whatever is asked for is found by halving, inside compounds (`bahn` in `Gondelbahn`) and
/// in scripts without spaces too. Rests of fewer than three bytes (a letter or two) are left out but for whole words.
/// **Source:** suffix arrays, Manber and Myers 1990, here over words.
struct NameWords {
  static let leastRestBytes = 3

  private(set) var words: [WordKey] = []
  private(set) var names: [UInt32] = []
  private(set) var parts: [WordPart] = []

  /// Takes folded names apart, in the order of their keys.
  /// - Complexity: O(*l* log *l*) in letters of different words, O(*n*) in names.
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

  private static func parts(_ words: [String]) -> [WordPart] {
    let bytes = words.map { Array($0.utf8) }
    var parts: [WordPart] = []
    for (number, word) in bytes.enumerated() {
      for offset in word.indices where isStart(word, offset) {
        parts.append(WordPart(word: UInt32(number), offset: UInt32(offset)))
      }
    }
    return parts.sorted { a, b in
      let (one, other) = (bytes[Int(a.word)][Int(a.offset)...], bytes[Int(b.word)][Int(b.offset)...])
      if one.lexicographicallyPrecedes(other) { return true }
      if other.lexicographicallyPrecedes(one) { return false }
      return (a.word, a.offset) < (b.word, b.offset)
    }
  }

  /// Whether a search may begin at a byte: at the first, and at letters with enough behind them.
  private static func isStart(_ word: [UInt8], _ offset: Int) -> Bool {
    offset == 0 || (word[offset] & 0xC0 != 0x80 && word.count - offset >= leastRestBytes)
  }
}

/// The words of all names as they lie in a map. Maps made before they were kept have none.
///
/// A view that does not keep the map alive; whoever holds one holds the map.
struct WordViews {
  let words: SectionRow<WordKey>
  let names: SectionRow<UInt32>
  let parts: SectionRow<WordPart>

  /// Finds the words of a part of a map.
  /// - Throws: ``SkiError`` with code `.malformedData` when only some of their sections are there.
  init(_ table: SectionTable) throws {
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

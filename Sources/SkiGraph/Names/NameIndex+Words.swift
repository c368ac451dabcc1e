import SkiBase

/// The search of names by their words.
extension NameIndex {
  /// The kind of match between a query word and a word of a name, best first.
  enum WordMatch: Int, Comparable, CaseIterable {
    case whole, beginning, inside

    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  /// Returns the positions of names that match each word of a folded text, with the worst match among its words.
  ///
  /// A word matches inside another one from three bytes on, and digits never match part of a longer number: `7` does
  /// not match `77`.
  /// - Complexity: O(*q* log *w* + *k*) for *q* query words among *w* word suffixes, and *k* names with one of them.
  func names(withWords folded: String) -> [Int: WordMatch] {
    var found: [Int: WordMatch]?
    for word in folded.split(separator: " ") {
      let next = names(withWord: Array(word.utf8))
      guard let known = found else {
        found = next
        continue
      }
      found = known.reduce(into: [:]) { both, name in
        if let fit = next[name.key] { both[name.key] = max(fit, name.value) }
      }
    }
    return found ?? [:]
  }

  /// Returns the positions of longer names that begin with a folded text.
  /// - Complexity: O(log *n* + *k*) in names *n* and results *k*.
  func names(beginningWith folded: String) -> [Int] {
    let wanted = Array(folded.utf8)
    var position = firstPosition(notBefore: wanted)
    var found: [Int] = []
    while position < count, bytes(position).starts(with: wanted) {
      if bytes(position).count > wanted.count, !Self.splitsNumber(bytes(position), 0, wanted.count) {
        found.append(position)
      }
      position += 1
    }
    return found
  }

  private func names(withWord wanted: [UInt8]) -> [Int: WordMatch] {
    var found: [Int: WordMatch] = [:]
    for (word, fit) in words(like: wanted) {
      for name in namePositions(ofWord: word) where found[name].map({ fit < $0 }) ?? true {
        found[name] = fit
      }
    }
    return found
  }

  /// Returns the words that contain a text, with the kind of match.
  private func words(like wanted: [UInt8]) -> [UInt32: WordMatch] {
    let views = wordViews
    var position = (0..<views.parts.count).partitioningIndex {
      !rest($0).lexicographicallyPrecedes(wanted)
    }
    var found: [UInt32: WordMatch] = [:]
    while position < views.parts.count, rest(position).starts(with: wanted) {
      let part = views.parts[position]
      position += 1
      let word = wordBytes(part.word)
      guard !Self.splitsNumber(word, Int(part.offset), Int(part.offset) + wanted.count) else { continue }
      if part.offset > 0, wanted.count < WordSuffixArray.minimumSuffixBytes { continue }
      let fit: WordMatch = part.offset > 0 ? .inside : word.count == wanted.count ? .whole : .beginning
      if found[part.word].map({ fit < $0 }) ?? true { found[part.word] = fit }
    }
    return found
  }

  /// Returns whether a range of a text begins or ends in the middle of a number.
  private static func splitsNumber(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
    func isDigit(_ position: Int) -> Bool {
      text.indices.contains(position) && (0x30...0x39).contains(text[position])
    }
    return isDigit(start - 1) && isDigit(start) || isDigit(end - 1) && isDigit(end)
  }

  private func wordBytes(_ word: UInt32) -> UnsafeBufferPointer<UInt8> {
    texts.utf8(wordViews.words[Int(word)].string)
  }

  private func rest(_ position: Int) -> Slice<UnsafeBufferPointer<UInt8>> {
    let part = wordViews.parts[position]
    return wordBytes(part.word).dropFirst(Int(part.offset))
  }

  private func namePositions(ofWord word: UInt32) -> LazyMapSequence<Slice<SectionRow<UInt32>>, Int> {
    let (words, names) = (wordViews.words, wordViews.names)
    let end = Int(word) + 1 < words.count ? Int(words[Int(word) + 1].firstName) : names.count
    return names[Int(words[Int(word)].firstName)..<end].lazy.map { Int($0) }
  }
}

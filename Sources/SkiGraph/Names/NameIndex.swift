import SkiBase

/// The sorted index of the folded names of a map, with their features.
package struct NameIndex {
  private let storage: NameStorage

  init(_ storage: NameStorage) { self.storage = storage }

  var texts: TextViews { storage.texts }
  var wordViews: WordViews { storage.words }

  /// The number of names, including the numbers and alternative names of features.
  var count: Int { storage.keys.count }

  /// Returns the folded name at a position.
  func name(_ position: Int) -> String { storage.texts.text(storage.keys[position].string) ?? "" }

  /// Returns the key at a position.
  func key(_ position: Int) -> NameKey { storage.keys[position] }

  /// Returns the keys whose folded name equals a text.
  /// - Complexity: O(log *n* + *k*) in names *n* and results *k*.
  func exact(_ folded: String) -> [NameKey] {
    let wanted = Array(folded.utf8)
    var low = firstPosition(notBefore: wanted)
    var found: [NameKey] = []
    while low < count, bytes(low).elementsEqual(wanted) {
      found.append(key(low))
      low += 1
    }
    return found
  }

  /// Returns the keys whose folded name has the least edit distance from a text, up to a limit.
  /// - Parameters:
  ///   - folded: The folded text.
  ///   - errors: The maximum edit distance.
  /// - Complexity: O(*n* · length) in names.
  func nearest(_ folded: String, errors: Int) -> [NameKey] {
    guard errors > 0 else { return [] }
    var best = errors
    var found: [NameKey] = []
    forEachNear(folded, errors: errors) { position, distance in
      guard distance <= best else { return }
      if distance < best {
        best = distance
        found = []
      }
      found.append(key(position))
    }
    return found
  }

  /// Returns the keys whose folded name is within an edit distance of a text.
  /// - Complexity: O(*n* · length) in names.
  func near(_ folded: String, errors: Int) -> [NameKey] {
    guard errors > 0 else { return [] }
    var found: [NameKey] = []
    forEachNear(folded, errors: errors) { position, _ in found.append(key(position)) }
    return found
  }

  /// Calls a closure with each name within an edit distance of a text.
  ///
  /// Equal names are compared once. Texts longer than ``longestCompared`` match nothing, which bounds the work.
  func forEachNear(_ folded: String, errors: Int, _ body: (_ position: Int, _ distance: Int) -> Void) {
    let wanted = Array(folded.unicodeScalars)
    guard wanted.count <= Self.longestCompared else { return }
    let byteCount = folded.utf8.count
    var known: (string: UInt32, distance: Int?) = (.max, nil)
    for position in 0..<count {
      let string = key(position).string
      if string != known.string {
        // A letter takes at most four bytes, so that byte lengths exclude most names.
        let isNear = abs(storage.texts.utf8(string).count - byteCount) <= errors * 4
        known = (
          string, isNear ? editDistance(Array(name(position).unicodeScalars), wanted, limit: errors) : nil
        )
      }
      if let distance = known.distance { body(position, distance) }
    }
  }

  /// The maximum length, in Unicode scalars, of a text compared by edit distance.
  static let longestCompared = 200

  /// Returns the features whose source id has the hash of an id; the caller compares the ids.
  /// - Complexity: O(log *n* + *k*) in features *n* and results *k*.
  package func features(mayHaveID id: String) -> [(region: UInt32, feature: FeatureIndex)] {
    let hash = FNVHash(id.utf8).value
    let ids = storage.ids
    let first = ids.partitioningIndex { $0.hash >= hash }
    return ids[first...].prefix { $0.hash == hash }.map { ($0.region, FeatureIndex($0.feature)) }
  }

  /// Returns the first position whose name is not ordered before a text.
  /// - Complexity: O(log *n*).
  func firstPosition(notBefore wanted: [UInt8]) -> Int {
    (0..<count).partitioningIndex { !bytes($0).lexicographicallyPrecedes(wanted) }
  }

  func bytes(_ position: Int) -> UnsafeBufferPointer<UInt8> {
    storage.texts.utf8(key(position).string)
  }
}

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

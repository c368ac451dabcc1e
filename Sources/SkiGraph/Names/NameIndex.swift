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

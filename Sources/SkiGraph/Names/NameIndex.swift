import SkiGeo
import SkiModel

/// The folded names of a map in order, with the features that bear them.
struct NameIndex {
  private let storage: GraphStorage

  init(_ graph: RoutingGraph) { storage = graph.storage }

  /// How many names there are, a feature's reference counted too.
  var count: Int { storage.nameKeyString.count }

  /// Returns the folded name at a position.
  func name(_ position: Int) -> String { storage.string(storage.nameKeyString[position]) ?? "" }

  /// Returns the feature at a position.
  func feature(_ position: Int) -> FeatureIndex { FeatureIndex(storage.nameKeyFeature[position]) }

  /// Returns the features whose folded name equals a text. Complexity: O(log *n* + *k*).
  func exact(_ folded: String) -> [FeatureIndex] {
    let wanted = Array(folded.utf8)
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if bytes(middle).lexicographicallyPrecedes(wanted) { low = middle + 1 } else { high = middle }
    }
    var found: [FeatureIndex] = []
    while low < count, bytes(low).elementsEqual(wanted) {
      found.append(feature(low))
      low += 1
    }
    return found
  }

  /// Returns the features whose folded name is fewest typing errors from a text, within what is forgiven.
  /// - Complexity: O(*n* · length) in names.
  func nearest(_ folded: String, errors: Int) -> [FeatureIndex] {
    guard errors > 0 else { return [] }
    var best = errors
    var found: [FeatureIndex] = []
    forEachNear(folded, errors: errors) { position, distance in
      guard distance <= best else { return }
      if distance < best {
        best = distance
        found = []
      }
      found.append(feature(position))
    }
    return found
  }

  /// Hands over each name within some typing errors of a text.
  ///
  /// A name that occurs many times is compared once. Texts longer than ``longestCompared`` letters fit nothing, which bounds
  /// the work whatever is asked or mapped.
  func forEachNear(_ folded: String, errors: Int, _ body: (_ position: Int, _ distance: Int) -> Void) {
    let wanted = Array(folded.unicodeScalars)
    guard wanted.count <= Self.longestCompared else { return }
    let byteCount = folded.utf8.count
    var known: (string: UInt32, distance: Int?) = (.max, nil)
    for position in 0..<count {
      let string = storage.nameKeyString[position]
      if string != known.string {
        // A letter takes at most four bytes, so that lengths tell most names apart.
        let isNear = abs(bytes(ofString: string).count - byteCount) <= errors * 4
        known = (
          string, isNear ? editDistance(Array(name(position).unicodeScalars), wanted, limit: errors) : nil
        )
      }
      if let distance = known.distance { body(position, distance) }
    }
  }

  /// The most letters of a text that typing errors are looked for in.
  static let longestCompared = 200

  /// Returns the features with exactly a source id. Complexity: O(*n*).
  func features(withID id: String) -> [FeatureIndex] {
    let wanted = Array(id.utf8)
    var found: [FeatureIndex] = []
    for position in 0..<storage.featureRecord.count {
      let own = bytes(ofString: storage.featureRecord[position].id)
      if own.count == wanted.count, own.elementsEqual(wanted) { found.append(FeatureIndex(position)) }
    }
    return found
  }

  private func bytes(_ position: Int) -> Slice<UnsafeBufferPointer<UInt8>> {
    bytes(ofString: storage.nameKeyString[position])
  }

  private func bytes(ofString number: UInt32) -> Slice<UnsafeBufferPointer<UInt8>> {
    guard number != .max else { return storage.stringBytes[0..<0] }
    let range = Int(storage.stringOffsets[Int(number)])..<Int(storage.stringOffsets[Int(number) + 1])
    return storage.stringBytes[range]
  }
}

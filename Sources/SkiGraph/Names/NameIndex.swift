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
  /// - Complexity: O(*n* · length²).
  func nearest(_ folded: String, errors: Int) -> [FeatureIndex] {
    guard errors > 0 else { return [] }
    let wanted = Array(folded)
    var best = errors
    var found: [FeatureIndex] = []
    for position in 0..<count where abs(bytes(position).count - folded.utf8.count) <= errors * 4 {
      guard let distance = editDistance(Array(name(position)), wanted, limit: best) else { continue }
      if distance < best {
        best = distance
        found = []
      }
      found.append(feature(position))
    }
    return found
  }

  /// Returns the features with exactly a source id. Complexity: O(*n*).
  func features(withID id: String) -> [FeatureIndex] {
    let wanted = Array(id.utf8)
    return storage.featureRecord.indices.filter { position in
      bytes(ofString: storage.featureRecord[position].id).elementsEqual(wanted)
    }.map { FeatureIndex($0) }
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

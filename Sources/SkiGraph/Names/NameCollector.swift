import SkiBase

/// A collection of the names and ids of all regions, sorted for the map.
struct NameCollector {
  private var names: [(folded: String, key: NameKey)] = []
  private var ids: [IDKey] = []

  /// Adds a feature under its final position in a region. Complexity: O(length of its names).
  mutating func add(_ feature: GraphFeature, at position: UInt32, of region: UInt32, isInNetwork: Bool) {
    ids.append(IDKey(hash: FNVHash(feature.id.rawValue.utf8).value, region: region, feature: position))
    var key = NameKey(region: region, feature: position, kind: feature.kind.code)
    if isInNetwork { key.flags |= NameKey.isInNetwork }
    key.nameLength = NameKey.rankedLength(feature.name)
    let name = feature.name.map(NameFolding.fold)
    if let name, !name.isEmpty {
      var named = key
      named.flags |= NameKey.isName
      names.append((name, named))
    }
    for other in Self.otherNames(of: feature) where other != name { names.append((other, key)) }
  }

  /// Returns the folded numbers, labels and alternative names of a feature, without duplicates.
  ///
  /// Streets have none: a road number would be mistaken for that of a run.
  private static func otherNames(of feature: GraphFeature) -> Set<String> {
    guard feature.kind != .street else { return [] }
    let texts = feature.refs + [feature.label].compactMap(\.self) + feature.alternativeNames.map(\.text)
    return Set(texts.map(NameFolding.fold)).filter { !$0.isEmpty }
  }

  /// Returns the part of a map with all names and ids.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when they hold more than 4 GiB of text.
  /// - Complexity: O(*n* log *n*) in names.
  consuming func bytes() throws(SkiError) -> [UInt8] {
    names.sort { a, b in
      a.folded.utf8.elementsEqual(b.folded.utf8)
        ? (a.key.region, a.key.feature) < (b.key.region, b.key.feature)
        : a.folded.utf8.lexicographicallyPrecedes(b.folded.utf8)
    }
    ids.sort { ($0.hash, $0.region, $0.feature) < ($1.hash, $1.region, $1.feature) }
    var strings = StringTable()
    var writer = SectionWriter(sectionCount: SectionID.ofNames.count)
    writer.add(
      .nameKey,
      names.map { name in
        var key = name.key
        key.string = strings.number(name.folded)
        return key
      })
    let words = WordSuffixArray(names.lazy.map(\.folded), &strings)
    guard !strings.isFull else {
      throw SkiError(.limitExceeded, "map holds more than 4 GiB of names; build fewer features at a time")
    }
    writer.add(.idKey, ids)
    writer.add(.wordKey, words.words)
    writer.add(.wordName, words.names)
    writer.add(.wordPart, words.parts)
    writer.add(strings)
    return writer.bytes()
  }
}

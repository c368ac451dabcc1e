/// The sections of the parts of a `.skimap`; see Data/Formats/skimap.md.
///
/// The raw values belong to the format and are never reused.
enum SectionID: UInt32, CaseIterable, Sendable {
  // Nodes, one element a node.
  case nodeLatitude = 1  // Int32, 1e-7 degrees
  case nodeLongitude = 2  // Int32, 1e-7 degrees
  case nodeElevation = 3  // Int32, centimetres; Int32.min is unknown
  case firstOut = 4  // UInt32, node count + 1
  case nodeJunction = 5  // UInt8
  case nodeConfidence = 6  // UInt8 percent
  case eliminationOrder = 7  // UInt32 node, the first eliminated at the start; older maps have none
  // Directed edges, sorted by tail.
  case edgeHead = 10  // UInt32 node
  case edgeLink = 11  // UInt32: link * 2 + (1 when against the link)
  // Links, grouped by feature in feature order, connectors last.
  case linkTail = 20  // UInt32 node
  case linkHead = 21  // UInt32 node
  case linkFeature = 22  // UInt32 feature; UInt32.max is none
  case linkKind = 23  // UInt8
  case linkDifficulty = 24  // UInt8 rank; 0 is none
  case linkFlags = 25  // UInt16
  case linkCause = 26  // UInt8
  case linkConfidence = 27  // UInt8 percent
  case linkFirstPoint = 28  // UInt32, link count + 1
  case linkStartOffset = 29  // UInt32 centimetres
  case linkEndOffset = 30  // UInt32 centimetres
  case linkForwardEdge = 31  // UInt32 edge; UInt32.max is none
  case linkBackwardEdge = 32  // UInt32 edge; UInt32.max is none
  // Points of all links.
  case pointLatitude = 40  // Int32
  case pointLongitude = 41  // Int32
  case pointElevation = 42  // Int32 centimetres; Int32.min is unknown
  case pointDistance = 43  // UInt32 centimetres from the tail, horizontal
  case pointInferredElevation = 44  // Int32 centimetres; Int32.min is none; empty when none is there
  // Features and areas.
  case featureRecord = 50  // FeatureRecord
  case featureFirstLink = 51  // UInt32, feature count + 1
  case areaRecord = 52  // AreaRecord
  case featureText = 53  // FeatureText, by feature; older maps have none
  // Text.
  case stringOffsets = 60  // UInt32, string count + 1
  case stringBytes = 61  // UTF-8
  case sourceStrings = 62  // UInt32 strings, three a source: name, licence, attribution; UInt32.max is none
  case report = 63  // UTF-8 JSON
  // Names of all regions (70 and 71 belong to version 1).
  case nameKey = 72  // NameKey, sorted by the bytes of the folded name, then by region and feature
  case idKey = 73  // IDKey, sorted by hash, then by region and feature
  // Words of the names, absent from maps of earlier formats.
  case wordKey = 74  // WordKey, sorted by the bytes of the word
  case wordName = 75  // UInt32 position of a name, ascending within a word
  case wordPart = 76  // WordSuffix, sorted by the bytes from its offset on
  // Spatial index: packed Hilbert R-tree over the segments of runs and streets, and lift stations.
  case treeBox = 80  // TreeBox, leaves first, then each level above
  case treeItemLink = 81  // UInt32 link of each leaf; UInt32.max for a station
  case treeItemPoint = 82  // UInt32 first point of each segment; the node of a station
  // Outlines of runs mapped as areas, absent from maps of earlier formats.
  case ringFeature = 90  // UInt32 feature, never falls
  case ringKind = 91  // UInt8: 0 outer, 1 a hole in the outer ring before it
  case ringFirstPoint = 92  // UInt32, ring count + 1
  case ringLatitude = 93  // Int32, 1e-7 degrees
  case ringLongitude = 94  // Int32, 1e-7 degrees
  // The height grid, absent where none was made and from maps of earlier formats.
  case heightGrid = 100  // HeightGridRecord, one
  case heightTile = 101  // HeightTileAddress, by row, then by column
  case heightFirstByte = 102  // UInt32, tile count + 1
  case heightBytes = 103  // the codes of the tiles; see HeightTileCode
  case heightAttribution = 104  // UInt32 strings
}

extension SectionID {
  private static let texts: [SectionID] = [.stringOffsets, .stringBytes]
  /// The sections of the part with all names.
  static let ofNames: [SectionID] = texts + [.nameKey, .idKey, .wordKey, .wordName, .wordPart]
  /// The sections of the part with the data sources.
  static let ofSources: [SectionID] = texts + [.sourceStrings]
  /// The sections of the part with the import report.
  static let ofReport: [SectionID] = [.report]
  /// The sections of a height grid in a region, all present or none.
  static let ofHeights: [SectionID] = [
    .heightGrid, .heightTile, .heightFirstByte, .heightBytes, .heightAttribution,
  ]
  /// The sections of a region.
  static let ofRegion: [SectionID] = allCases.filter {
    ![.nameKey, .idKey, .wordKey, .wordName, .wordPart, .sourceStrings, .report].contains($0)
  }
}

/// An encoder of the sections of one part in one block of bytes, in the order they are added.
///
/// The table is written last, so that each section is written once, in place.
struct SectionWriter {
  private var entries: [(id: SectionID, elementSize: Int, offset: Int, count: Int)] = []
  private var out: [UInt8]

  /// Reserves space for a table of sections.
  init(sectionCount: Int) {
    out = Array(
      repeating: 0, count: Self.aligned(SectionTable.headerSize + sectionCount * SectionTable.entrySize))
  }

  /// Adds a section of fixed-width elements; each section may be added once.
  mutating func add<T: BitwiseCopyable>(_ id: SectionID, _ values: [T]) {
    entries.append((id, MemoryLayout<T>.stride, out.count, values.count))
    values.withUnsafeBytes { out.append(contentsOf: $0) }
    out.append(contentsOf: repeatElement(0, count: Self.aligned(out.count) - out.count))
  }

  /// Adds the texts of a part.
  mutating func add(_ strings: StringTable) {
    add(.stringOffsets, strings.offsets)
    add(.stringBytes, strings.bytes)
  }

  /// Returns the bytes of the part.
  /// - Complexity: O(*n*) in bytes of the table.
  consuming func bytes() -> [UInt8] {
    var head: [UInt8] = []
    Self.append(UInt32(entries.count), to: &head)
    head += Array(repeating: 0, count: SectionTable.headerSize - head.count)
    for entry in entries {
      Self.append(entry.id.rawValue, to: &head)
      Self.append(UInt32(entry.elementSize), to: &head)
      Self.append(UInt64(entry.offset), to: &head)
      Self.append(UInt64(entry.count), to: &head)
      Self.append(UInt64(0), to: &head)  // reserved
    }
    out.replaceSubrange(0..<head.count, with: head)
    return out
  }

  private static func aligned(_ count: Int) -> Int {
    (count + SectionTable.alignment - 1) / SectionTable.alignment * SectionTable.alignment
  }

  private static func append<T: FixedWidthInteger>(_ value: T, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }
}

import CKernels
import SkiBase

/// The typed views of the sections of one region of a map, checked when opened.
///
/// A view copied out of it does not keep the bytes alive: a loop over one has to hold the graph, by a call on it or by
/// `withExtendedLifetime`.
///
/// `@unchecked Sendable`: every view points into `bytes`, which is immutable and kept alive by this object.
package final class GraphStorage: @unchecked Sendable {
  let bytes: MapBytes
  /// The part's name in errors.
  let partName: String
  package let nodeLatitude: SectionRow<Int32>
  package let nodeLongitude: SectionRow<Int32>
  package let nodeElevation: SectionRow<Int32>
  package let firstOut: SectionRow<UInt32>
  package let nodeJunction: SectionRow<UInt8>
  package let nodeConfidence: SectionRow<UInt8>
  /// The nodes in the order of ``EliminationOrder``; empty in maps of earlier formats.
  package let eliminationOrder: SectionRow<UInt32>
  package let edgeHead: SectionRow<UInt32>
  package let edgeLink: SectionRow<UInt32>
  package let linkTail: SectionRow<UInt32>
  package let linkHead: SectionRow<UInt32>
  package let linkFeature: SectionRow<UInt32>
  package let linkKind: SectionRow<UInt8>
  package let linkDifficulty: SectionRow<UInt8>
  package let linkFlags: SectionRow<UInt16>
  package let linkCause: SectionRow<UInt8>
  package let linkConfidence: SectionRow<UInt8>
  package let linkFirstPoint: SectionRow<UInt32>
  package let linkStartOffset: SectionRow<UInt32>
  package let linkEndOffset: SectionRow<UInt32>
  package let linkForwardEdge: SectionRow<UInt32>
  package let linkBackwardEdge: SectionRow<UInt32>
  package let pointLatitude: SectionRow<Int32>
  package let pointLongitude: SectionRow<Int32>
  package let pointElevation: SectionRow<Int32>
  package let pointDistance: SectionRow<UInt32>
  /// The inferred elevations, for costs and never displayed; empty when no link has any.
  package let pointInferredElevation: SectionRow<Int32>
  package let featureRecord: SectionRow<FeatureRecord>
  package let featureFirstLink: SectionRow<UInt32>
  package let areaRecord: SectionRow<AreaRecord>
  let featureTexts: FeatureTextViews
  let treeBox: SectionRow<TreeBox>
  let treeItemLink: SectionRow<UInt32>
  let treeItemPoint: SectionRow<UInt32>
  /// The ``SegmentIndex`` of the leaves of the spatial index.
  private let segments = SharedObject()
  package let rings: RingViews
  let texts: TextViews
  let heights: HeightViews

  /// Finds and checks the sections of a part of a map in memory.
  /// - Throws: ``SkiError`` with code `.malformedData` when a section is missing or breaks a rule of the format.
  /// - Complexity: O(size of the region).
  init(bytes: MapBytes, partName: String) throws(SkiError) {
    self.bytes = bytes
    self.partName = partName
    let table = try SectionTable(bytes.buffer, of: partName)
    nodeLatitude = try table.section(.nodeLatitude)
    nodeLongitude = try table.section(.nodeLongitude)
    nodeElevation = try table.section(.nodeElevation)
    firstOut = try table.section(.firstOut)
    nodeJunction = try table.section(.nodeJunction)
    nodeConfidence = try table.section(.nodeConfidence)
    eliminationOrder =
      table.holds(.eliminationOrder) ? try table.section(.eliminationOrder) : SectionRow()
    edgeHead = try table.section(.edgeHead)
    edgeLink = try table.section(.edgeLink)
    linkTail = try table.section(.linkTail)
    linkHead = try table.section(.linkHead)
    linkFeature = try table.section(.linkFeature)
    linkKind = try table.section(.linkKind)
    linkDifficulty = try table.section(.linkDifficulty)
    linkFlags = try table.section(.linkFlags)
    linkCause = try table.section(.linkCause)
    linkConfidence = try table.section(.linkConfidence)
    linkFirstPoint = try table.section(.linkFirstPoint)
    linkStartOffset = try table.section(.linkStartOffset)
    linkEndOffset = try table.section(.linkEndOffset)
    linkForwardEdge = try table.section(.linkForwardEdge)
    linkBackwardEdge = try table.section(.linkBackwardEdge)
    pointLatitude = try table.section(.pointLatitude)
    pointLongitude = try table.section(.pointLongitude)
    pointElevation = try table.section(.pointElevation)
    pointDistance = try table.section(.pointDistance)
    pointInferredElevation =
      table.holds(.pointInferredElevation)
      ? try table.section(.pointInferredElevation) : SectionRow()
    featureRecord = try table.section(.featureRecord)
    featureFirstLink = try table.section(.featureFirstLink)
    areaRecord = try table.section(.areaRecord)
    treeBox = try table.section(.treeBox)
    treeItemLink = try table.section(.treeItemLink)
    treeItemPoint = try table.section(.treeItemPoint)
    rings = try RingViews(table)
    heights = try HeightViews(table)
    texts = try TextViews(table)
    featureTexts = try FeatureTextViews(table, texts)
    try GraphValidation(self).check()
  }

  /// The memory of the region in bytes, the index of segments included.
  package var byteCount: Int { bytes.buffer.count + SegmentIndex.bytesPerSegment * treeItemLink.count }

  /// Returns the string with a number; nil for the number that stands for none.
  func string(_ number: UInt32) -> String? { texts.text(number) }

  /// Returns the index of the leaves of the spatial index for searches nearest first, made by the first call.
  /// - Complexity: O(1), and O(*n*) in the leaves the first time.
  func segmentIndex() -> SegmentIndex {
    unsafeDowncast(
      segments.object {
        let root = treeBox.last ?? TreeBox(south: 0, west: 0, north: 0, east: 0)
        return SegmentIndex(count: treeItemLink.count, bounds: root, ends: ends)
      }, to: SegmentIndex.self)
  }

  /// Returns the ends of the segment of a leaf of the spatial index, both the same for a station.
  func ends(_ leaf: Int) -> (FixedCoordinate, FixedCoordinate) {
    let point = Int(treeItemPoint[leaf])
    guard treeItemLink[leaf] == .max else { return (pointPlace(point), pointPlace(point + 1)) }
    return (nodePlace(point), nodePlace(point))
  }

  /// Asks for the memory that describes the points of a segment before it is needed.
  @inline(__always)
  func askForPoints(of leaf: Int) {
    // An address that is only asked for is never read; the rules of the format keep it within the sections.
    let first = Int(treeItemPoint[leaf])
    guard let elevations = pointElevation.unchecked.baseAddress,
      let distances = pointDistance.unchecked.baseAddress
    else { return }
    segments_ask(elevations + first)
    segments_ask(distances + first)
  }

  /// Returns the coordinate of a node.
  func nodePlace(_ node: Int) -> FixedCoordinate {
    FixedCoordinate(latitudeE7: nodeLatitude[node], longitudeE7: nodeLongitude[node])
  }

  /// Returns the coordinate of a point.
  func pointPlace(_ point: Int) -> FixedCoordinate {
    FixedCoordinate(latitudeE7: pointLatitude[point], longitudeE7: pointLongitude[point])
  }
}

/// The height grid as stored in a region: its lattice, its tiles in order, and their codes.
///
/// A view that does not keep the map alive. Maps made without it, and those of earlier formats, have none.
struct HeightViews {
  /// Indicates whether the map has the sections of a height grid.
  let arePresent: Bool
  /// The lattice and the step, one element.
  let grid: SectionRow<HeightGridRecord>
  let tile: SectionRow<HeightTileAddress>
  let firstByte: SectionRow<UInt32>
  let bytes: SectionRow<UInt8>
  /// The strings that anything made from the elevations has to show.
  let attribution: SectionRow<UInt32>

  /// Finds the height grid of a part.
  /// - Throws: ``SkiError`` with code `.malformedData` when only some of its sections are present.
  init(_ table: SectionTable) throws(SkiError) {
    let isHere = table.holds(.heightGrid)
    if let odd = SectionID.ofHeights.first(where: { table.holds($0) != isHere }) {
      throw MapRule.heightSections.broken(odd, 0, in: table.partName)
    }
    arePresent = isHere
    guard isHere else {
      grid = SectionRow()
      tile = SectionRow()
      firstByte = SectionRow()
      bytes = SectionRow()
      attribution = SectionRow()
      return
    }
    grid = try table.section(.heightGrid)
    tile = try table.section(.heightTile)
    firstByte = try table.section(.heightFirstByte)
    bytes = try table.section(.heightBytes)
    attribution = try table.section(.heightAttribution)
  }
}

/// The outlines of run areas as stored in a region: rings sorted by feature, and their corners.
///
/// A view that does not keep the map alive. Maps of earlier formats have no outlines.
package struct RingViews {
  /// Indicates whether the map has sections of outlines.
  let arePresent: Bool
  package let feature: SectionRow<UInt32>
  package let kind: SectionRow<UInt8>
  package let firstPoint: SectionRow<UInt32>
  package let latitude: SectionRow<Int32>
  package let longitude: SectionRow<Int32>

  /// Finds the outlines of a part.
  /// - Throws: ``SkiError`` with code `.malformedData` when only some of their sections are present.
  init(_ table: SectionTable) throws(SkiError) {
    let all: [SectionID] = [.ringFeature, .ringKind, .ringFirstPoint, .ringLatitude, .ringLongitude]
    let isHere = table.holds(.ringFeature)
    if let odd = all.first(where: { table.holds($0) != isHere }) {
      throw MapRule.ringSections.broken(odd, 0, in: table.partName)
    }
    arePresent = isHere
    guard isHere else {
      feature = SectionRow()
      kind = SectionRow()
      firstPoint = SectionRow()
      latitude = SectionRow()
      longitude = SectionRow()
      return
    }
    feature = try table.section(.ringFeature)
    kind = try table.section(.ringKind)
    firstPoint = try table.section(.ringFirstPoint)
    latitude = try table.section(.ringLatitude)
    longitude = try table.section(.ringLongitude)
  }

  /// The number of rings.
  package var count: Int { feature.count }

  /// Returns the positions of a ring's corners.
  package func points(_ ring: Int) -> Range<Int> { Int(firstPoint[ring])..<Int(firstPoint[ring + 1]) }

  /// Returns the range of rings of a feature.
  /// - Complexity: O(log *r*) in rings.
  package func rings(of feature: UInt32) -> Range<Int> { position(of: feature)..<position(of: feature + 1) }

  /// Returns the position of the first ring of a feature, or of the next feature that has one.
  private func position(of wanted: UInt32) -> Int {
    feature.partitioningIndex { $0 >= wanted }
  }
}

import SkiGeo
import SkiModel

/// Typed views of the sections of one region of a map, checked once when opened.
///
/// A view copied out of it does not keep it alive: whoever loops over one holds the graph meanwhile, by being called with it
/// or by `withExtendedLifetime`.
///
/// `@unchecked Sendable`: every view points into `bytes`, which is immutable and kept alive by this object.
package final class GraphStorage: @unchecked Sendable {
  let bytes: MapBytes
  package let nodeLatitude: UnsafeBufferPointer<Int32>
  package let nodeLongitude: UnsafeBufferPointer<Int32>
  package let nodeElevation: UnsafeBufferPointer<Int32>
  package let firstOut: UnsafeBufferPointer<UInt32>
  package let nodeJunction: UnsafeBufferPointer<UInt8>
  package let nodeConfidence: UnsafeBufferPointer<UInt8>
  package let edgeHead: UnsafeBufferPointer<UInt32>
  package let edgeLink: UnsafeBufferPointer<UInt32>
  package let linkTail: UnsafeBufferPointer<UInt32>
  package let linkHead: UnsafeBufferPointer<UInt32>
  package let linkFeature: UnsafeBufferPointer<UInt32>
  package let linkKind: UnsafeBufferPointer<UInt8>
  package let linkDifficulty: UnsafeBufferPointer<UInt8>
  package let linkFlags: UnsafeBufferPointer<UInt16>
  package let linkCause: UnsafeBufferPointer<UInt8>
  package let linkConfidence: UnsafeBufferPointer<UInt8>
  package let linkFirstPoint: UnsafeBufferPointer<UInt32>
  package let linkStartOffset: UnsafeBufferPointer<UInt32>
  package let linkEndOffset: UnsafeBufferPointer<UInt32>
  package let linkForwardEdge: UnsafeBufferPointer<UInt32>
  package let linkBackwardEdge: UnsafeBufferPointer<UInt32>
  package let pointLatitude: UnsafeBufferPointer<Int32>
  package let pointLongitude: UnsafeBufferPointer<Int32>
  package let pointElevation: UnsafeBufferPointer<Int32>
  package let pointDistance: UnsafeBufferPointer<UInt32>
  /// Heights that were inferred for want of known ones: for prices, never to be shown. Empty when no link has any.
  package let pointInferredElevation: UnsafeBufferPointer<Int32>
  package let featureRecord: UnsafeBufferPointer<FeatureRecord>
  package let featureFirstLink: UnsafeBufferPointer<UInt32>
  package let areaRecord: UnsafeBufferPointer<AreaRecord>
  let featureTexts: FeatureTextViews
  let treeBox: UnsafeBufferPointer<TreeBox>
  let treeItemLink: UnsafeBufferPointer<UInt32>
  let treeItemPoint: UnsafeBufferPointer<UInt32>
  package let rings: RingViews
  let texts: TextViews

  /// Finds and checks the sections of a part of a map.
  /// - Throws: ``SkiError`` with code `.malformedData`.
  init(bytes: MapBytes, part: Range<Int>) throws {
    self.bytes = bytes
    let table = try SectionTable(UnsafeRawBufferPointer(rebasing: bytes.buffer[part]))
    nodeLatitude = try table.section(.nodeLatitude)
    nodeLongitude = try table.section(.nodeLongitude)
    nodeElevation = try table.section(.nodeElevation)
    firstOut = try table.section(.firstOut)
    nodeJunction = try table.section(.nodeJunction)
    nodeConfidence = try table.section(.nodeConfidence)
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
      ? try table.section(.pointInferredElevation) : UnsafeBufferPointer(start: nil, count: 0)
    featureRecord = try table.section(.featureRecord)
    featureFirstLink = try table.section(.featureFirstLink)
    areaRecord = try table.section(.areaRecord)
    treeBox = try table.section(.treeBox)
    treeItemLink = try table.section(.treeItemLink)
    treeItemPoint = try table.section(.treeItemPoint)
    rings = try RingViews(table)
    texts = try TextViews(table)
    featureTexts = try FeatureTextViews(table, texts)
    try GraphValidation(self).check()
  }

  /// Returns a string by its number; nil for the number that means none.
  func string(_ number: UInt32) -> String? { texts.text(number) }
}

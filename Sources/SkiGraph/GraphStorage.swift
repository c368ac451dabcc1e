import SkiGeo
import SkiModel

/// The bytes of one map: a mapped file or owned memory, never changed after it was made.
///
/// `@unchecked Sendable`: the only stored property is a pointer to bytes that are written before `init` returns and
/// freed in `deinit`; nothing hands out a mutable view.
final class MapBytes: @unchecked Sendable {
  let buffer: UnsafeRawBufferPointer
  private let release: @Sendable (UnsafeRawBufferPointer) -> Void

  /// Takes over bytes that nobody else writes to; `release` frees them.
  init(
    taking buffer: UnsafeRawBufferPointer, release: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
  ) {
    self.buffer = buffer
    self.release = release
  }

  deinit { release(buffer) }

  /// Copies an array into 64-byte aligned memory.
  convenience init(copying bytes: [UInt8]) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(64, bytes.count), alignment: 64)
    bytes.withUnsafeBytes { memory.copyMemory(from: $0) }
    self.init(taking: UnsafeRawBufferPointer(rebasing: memory[0..<bytes.count])) {
      UnsafeRawBufferPointer(start: $0.baseAddress, count: $0.count).deallocate()
    }
  }
}

/// Typed views of the sections of one map, checked once when opened.
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
  package let featureRecord: UnsafeBufferPointer<FeatureRecord>
  package let featureFirstLink: UnsafeBufferPointer<UInt32>
  package let areaRecord: UnsafeBufferPointer<AreaRecord>
  let nameKeyString: UnsafeBufferPointer<UInt32>
  let nameKeyFeature: UnsafeBufferPointer<UInt32>
  let treeBox: UnsafeBufferPointer<TreeBox>
  let treeItemLink: UnsafeBufferPointer<UInt32>
  let treeItemPoint: UnsafeBufferPointer<UInt32>
  let stringOffsets: UnsafeBufferPointer<UInt32>
  let stringBytes: UnsafeBufferPointer<UInt8>
  let sourceStrings: UnsafeBufferPointer<UInt32>
  let report: UnsafeBufferPointer<UInt8>

  init(bytes: MapBytes) throws {
    self.bytes = bytes
    let table = try SectionTable(bytes.buffer)
    nodeLatitude = try table.section(.nodeLatitude)
    nodeLongitude = try table.section(.nodeLongitude)
    nodeElevation = try table.section(.nodeElevation)
    firstOut = try table.section(.firstOut)
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
    featureRecord = try table.section(.featureRecord)
    featureFirstLink = try table.section(.featureFirstLink)
    areaRecord = try table.section(.areaRecord)
    nameKeyString = try table.section(.nameKeyString)
    nameKeyFeature = try table.section(.nameKeyFeature)
    treeBox = try table.section(.treeBox)
    treeItemLink = try table.section(.treeItemLink)
    treeItemPoint = try table.section(.treeItemPoint)
    stringOffsets = try table.section(.stringOffsets)
    stringBytes = try table.section(.stringBytes)
    sourceStrings = try table.section(.sourceStrings)
    report = try table.section(.report)
    try GraphValidation(self).check()
  }

  /// Returns a string by its number; nil for the number that means none.
  func string(_ number: UInt32) -> String? {
    guard number != .max else { return nil }
    let range = Int(stringOffsets[Int(number)])..<Int(stringOffsets[Int(number) + 1])
    return String(decoding: UnsafeBufferPointer(rebasing: stringBytes[range]), as: UTF8.self)
  }
}

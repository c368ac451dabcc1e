import SkiBase
import SkiTestSupport

@testable import SkiGraph

extension Forgery {
  static let directory: [Forgery] = [
    Forgery(.partLength, "a part of 8 GiB") { $0.setDirectory(16, 8, 1 << 33) },
    Forgery(.partPlace, "a part that begins elsewhere") {
      $0.setDirectory(8, 8, $0.directory(8, 8) + 64)
    },
    Forgery(.partPlace, "a part of no multiple of 64 bytes") {
      $0.setDirectory(16, 8, $0.directory(16, 8) - 32)
    },
    Forgery(.partPlace, "a part that ends beyond the directory") {
      $0.setDirectory(16, 8, UInt64($0.bytes.count))
    },
    Forgery(.partRows, "2^31 nodes") { $0.setDirectory(4, 4, 1 << 31) },
    Forgery(.partRows, "2^31 features") { $0.setDirectory(48, 4, 1 << 31) },
    Forgery(.partBox, "a box that leaves the Earth") { $0.setDirectory(40, 4, 900_000_001) },
    Forgery(.partBox, "a box upside down") { $0.setDirectory(40, 4, $0.directory(32, 4) - 1) },
    Forgery(.partBox, "a box with its east in its west") { $0.setDirectory(44, 4, $0.directory(36, 4) - 1) },
    Forgery(.partGap, "bytes behind the last part") {
      $0.setDirectory(16, 8, $0.directory(16, 8, of: .report) - 64, of: .report)
    },
    Forgery(.partKinds, "a part of an unknown kind") { $0.setDirectory(0, 4, 9, of: .report) },
    Forgery(.partKinds, "a region behind the names") { $0.setDirectory(0, 4, 1, of: .names) },
    Forgery(.regionCounts, "another number of nodes") { $0.setDirectory(4, 4, $0.directory(4, 4) + 1) },
    Forgery(.regionCounts, "another number of features") { $0.setDirectory(48, 4, $0.directory(48, 4) + 1) },
    Forgery(.regionBox, "a node north of the box") { $0.setDirectory(40, 4, $0.directory(40, 4) - 1) },
    Forgery(.regionBox, "a point south of the box") { $0.setDirectory(32, 4, $0.directory(32, 4) + 1) },
    Forgery(.regionBox, "a feature west of the box") { $0.setDirectory(36, 4, $0.directory(36, 4) + 1) },
    Forgery(.regionBox, "an outline east of the box") { $0.setDirectory(44, 4, $0.directory(44, 4) - 1) },
  ]

  static let sections: [Forgery] =
    [
      Forgery(.sectionTable, "more sections than there is room for") {
        $0.put(1 << 20, $0.part(.region(0)).range.lowerBound, 4)
      },
      Forgery(.sectionTable, "a part without a byte") {
        let length = $0.directory(16, 8, of: .report)
        $0.setDirectory(16, 8, $0.directory(16, 8, of: .sources) + length, of: .sources)
        $0.setDirectory(8, 8, $0.directory(8, 8, of: .report) + length, of: .report)
        $0.setDirectory(16, 8, 0, of: .report)
      },
      Forgery(.sectionLimit, "2^31 elements") { $0.setField(.nodeLatitude, 16, 8, 1 << 31) },
      Forgery(.sectionLimit, "2^32 bytes of text") { $0.setField(.stringBytes, 16, 8, 1 << 32) },
      Forgery(.sectionPlace, "a section at an odd place") {
        $0.setField(.nodeLatitude, 8, 8, $0.field(.nodeLatitude, 8, 8) + 4)
      },
      Forgery(.sectionPlace, "a section behind its part") {
        $0.setField(.nodeLatitude, 8, 8, UInt64($0.part(.region(0)).range.count) + 64)
      },
      Forgery(.sectionPlace, "a section that ends behind its part") {
        $0.setField(.nodeLatitude, 16, 8, UInt64($0.part(.region(0)).range.count))
      },
      Forgery(.sectionPlace, "elements of no width") { $0.setField(.nodeLatitude, 4, 4, 0) },
      Forgery(.sectionPlace, "elements of 4097 bytes") {
        $0.setField(.nodeLatitude, 16, 8, 0)
        $0.setField(.nodeLatitude, 4, 4, 4097)
      },
      Forgery(.sectionOnce, "a section twice") {
        $0.setField(.nodeLongitude, 0, 4, UInt64(SectionID.nodeLatitude.rawValue))
      },
      Forgery(.sectionWidth, "a section that is missing") { $0.hide(.nodeElevation) },
      Forgery(.sectionWidth, "a section of another width") { $0.setField(.edgeHead, 4, 4, 2) },
      Forgery(.stringOffsets, "no offset at all") { $0.setField(.stringOffsets, 16, 8, 0) },
      value(.stringOffsets, .stringOffsets, 0, 1, "a first text that begins late"),
      Forgery(.stringOffsets, "a text that ends before it begins") {
        $0.set(.stringOffsets, 2, $0.value(.stringOffsets, 1) - 1)
      },
      Forgery(.stringOffsets, "texts that end before their bytes do") {
        let last = $0.count(.stringOffsets) - 1
        $0.set(.stringOffsets, last, $0.value(.stringOffsets, last) - 1)
      },
    ]
    + short(
      .nodeCounts,
      [
        .nodeLongitude, .nodeElevation, .firstOut, .nodeJunction, .nodeConfidence, .eliminationOrder,
      ])
    + short(.edgeCounts, [.edgeLink])
    + short(
      .linkCounts,
      [
        .linkHead, .linkFeature, .linkKind, .linkDifficulty, .linkFlags, .linkCause, .linkConfidence,
        .linkStartOffset, .linkEndOffset, .linkForwardEdge, .linkBackwardEdge, .linkFirstPoint,
      ])
    + short(
      .pointCounts, [.pointLongitude, .pointElevation, .pointDistance, .pointInferredElevation])
    + short(.featureCounts, [.featureFirstLink])
    + short(.treeCounts, [.treeItemPoint, .treeBox])
    + short(.ringCounts, [.ringKind, .ringFirstPoint, .ringLongitude])
}

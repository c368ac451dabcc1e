import SkiBase

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

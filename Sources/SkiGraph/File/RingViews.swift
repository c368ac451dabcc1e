import SkiGeo

/// The outlines of run areas as they lie in a region: rings by feature, their corners one behind the other.
///
/// A view that does not keep the map alive; whoever holds one holds the map. Maps made before outlines were kept have none.
package struct RingViews {
  /// Whether the map was made since outlines are kept.
  let arePresent: Bool
  package let feature: SectionRow<UInt32>
  package let kind: SectionRow<UInt8>
  package let firstPoint: SectionRow<UInt32>
  package let latitude: SectionRow<Int32>
  package let longitude: SectionRow<Int32>

  /// Finds the outlines of a part.
  /// - Throws: ``SkiError`` with code `.malformedData` when only some of their sections are there.
  init(_ table: SectionTable) throws {
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

  /// How many rings there are.
  package var count: Int { feature.count }

  /// Returns the positions of a ring's corners.
  package func points(_ ring: Int) -> Range<Int> { Int(firstPoint[ring])..<Int(firstPoint[ring + 1]) }

  /// Returns the rings of a feature. Complexity: O(log *r*) in rings.
  package func rings(of feature: UInt32) -> Range<Int> { position(of: feature)..<position(of: feature + 1) }

  /// The first ring of a feature or of one behind it.
  private func position(of wanted: UInt32) -> Int {
    feature.partitioningIndex { $0 >= wanted }
  }
}

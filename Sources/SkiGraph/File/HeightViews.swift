import SkiBase

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

import SkiBase

extension HeightGrid {
  /// Writes the sections of the grid.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when it has more bytes than a section can hold.
  func write(to writer: inout SectionWriter, _ strings: inout StringTable) throws(SkiError) {
    guard UInt64(bytes.count) < MapLimits.mostTextBytes else {
      throw SkiError(.limitExceeded, "height grid of \(bytes.count) bytes is too large; leave it out")
    }
    var record = HeightGridRecord()
    (record.originX, record.originY) = (lattice.originX, lattice.originY)
    (record.stepX, record.stepY) = (lattice.stepX, lattice.stepY)
    (record.columns, record.rows) = (UInt32(lattice.columns), UInt32(lattice.rows))
    record.kind = lattice.kind.rawValue
    record.stepMillimetres = stepMillimetres
    record.datumEPSG = datumEPSG
    writer.add(.heightGrid, [record])
    writer.add(.heightTile, tiles)
    writer.add(.heightFirstByte, firstBytes.map { UInt32($0) })
    writer.add(.heightBytes, bytes)
    writer.add(.heightAttribution, attributions.map { strings.number($0) })
  }
}

import SkiBase

extension GraphValidation {
  /// Checks the directory entry of a region: its counts, and a bounding box around all of its coordinates.
  func check(_ entry: MapPart) throws(SkiError) {
    try require(
      s.nodeLatitude.count == Int(entry.nodeCount), .regionCounts, .nodeLatitude, s.nodeLatitude.count)
    try require(
      s.featureRecord.count == Int(entry.featureCount), .regionCounts, .featureRecord,
      s.featureRecord.count)
    try checkBox(entry, .nodeLatitude, s.nodeLatitude, s.nodeLongitude)
    try checkBox(entry, .pointLatitude, s.pointLatitude, s.pointLongitude)
    try checkBox(entry, .ringLatitude, s.rings.latitude, s.rings.longitude)
    for (index, record) in s.featureRecord.enumerated() {
      try require(
        entry.holds(record.startLatitude, record.startLongitude)
          && entry.holds(record.endLatitude, record.endLongitude), .regionBox, .featureRecord, index)
    }
  }

  private func checkBox(
    _ entry: MapPart, _ section: SectionID, _ latitude: SectionRow<Int32>, _ longitude: SectionRow<Int32>
  ) throws(SkiError) {
    let (latitude, longitude) = (latitude.unchecked, longitude.unchecked)
    let (south, west, north, east) = (entry.south, entry.west, entry.north, entry.east)
    try requireAll(latitude.count, .regionBox, section) {
      latitude[$0] >= south && latitude[$0] <= north && longitude[$0] >= west && longitude[$0] <= east
    }
  }
}

extension MapPart {
  /// Returns whether a coordinate in 1e-7 degrees lies in the bounding box of the region.
  fileprivate func holds(_ latitude: Int32, _ longitude: Int32) -> Bool {
    latitude >= south && latitude <= north && longitude >= west && longitude <= east
  }
}

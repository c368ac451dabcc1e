package import SkiBase

extension SkiMap {
  /// Returns a coordinate with latitude and longitude exchanged, where only that lies in the box of a region.
  ///
  /// - Returns: Nil when the coordinate itself lies in such a box, and when neither does.
  /// - Complexity: O(*r*) in regions; none is opened.
  package func swapped(_ place: Coordinate) -> Coordinate? {
    let swapped = Coordinate(latitude: place.longitude, longitude: place.latitude)
    let boxes = regions.map { bounds(of: $0) }
    guard swapped.isValid, !boxes.contains(where: { $0.contains(place) }) else { return nil }
    return boxes.contains { $0.contains(swapped) } ? swapped : nil
  }
}

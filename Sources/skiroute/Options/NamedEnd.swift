import SkiGraph
import SkiModel
import SkiRouting

/// A place asked for in words, with what to call it.
struct NamedEnd {
  var endpoint: RouteEndpoint
  var label: String

  /// Returns what a text means, and what to call it: what the sign says where it was found by one.
  /// - Throws: ``SkiError`` as ``PlaceFinder/place(_:)``, and for a coordinate off the Earth.
  init(_ text: String, _ finder: PlaceFinder) throws {
    let trimmed = text.trimmingSpaces()
    if let coordinate = try CoordinateArguments.coordinate(text) {
      (endpoint, label) = (.coordinate(coordinate), trimmed)
      return
    }
    let place = try finder.place(text)
    let end = ["@top", "@bottom"].first { trimmed.lowercased().hasSuffix($0) }
    endpoint = .place(place)
    label = place.label.map { $0 + (end.map { " (\($0.dropFirst()))" } ?? "") } ?? trimmed
  }
}

extension String {
  /// The text without spaces at its ends.
  func trimmingSpaces() -> String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

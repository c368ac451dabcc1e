package import SkiGraph
package import SkiRouting

/// An endpoint given as text, with a label.
package struct NamedEndpoint: Sendable {
  /// The endpoint.
  package var endpoint: RouteEndpoint
  /// The label in answers.
  package var label: String

  /// Creates the endpoint of a text, labelled with the sign of the place or, for a coordinate, with the text.
  /// - Throws: The errors of ``PlaceFinder/place(_:)``; ``SkiError`` with code `.invalidArgument` for an invalid
  ///   coordinate.
  package init(_ text: String, _ finder: PlaceFinder) throws {
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

extension StringProtocol {
  /// Returns the text without spaces at its ends.
  package func trimmingSpaces() -> String {
    var rest = Substring(self)
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}

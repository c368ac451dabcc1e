package import SkiBase
package import SkiGraph
package import SkiRouting

/// The parsing of `lat,lon` arguments, including negative ones, which the argument parser would take for options.
package enum CoordinateArguments {
  /// Returns the arguments with a space before each one that starts with a hyphen and is a coordinate.
  package static func protected(_ arguments: [String]) -> [String] {
    arguments.map { $0.hasPrefix("-") && looksLikeCoordinate($0) ? " " + $0 : $0 }
  }

  /// Returns whether a text is two numbers separated by a comma.
  package static func looksLikeCoordinate(_ text: String) -> Bool { numbers(text) != nil }

  /// Returns the coordinate of a text, or nil when it is not two numbers.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the numbers are no valid coordinate.
  package static func coordinate(_ text: String) throws -> Coordinate? {
    guard let (latitude, longitude) = numbers(text) else { return nil }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    guard coordinate.isValid else {
      let swapped = Coordinate(latitude: longitude, longitude: latitude)
      let hint = swapped.isValid ? "; did you mean \(swapped.argumentText())?" : ""
      throw SkiError(
        .invalidArgument,
        "coordinate \(text.trimmingSpaces()) is not on the Earth; write latitude,longitude with latitude within ±90 and longitude within ±180\(hint)"
      )
    }
    return coordinate
  }

  /// Returns the two numbers of a text; nil when it is something else.
  private static func numbers(_ text: String) -> (Double, Double)? {
    guard let comma = text.utf8.firstIndex(of: UInt8(ascii: ",")),
      let first = number(text[..<comma]), let second = number(text[text.utf8.index(after: comma)...])
    else { return nil }
    return (first, second)
  }

  private static func number(_ text: Substring) -> Double? {
    let space = UInt8(ascii: " ")
    var bytes = text.utf8.drop { $0 == space }
    while bytes.last == space { bytes.removeLast() }
    guard !bytes.isEmpty else { return nil }
    let trimmed = Substring(bytes)
    let isNumber = trimmed.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte)
    }
    if isNumber { return Double(trimmed) }
    return ["nan", "inf", "-nan", "-inf"].contains(trimmed.lowercased()) ? Double(trimmed.lowercased()) : nil
  }
}

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

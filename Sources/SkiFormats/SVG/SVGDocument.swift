/// A writer of SVG elements; names of elements and attributes are literals, everything else is escaped.
package struct SVGDocument {
  package private(set) var text: MarkupText = ""

  package init() {}

  /// Writes a start tag.
  package mutating func open(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String>) {
    start(name, attributes)
    text += ">\n"
  }

  /// Writes an end tag.
  package mutating func close(_ name: StaticString) { text += "</\(name)>\n" }

  /// Writes an empty element.
  package mutating func element(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String>) {
    start(name, attributes)
    text += "/>\n"
  }

  /// Writes text with its baseline at a position, in the units of the view box.
  package mutating func words(
    _ words: String, at place: SIMD2<Double>, size: Double = 10.5, colour: String = "#222222",
    anchor: String = "start", isBold: Bool = false
  ) {
    start(
      "text",
      [
        "x": Self.number(place.x), "y": Self.number(place.y), "font-size": Self.number(size), "fill": colour,
        "text-anchor": anchor, "font-weight": isBold ? "bold" : "normal",
      ])
    text += ">\(TerminalText(words).string)</text>\n"
  }

  /// Writes text over a drawing with a white halo, drawn separately because not every renderer supports `paint-order`.
  package mutating func label(
    _ words: String, at place: SIMD2<Double>, colour: String = "#222222", anchor: String = "start"
  ) {
    open("g", ["stroke": "#ffffff", "stroke-width": "2.5", "stroke-linejoin": "round"])
    self.words(words, at: place, size: 9, colour: "#ffffff", anchor: anchor)
    close("g")
    self.words(words, at: place, size: 9, colour: colour, anchor: anchor)
  }

  /// Writes a polyline; nothing for fewer than two points.
  package mutating func line(
    _ points: [SIMD2<Double>], colour: String, width: Double, dash: String? = nil, opacity: Double = 1
  ) {
    guard points.count > 1 else { return }
    element(
      "polyline",
      [
        "points": Self.points(points), "fill": "none", "stroke": colour, "stroke-width": Self.number(width),
        "stroke-dasharray": dash ?? "none", "stroke-opacity": Self.number(opacity),
        "stroke-linejoin": "round",
      ])
  }

  /// Writes a filled polygon with a thin outline, holes by the even–odd rule; rings of fewer than three points are
  /// omitted.
  package mutating func area(_ rings: [[SIMD2<Double>]], colour: String) {
    let path = rings.filter { $0.count > 2 }.map { "M" + Self.points($0) + "Z" }.joined()
    guard !path.isEmpty else { return }
    element(
      "path",
      [
        "d": path, "fill": colour, "fill-opacity": "0.15", "fill-rule": "evenodd", "stroke": colour,
        "stroke-width": "0.8", "stroke-opacity": "0.8",
      ])
  }

  /// Writes a circle.
  package mutating func dot(
    _ place: SIMD2<Double>, radius: Double, fill: String, stroke: String = "none", width: Double = 0.8
  ) {
    element(
      "circle",
      [
        "cx": Self.number(place.x), "cy": Self.number(place.y), "r": Self.number(radius), "fill": fill,
        "stroke": stroke, "stroke-width": Self.number(width),
      ])
  }

  /// Writes an arrow head with its tip at a position.
  package mutating func arrowHead(
    at tip: SIMD2<Double>, along direction: SIMD2<Double>, size: Double, colour: String
  ) {
    let length = (direction * direction).sum().squareRoot()
    guard length > 0 else { return }
    let along = direction / length * size
    let across = SIMD2(-along.y, along.x) * 0.5
    element(
      "polygon", ["points": Self.points([tip, tip - along + across, tip - along - across]), "fill": colour])
  }

  /// Returns a number formatted for attributes, with at most one decimal; 0 when it is not finite.
  package static func number(_ value: Double) -> String { decimalText(value, places: 1) ?? "0" }

  private static func points(_ points: [SIMD2<Double>]) -> String {
    points.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
  }

  private mutating func start(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String>) {
    text += "<\(name)"
    for (name, value) in attributes { text += " \(name)=\"\(value)\"" }
  }
}

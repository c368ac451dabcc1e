/// A writer of SVG elements; names of elements and attributes are literals, everything else is escaped.
package struct SVGDocument {
  private var bytes: [UInt8] = []

  package init() {}

  /// The elements written so far.
  /// - Complexity: O(*n*).
  package var text: MarkupText { bytes.markup() }

  /// Writes a start tag.
  package mutating func open(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String>) {
    start(name, attributes)
    bytes.append(literal: ">\n")
  }

  /// Writes an end tag.
  package mutating func close(_ name: StaticString) {
    bytes.append(literal: "</")
    bytes.append(literal: name)
    bytes.append(literal: ">\n")
  }

  /// Writes an empty element.
  package mutating func element(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String>) {
    start(name, attributes)
    bytes.append(literal: "/>\n")
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
    bytes.append(literal: ">")
    bytes.append(xmlEscaped: words.terminalSafe())
    bytes.append(literal: "</text>\n")
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
      "polyline", "points", { Self.append(points, to: &$0) },
      [
        "fill": "none", "stroke": colour, "stroke-width": Self.number(width),
        "stroke-dasharray": dash ?? "none", "stroke-opacity": Self.number(opacity),
        "stroke-linejoin": "round",
      ])
  }

  /// Writes a filled polygon with a thin outline, holes by the even–odd rule; rings of fewer than three points are
  /// omitted.
  package mutating func area(_ rings: [[SIMD2<Double>]], colour: String) {
    let rings = rings.filter { $0.count > 2 }
    guard !rings.isEmpty else { return }
    element(
      "path", "d",
      { bytes in
        for ring in rings {
          bytes.append(UInt8(ascii: "M"))
          Self.append(ring, to: &bytes)
          bytes.append(UInt8(ascii: "Z"))
        }
      },
      [
        "fill": colour, "fill-opacity": "0.15", "fill-rule": "evenodd", "stroke": colour,
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
      "polygon", "points", { Self.append([tip, tip - along + across, tip - along - across], to: &$0) },
      ["fill": colour])
  }

  /// Returns a number formatted for attributes, with at most one decimal; 0 when it is not finite.
  package static func number(_ value: Double) -> String { decimalText(value, places: 1) ?? "0" }

  /// Writes an empty element whose first attribute is drawn.
  private mutating func element(
    _ name: StaticString, _ first: StaticString, _ drawing: (inout [UInt8]) -> Void,
    _ attributes: KeyValuePairs<StaticString, String>
  ) {
    bytes.append(UInt8(ascii: "<"))
    bytes.append(literal: name)
    bytes.append(UInt8(ascii: " "))
    bytes.append(literal: first)
    bytes.append(literal: "=\"")
    drawing(&bytes)
    bytes.append(UInt8(ascii: "\""))
    append(attributes)
    bytes.append(literal: "/>\n")
  }

  private static func append(_ points: [SIMD2<Double>], to bytes: inout [UInt8]) {
    for (index, point) in points.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: " ")) }
      append(point.x, to: &bytes)
      bytes.append(UInt8(ascii: ","))
      append(point.y, to: &bytes)
    }
  }

  private static func append(_ value: Double, to bytes: inout [UInt8]) {
    if !bytes.append(decimal: value, places: 1) { bytes.append(UInt8(ascii: "0")) }
  }

  private mutating func start(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String>) {
    bytes.append(UInt8(ascii: "<"))
    bytes.append(literal: name)
    append(attributes)
  }

  private mutating func append(_ attributes: KeyValuePairs<StaticString, String>) {
    for (name, value) in attributes {
      bytes.append(UInt8(ascii: " "))
      bytes.append(literal: name)
      bytes.append(literal: "=\"")
      bytes.append(xmlEscaped: value)
      bytes.append(UInt8(ascii: "\""))
    }
  }
}

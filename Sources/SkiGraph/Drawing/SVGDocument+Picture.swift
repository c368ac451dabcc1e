extension SVGDocument {
  /// Starts a picture of its own on white paper.
  package mutating func openPicture(size: SIMD2<Double>) {
    open(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "width": Self.number(size.x), "height": Self.number(size.y),
        "viewBox": "0 0 \(Self.number(size.x)) \(Self.number(size.y))",
        "font-family": "DejaVu Sans, Helvetica, Arial, sans-serif",
      ])
    element("rect", ["width": "100%", "height": "100%", "fill": "#ffffff"])
  }

  /// Starts a part with coordinates of its own; what lies beyond it isn't seen.
  package mutating func openPart(at corner: SIMD2<Double>, size: SIMD2<Double>) {
    open(
      "svg",
      [
        "x": Self.number(corner.x), "y": Self.number(corner.y), "width": Self.number(size.x),
        "height": Self.number(size.y), "overflow": "hidden",
      ])
  }

  /// Draws the thin edge of a part.
  package mutating func frame(at corner: SIMD2<Double>, size: SIMD2<Double>) {
    element(
      "rect",
      [
        "x": Self.number(corner.x), "y": Self.number(corner.y), "width": Self.number(size.x),
        "height": Self.number(size.y), "fill": "none", "stroke": "#b0b0b0",
      ])
  }
}

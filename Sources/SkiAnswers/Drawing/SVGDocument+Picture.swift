import SkiBase
import SkiGraph

extension SVGDocument {
  /// Starts a standalone picture with a white background.
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

  /// Starts a nested part with its own coordinates, clipped to its size.
  package mutating func openPart(at corner: SIMD2<Double>, size: SIMD2<Double>) {
    open(
      "svg",
      [
        "x": Self.number(corner.x), "y": Self.number(corner.y), "width": Self.number(size.x),
        "height": Self.number(size.y), "overflow": "hidden",
      ])
  }

  /// Writes the credits of a thumbnail into its lower right corner, shortened to fit.
  package mutating func credit(_ words: String, in size: SIMD2<Double>) {
    guard !words.isEmpty else { return }
    let words = words.shortened(toScalars: max(8, Int(size.x / 4.6)))
    element(
      "rect",
      [
        "x": "0", "y": Self.number(size.y - 11), "width": "100%", "height": "11", "fill": "#ffffff",
        "fill-opacity": "0.8",
      ])
    self.words(words, at: SIMD2(size.x - 4, size.y - 2.8), size: 7.5, colour: "#444444", anchor: "end")
  }

  /// Draws a lift with short marks across it, to distinguish it from a black run.
  package mutating func lift(_ line: [SIMD2<Double>]) {
    self.line(line, colour: DrawingColours.lift, width: 2)
    self.line(line, colour: DrawingColours.lift, width: 7.5, dash: "1.4 9")
  }

  /// Draws the thin frame of a part.
  package mutating func frame(at corner: SIMD2<Double>, size: SIMD2<Double>) {
    element(
      "rect",
      [
        "x": Self.number(corner.x), "y": Self.number(corner.y), "width": Self.number(size.x),
        "height": Self.number(size.y), "fill": "none", "stroke": "#b0b0b0",
      ])
  }
}

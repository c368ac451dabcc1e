import SkiBase

/// A plot of elevations: the mapping of values to pixels, and the grid.
struct ChartPlot {
  /// The style of the grid.
  struct Style {
    var colour: String
    var width: Double
    /// The distances in pixels from the plot to the labels on its left, and to the baseline of those below.
    var gap: SIMD2<Double>
    /// Indicates whether there are vertical grid lines.
    var hasUprights: Bool

    static let page = Style(colour: "#e2e2e2", width: 0.8, gap: SIMD2(6, 13), hasUprights: true)
    static let panel = Style(colour: "#dddddd", width: 0.7, gap: SIMD2(4, 22), hasUprights: false)
  }

  let style: Style
  /// The upper left corner, in pixels.
  let corner: SIMD2<Double>
  /// The size, in pixels.
  let size: SIMD2<Double>
  /// The value along the axis at the upper left corner.
  let start: Double
  /// The elevation at the upper left corner.
  let high: Double
  /// The elevation at the bottom.
  let low: Double
  /// The horizontal and vertical differences of values with the extents `pixels`.
  let span: SIMD2<Double>
  /// The extents of `span` in pixels.
  let pixels: SIMD2<Double>

  /// Creates the plot of a page between its margins, with space above and below the elevations.
  init(
    top: Double, height: Double, along range: ClosedRange<Double>, heights: ClosedRange<Double>
  ) {
    let (least, most) = (heights.lowerBound, heights.upperBound)
    let spare = max(10, (most - least) * 0.08)
    style = .page
    corner = SIMD2(Self.left, top)
    size = SIMD2(PictureLayout.width - PictureLayout.margin - Self.left, height - 24)
    start = range.lowerBound
    low = least - spare
    high = max(most, least + 30) + 3 * spare
    span = SIMD2(range.upperBound - range.lowerBound, high - low)
    pixels = size
  }

  /// Creates the plot of a panel.
  init(length: Double, heights: ClosedRange<Double>) {
    low = heights.lowerBound
    high = max(heights.upperBound, low + 10)
    style = .panel
    corner = SIMD2(44, 20)
    size = MapFrame.panelSize - corner - SIMD2(10, 30)
    start = 0
    span = SIMD2(1, 1)
    pixels = size / SIMD2(max(length, 1), max(heights.upperBound - low, 10))
  }

  /// The left edge of a page's plot, in pixels.
  static let left = PictureLayout.margin + 48

  /// Returns the pixel of a value along the axis and an elevation.
  func pixel(_ spot: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(
      corner.x + (spot.x - start) / span.x * pixels.x, corner.y + (high - spot.y) / span.y * pixels.y)
  }

  /// Draws the grid.
  /// - Parameters:
  ///   - heights: The elevations with a grid line, in metres.
  ///   - along: The values along the axis with labels.
  ///   - svg: The document to draw to.
  func drawGrid(heights: [Double], along: [(value: Double, words: String)], _ svg: inout SVGDocument) {
    let end = corner + size
    for metres in heights {
      let y = pixel(SIMD2(start, metres)).y
      svg.line([SIMD2(corner.x, y), SIMD2(end.x, y)], colour: style.colour, width: style.width)
      svg.words(
        "\(decimalText(metres, places: 0) ?? "?") m", at: SIMD2(corner.x - style.gap.x, y + 3), size: 9,
        anchor: "end")
    }
    for (value, words) in along {
      let x = pixel(SIMD2(value, high)).x
      if style.hasUprights {
        svg.line([SIMD2(x, corner.y), SIMD2(x, end.y)], colour: style.colour, width: style.width)
      }
      svg.words(words, at: SIMD2(x, end.y + style.gap.y), size: 9, anchor: "middle")
    }
  }

  /// Draws a note that there are no elevations.
  static func drawNothing(top: Double, height: Double, _ svg: inout SVGDocument) {
    svg.words("no elevations are known", at: SIMD2(left, top + height / 2), colour: "#666666")
  }

  /// The steps between grid lines, in metres.
  static let roundMetres = [
    1.0, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, 100_000,
  ]

  /// Returns round values within a range.
  /// - Parameters:
  ///   - low: The lower end of the range.
  ///   - high: The upper end of the range.
  ///   - steps: The steps to choose from, in ascending order.
  ///   - least: The least step.
  ///   - count: The greatest number of steps, where one of them is large enough.
  ///   - shift: The offset of round values from 0.
  static func ticks(
    _ low: Double, _ high: Double, steps: [Double] = roundMetres, least: Double = 1, atMost count: Int,
    shift: Double = 0
  ) -> [Double] {
    let step =
      steps.first { $0 >= least && (high - low) / $0 <= Double(count) } ?? steps.last ?? high - low
    let first = ((low + shift) / step).rounded(.up) * step - shift
    return Array(stride(from: first, through: high, by: step).prefix(count + 1))
  }
}

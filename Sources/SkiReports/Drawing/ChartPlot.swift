import SkiFormats

/// The plot of heights: where values lie on paper, and the grid that tells them.
struct ChartPlot {
  /// How the grid looks.
  struct Style {
    var colour: String
    var width: Double
    /// Pixels between the plot and the words left of it, and from its foot down to the baseline of those beneath.
    var gap: SIMD2<Double>
    /// Whether values along the way have lines of their own.
    var hasUprights: Bool

    static let page = Style(colour: "#e2e2e2", width: 0.8, gap: SIMD2(6, 13), hasUprights: true)
    static let panel = Style(colour: "#dddddd", width: 0.7, gap: SIMD2(4, 22), hasUprights: false)
  }

  let style: Style
  /// The upper left corner, and how far it reaches, pixels.
  let corner: SIMD2<Double>
  let size: SIMD2<Double>
  /// What lies in the upper left corner.
  let start: Double
  let high: Double
  /// What lies at the foot.
  let low: Double
  /// Some length along the way and some rise, and how many pixels they take.
  let span: SIMD2<Double>
  let pixels: SIMD2<Double>

  /// Makes the plot of a page from its left to its right margin, with some room above and below the heights.
  init(
    top: Double, height: Double, along range: ClosedRange<Double>, heights: ClosedRange<Double>
  ) {
    let (least, most) = (heights.lowerBound, heights.upperBound)
    let spare = max(10, (most - least) * 0.08)
    style = .page
    corner = SIMD2(Self.left, top)
    size = SIMD2(WaySheet.width - WaySheet.margin - Self.left, height - 24)
    start = range.lowerBound
    low = least - spare
    high = max(most, least + 30) + 3 * spare
    span = SIMD2(range.upperBound - range.lowerBound, high - low)
    pixels = size
  }

  /// Makes the plot of a panel.
  init(length: Double, heights: ClosedRange<Double>) {
    low = heights.lowerBound
    high = max(heights.upperBound, low + 10)
    style = .panel
    corner = SIMD2(44, 20)
    size = PaperFrame.panelSize - corner - SIMD2(10, 30)
    start = 0
    span = SIMD2(1, 1)
    pixels = size / SIMD2(max(length, 1), max(heights.upperBound - low, 10))
  }

  /// Where the words of a page's plot end.
  static let left = WaySheet.margin + 48

  /// Returns where a height lies; `spot` is how far along and how high.
  func pixel(_ spot: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(
      corner.x + (spot.x - start) / span.x * pixels.x, corner.y + (high - spot.y) / span.y * pixels.y)
  }

  /// Draws the grid.
  /// - Parameters:
  ///   - heights: Those that have a line.
  ///   - along: Those along the way that are told, with their words.
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

  /// Says that there is nothing to draw.
  static func drawNothing(top: Double, height: Double, _ svg: inout SVGDocument) {
    svg.words("no heights are known", at: SIMD2(left, top + height / 2), colour: "#666666")
  }

  /// Steps between round metres.
  static let roundMetres = [
    1.0, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, 100_000,
  ]

  /// Returns round values between two others.
  /// - Parameters:
  ///   - steps: What may lie between two of them, the least first.
  ///   - least: The least step.
  ///   - count: How many steps there are at most, where one of the steps is large enough.
  ///   - shift: How far off zero round values lie.
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

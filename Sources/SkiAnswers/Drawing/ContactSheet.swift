import SkiBase
import SkiGraph

/// A page of numbered pictures with captions.
enum ContactSheet {
  static let columns = 4
  static let rows = 3
  private static let margin = 8.0
  private static let captionHeight = 104.0
  private static let titleHeight = 26.0
  private static let footHeight = 22.0

  /// Returns a page. Complexity: O(the contents of its pictures).
  static func page(
    title: String, numbered: [(number: Int, panel: DrawingPanel)], sources: [DataSource]
  ) -> MarkupText {
    let cell = MapFrame.panelSize + SIMD2(margin, captionHeight + margin)
    let usedRows = (numbered.count + columns - 1) / columns
    let width = cell.x * Double(max(2, min(columns, numbered.count))) + margin
    let height = titleHeight + cell.y * Double(usedRows) + footHeight
    var svg = SVGDocument()
    svg.open(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "width": SVGDocument.number(width),
        "height": SVGDocument.number(height), "font-family": "DejaVu Sans, Helvetica, Arial, sans-serif",
      ])
    svg.element("rect", ["width": "100%", "height": "100%", "fill": "#ffffff"])
    svg.words(title.shortened(toScalars: 240), at: SIMD2(margin, 18), size: 13, isBold: true)
    var text = svg.text
    for (index, item) in numbered.enumerated() {
      let place = SIMD2(
        margin + cell.x * Double(index % columns), titleHeight + cell.y * Double(index / columns))
      text += picture(item.panel, number: item.number, at: place)
    }
    var foot = SVGDocument()
    foot.words(attribution(sources), at: SIMD2(margin, height - 8), size: 9, colour: "#666666")
    foot.close("svg")
    return text + foot.text
  }

  private static func picture(_ panel: DrawingPanel, number: Int, at place: SIMD2<Double>) -> MarkupText {
    let (x, y) = (SVGDocument.number(place.x), SVGDocument.number(place.y))
    let width = SVGDocument.number(MapFrame.panelSize.x)
    let height = SVGDocument.number(MapFrame.panelSize.y)
    var frame = SVGDocument()
    frame.open("svg", ["x": x, "y": y, "width": width, "height": height, "overflow": "hidden"])
    var below = SVGDocument()
    below.close("svg")
    below.element(
      "rect", ["x": x, "y": y, "width": width, "height": height, "fill": "none", "stroke": "#999999"])
    for (line, words) in PanelCaption.lines(panel).enumerated() {
      let at = SIMD2(place.x + 2, place.y + MapFrame.panelSize.y + 14 + 13 * Double(line))
      below.words(
        line == 0 ? "\(number)  \(words)" : words, at: at, size: line == 0 ? 11 : 10, isBold: line == 0)
    }
    return frame.text + drawing(panel) + below.text
  }

  private static func drawing(_ panel: DrawingPanel) -> MarkupText {
    if case .run = panel.subject.form { return ProfileChart(panel).draw() }
    return PanelPicture.draw(panel)
  }

  /// Returns the attributions and licences of sources, without duplicates.
  private static func attribution(_ sources: [DataSource]) -> String {
    sources.map { [$0.attribution, $0.licence].compactMap { $0 }.joined(separator: ", ") }
      .filter { !$0.isEmpty }.uniqued().joined(separator: "; ").shortened(toScalars: 300)
  }
}

import Foundation
import SkiAnswers
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

struct RoutePictureTests {
  /// The picture of a route up the lift, over two runs and down a connector.
  private func svg(_ size: RoutePicture.Size = .page) throws -> String {
    RoutePicture(try OutputFixture.document("B", "N"), graph: try OutputFixture.world().graph, size: size)
      .svg().string
  }

  private func parts(_ text: String, _ separator: String) -> Int {
    text.split(separator: separator, omittingEmptySubsequences: false).count
  }

  @Test func `the page has the route, its names, totals, colours, elevations and attribution`() throws {
    let svg = try svg()
    #expect(svg.hasPrefix("<svg") && svg.hasSuffix("</svg>\n") && parts(svg, "<svg") == parts(svg, "</svg>"))
    for words in [
      "Sun &amp; &lt;Snow&gt;", "Panorama", "skied", "by lift", "blue", "red", "on foot", "north up",
      "Drawn by hand",
    ] {
      let isThere = svg.contains(words)
      #expect(isThere, "no \(words)")
    }
    #expect(svg.contains(#"stroke="\#(DrawingColours.drawingColour(.red))""#))
    #expect(!svg.contains("no elevations are known") && !svg.contains("\u{1B}"))
    #expect(svg == (try self.svg()))
  }

  @Test func `a thumbnail is 400 by 300 and has no text but the attribution`() throws {
    let svg = try svg(.thumbnail)
    #expect(svg.contains(#"width="400.0" height="300.0""#) || svg.contains(#"width="400" height="300""#))
    #expect(
      parts(svg, "<text") == 2 && svg.contains("Drawn by hand")
        && svg.contains(#"stroke="\#(DrawingColours.drawingColour(.red))""#))
  }

  @Test func `the relief is drawn below the runs and its sources are attributed`() throws {
    for size in [RoutePicture.Size.page, .thumbnail] {
      let picture = RoutePicture(
        try OutputFixture.document("B", "N"), graph: try OutputFixture.world().graph, size: size)
      let ground = try #require(picture.extent)
      #expect(ground.columns == (size == .page ? 1168 : 400) && ground.bounds.north > ground.bounds.south)
      let relief = PictureRelief(png: [0x89, 0x50], attributions: ["Heights & Sons", "Drawn by hand"])
      let svg = picture.svg(over: relief).string
      #expect(svg.contains("data:image/png;base64,iVA=") && parts(svg, "Drawn by hand") == 2)
      #expect(svg.contains("Heights &amp; Sons"))
      let image = try #require(svg.range(of: "<image"))
      // The lines of the legend stand before the map; within it the ground comes first.
      let map = try #require(svg.ranges(of: "<svg ").last)
      #expect(map.upperBound < image.lowerBound)
      #expect(!svg[map.upperBound..<image.lowerBound].contains("<polyline"))
      #expect(svg[image.upperBound...].contains("<polyline"))
    }
  }

  @Test func `a page for a start at the destination states it`() throws {
    let graph = try OutputFixture.world().graph
    let svg = RoutePicture(try OutputFixture.document("B", "B"), graph: graph).svg().string
    #expect(svg.contains("you are there already") && svg.contains("Drawn by hand"))
  }

  @Test func `an HTML page holds the picture and an escaped title`() throws {
    let page = PicturePage.html(
      title: "</title><script>alert(1)</script>",
      svg: RoutePicture(
        try OutputFixture.document("B", "N"), graph: try OutputFixture.world().graph
      ).svg()
    ).string
    #expect(
      page.hasPrefix("<!doctype html>") && parts(page, "<script>") == 2 && parts(page, "</script>") == 2)
    #expect(page.contains("Sun &amp; &lt;Snow&gt;"))
  }
}

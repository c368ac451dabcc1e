import Foundation
package import SkiFormats
package import SkiGeo

/// The ground below a picture: a raster of light and shadow, and whose heights it was made from.
///
/// A value; `Sendable`.
package struct PictureRelief: Sendable {
  /// A PNG file whose first row is the northern edge of what a picture shows, with rows and columns equally far apart in
  /// degrees.
  package let png: [UInt8]
  /// The words that must be shown with it.
  package let attributions: [String]

  /// Takes a ground.
  package init(png: [UInt8], attributions: [String]) {
    self.png = png
    self.attributions = attributions
  }

  /// The words below a picture: whose data it shows, each once, then their licences.
  package static func credit(
    _ attributions: [String], _ relief: PictureRelief?, _ licences: [String]
  ) -> String {
    var words = attributions
    for attribution in relief?.attributions ?? [] where !words.contains(attribution) {
      words.append(attribution)
    }
    return (words + licences).joined(separator: "; ").shortened(toScalars: 210)
  }

  /// Draws the ground as far as a frame shows. Complexity: O(bytes).
  package func draw(in frame: PaperFrame, _ svg: inout SVGDocument) {
    let box = frame.bounds
    let corner = frame.pixel(Coordinate(latitude: box.north, longitude: box.west))
    let size = frame.pixel(Coordinate(latitude: box.south, longitude: box.east)) - corner
    guard size.x > 0, size.y > 0 else { return }
    svg.element(
      "image",
      [
        "x": SVGDocument.number(corner.x), "y": SVGDocument.number(corner.y),
        "width": SVGDocument.number(size.x), "height": SVGDocument.number(size.y),
        "preserveAspectRatio": "none", "href": "data:image/png;base64,\(Data(png).base64EncodedString())",
      ])
  }
}

/// The part of the Earth a picture shows, and how large it does: what a ``PictureRelief`` is made for.
///
/// A value; `Sendable`.
package struct PictureGround: Sendable, Hashable {
  /// What is seen.
  package let bounds: BoundingBox
  /// Pixels across.
  package let columns: Int
  /// Pixels down.
  package let rows: Int

  /// Names a ground.
  package init(bounds: BoundingBox, columns: Int, rows: Int) {
    self.bounds = bounds
    self.columns = columns
    self.rows = rows
  }
}

extension PaperFrame {
  /// What is to be seen of the ground.
  package var ground: PictureGround {
    PictureGround(bounds: bounds, columns: Int(size.x), rows: Int(size.y))
  }
}

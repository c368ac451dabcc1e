import Foundation
package import SkiBase

/// The hill shading below a picture, with the attributions of its elevations.
package struct PictureRelief: Sendable {
  /// The PNG file; its first row is the northern edge, rows and columns are equidistant in degrees.
  package let png: [UInt8]
  /// The attributions to show with it.
  package let attributions: [String]

  /// Creates a relief.
  package init(png: [UInt8], attributions: [String]) {
    self.png = png
    self.attributions = attributions
  }

  /// Returns the credits of a picture: attributions without duplicates, then licences.
  package static func credit(
    _ attributions: [String], _ relief: PictureRelief?, _ licences: [String]
  ) -> String {
    var words = attributions
    for attribution in relief?.attributions ?? [] where !words.contains(attribution) {
      words.append(attribution)
    }
    return (words + licences).joined(separator: "; ").shortened(toScalars: 210)
  }

  /// Draws the relief in a frame. Complexity: O(bytes).
  package func draw(in frame: MapFrame, _ svg: inout SVGDocument) {
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

/// The extent and size of a picture, for which a ``PictureRelief`` is made.
package struct PictureExtent: Sendable, Hashable {
  /// The extent in degrees.
  package let bounds: BoundingBox
  /// The width in pixels.
  package let columns: Int
  /// The height in pixels.
  package let rows: Int

  /// Creates an extent.
  package init(bounds: BoundingBox, columns: Int, rows: Int) {
    self.bounds = bounds
    self.columns = columns
    self.rows = rows
  }
}

extension MapFrame {
  /// The extent of the frame.
  package var extent: PictureExtent {
    PictureExtent(bounds: bounds, columns: Int(size.x), rows: Int(size.y))
  }
}

import Glibc
import SkiGeo

/// Where the samples of one layer lie: an endless grid of whole columns and rows cut into square tiles.
///
/// Column 0 is at 180° W and row 0 in the north; sample (c, r) lies at grid position (c, r). In picture tiles samples
/// are the centres of pixels; in `.hgt` tiles they are nodes, and the outermost are shared with the neighbour.
struct ElevationGrid: Sendable, Hashable {
  /// How positions on Earth become positions in the grid.
  enum Form: Sendable, Hashable {
    /// Web Mercator tiles of one zoom.
    case mercator(zoom: Int)
    /// Tiles of one degree.
    case degrees
  }

  let form: Form
  /// Samples from one tile to the same sample of the next.
  let span: Int
  /// Samples along one side of a tile.
  let columns: Int
  /// Tiles around the Earth.
  let tilesAcross: Int
  /// Tiles from north to south.
  let tilesDown: Int

  /// The grid of a tile pyramid at one zoom, with tiles of some pixels.
  static func mercator(zoom: Int, pixels: Int) -> ElevationGrid {
    ElevationGrid(
      form: .mercator(zoom: zoom), span: pixels, columns: pixels, tilesAcross: 1 << zoom, tilesDown: 1 << zoom
    )
  }

  /// The grid of `.hgt` tiles with some samples along each side (1201 or 3601).
  static func degrees(samples: Int) -> ElevationGrid {
    ElevationGrid(form: .degrees, span: samples - 1, columns: samples, tilesAcross: 360, tilesDown: 180)
  }

  /// How far north and south the grid answers, degrees.
  var latitudeLimit: Double { if case .degrees = form { 90 } else { 85.059 } }

  /// Whether neighbouring tiles both hold the samples on their common edge.
  var sharesEdges: Bool { columns > span }

  /// Returns where a place lies in the grid, or nil beyond its northern and southern ends; x may lie half a sample
  /// west of column 0.
  ///
  /// **Source:** spherical Web Mercator, EPSG 3857 (northing by the inverse hyperbolic tangent of the sine).
  func position(of place: Coordinate) -> (x: Double, y: Double)? {
    switch form {
    case .degrees:
      return ((place.longitude + 180) * Double(span), (90 - place.latitude) * Double(span))
    case .mercator:
      guard abs(place.latitude) <= latitudeLimit else { return nil }
      let side = Double(tilesAcross * span)
      let sine = sin(place.latitude * (Double.pi / 180))
      let northing = log((1 + sine) / (1 - sine)) / (4 * Double.pi)
      return ((place.longitude + 180) / 360 * side - 0.5, (0.5 - northing) * side - 0.5)
    }
  }

  /// Returns the place of a grid position; the inverse of ``position(of:)``.
  func place(x: Double, y: Double) -> Coordinate {
    switch form {
    case .degrees:
      return Coordinate(latitude: 90 - y / Double(span), longitude: x / Double(span) - 180)
    case .mercator:
      let side = Double(tilesAcross * span)
      let northing = 0.5 - (y + 0.5) / side
      let latitude = atan(sinh(northing * 2 * Double.pi)) * 180 / Double.pi
      return Coordinate(latitude: latitude, longitude: (x + 0.5) / side * 360 - 180)
    }
  }

  /// Returns the distance between samples from north to south at a latitude, metres.
  func resolutionMetres(latitude: Double) -> Double {
    switch form {
    case .degrees: return earthMeanRadiusMetres * Double.pi / 180 / Double(span)
    case .mercator:
      let equator = 2 * Double.pi * 6_378_137
      return equator * cos(latitude * Double.pi / 180) / Double(tilesAcross * span)
    }
  }
}

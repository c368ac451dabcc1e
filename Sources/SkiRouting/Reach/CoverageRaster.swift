import CKernels
package import SkiBase
import SkiSystem

/// A raster of the ground within some distance of lines, filled where the centre of a cell is near enough.
///
/// Lengths are metres on the tangent plane at the centre of the lines, accurate to 0.1 % over a ski area.
package struct CoverageRaster {
  /// The side of a cell, in metres.
  let sideMetres: Double
  private let origin: Coordinate
  private let metresPerLongitude: Double
  let columns: Int
  let rows: Int
  /// The cells as bits, 64 in a word, rows from the south.
  private(set) var bits: [UInt64]
  /// The number of words of a row.
  let wordsAcross: Int

  static let metresPerLatitude = 111_195.0
  /// The maximum number of cells; cells grow with the extent.
  static let greatestCount = 4_000_000

  /// Creates a raster around lines, with an empty margin; nil without points.
  /// - Parameters:
  ///   - lines: The lines.
  ///   - reachMetres: The distance from the lines to fill, in metres.
  ///   - wanted: The minimum side of a cell, in metres.
  /// - Complexity: O(*p*) in points, and O(cells).
  package init?(_ lines: [[Coordinate]], reachMetres: Double, sideMetres wanted: Double) {
    self.init(
      lines, reachMetres: reachMetres, sideMetres: wanted, instructionSet: Self.instructionSet)
  }

  private static let instructionSet = processor_instruction_set()

  /// Creates a raster with the kernel for an instruction set that the machine has.
  init?(_ lines: [[Coordinate]], reachMetres: Double, sideMetres wanted: Double, instructionSet: Int32) {
    guard let bounds = Self.bounds(lines) else { return nil }
    let middle = (bounds.south + bounds.north) / 2
    metresPerLongitude = Self.metresPerLatitude * max(0.01, cos(middle * .pi / 180))
    let width = (bounds.east - bounds.west) * metresPerLongitude + 2 * reachMetres
    let height = (bounds.north - bounds.south) * Self.metresPerLatitude + 2 * reachMetres
    let side = max(
      wanted, (width * height / Double(Self.greatestCount)).squareRoot(), max(width, height) / 30_000)
    sideMetres = side
    let margin = reachMetres + 2 * side
    origin = Coordinate(
      latitude: bounds.south - margin / Self.metresPerLatitude,
      longitude: bounds.west - margin / metresPerLongitude)
    columns = Int((width + 4 * side) / side) + 2
    rows = Int((height + 4 * side) / side) + 2
    wordsAcross = (columns + 63) / 64
    bits = Array(repeating: 0, count: wordsAcross * rows)
    fill(lines, reachMetres, instructionSet)
  }

  /// Returns the bounding box of lines; its east is beyond 180 degrees across the antimeridian.
  private static func bounds(_ lines: [[Coordinate]]) -> BoundingBox? {
    guard let bounds = bounds(lines, addingToWest: 0) else { return nil }
    guard bounds.east - bounds.west > 180 else { return bounds }
    return self.bounds(lines, addingToWest: 360)
  }

  /// Returns the bounding box of lines with a number of degrees added to western longitudes; nil without points.
  ///
  /// Plain loops: the initialiser of a box by a joined sequence is not specialised across modules.
  private static func bounds(_ lines: [[Coordinate]], addingToWest degrees: Double) -> BoundingBox? {
    var (south, west) = (Double.infinity, Double.infinity)
    var (north, east) = (-Double.infinity, -Double.infinity)
    for line in lines {
      for place in line {
        let longitude = place.longitude < 0 ? place.longitude + degrees : place.longitude
        (south, north) = (min(south, place.latitude), max(north, place.latitude))
        (west, east) = (min(west, longitude), max(east, longitude))
      }
    }
    return south <= north ? BoundingBox(south: south, west: west, north: north, east: east) : nil
  }

  /// Returns whether a cell is filled, as 1 or 0; those at the edges are not.
  @inline(__always)
  func bit(_ column: Int, _ row: Int) -> Int {
    Int(truncatingIfNeeded: bits[row &* wordsAcross &+ column &>> 6] &>> UInt64(column & 63)) & 1
  }

  /// Returns the first column of the filled cells side by side that end with a filled cell.
  func firstColumn(of column: Int, _ row: Int) -> Int {
    var column = column
    while bit(column - 1, row) == 1 { column -= 1 }
    return column
  }

  /// Returns the coordinate of a raster position, in cells from the centre of the first; its longitude is normalised to
  /// ±180 degrees.
  func coordinate(_ column: Double, _ row: Double) -> Coordinate {
    Coordinate(
      latitude: origin.latitude + row * sideMetres / Self.metresPerLatitude,
      longitude: normalizedLongitude(origin.longitude + column * sideMetres / metresPerLongitude))
  }

  /// Fills the cells near lines, with a disc at each half cell along them.
  private mutating func fill(_ lines: [[Coordinate]], _ reach: Double, _ instructionSet: Int32) {
    let (columns, rows, across, radius) = (columns, rows, wordsAcross, reach / sideMetres)
    var line: [Double] = []
    for places in lines {
      line.removeAll(keepingCapacity: true)
      for place in places {
        let position = position(of: place)
        line.append(position.x)
        line.append(position.y)
      }
      bits.withUnsafeMutableBufferPointer { bits in
        // Each row has as many words as its cells need, and the kernel fills none but cells.
        var raster = coverage_raster(
          bits: bits.baseAddress, columns: columns, rows: rows, words_across: across)
        coverage_fill(instructionSet, &raster, line, places.count, radius)
      }
    }
  }

  /// Returns the position of a coordinate in cells from the centre of the first.
  @inline(__always)
  func position(of place: Coordinate) -> SIMD2<Double> {
    SIMD2(
      shortestLongitudeDifference(origin.longitude, place.longitude) * metresPerLongitude / sideMetres,
      (place.latitude - origin.latitude) * Self.metresPerLatitude / sideMetres)
  }
}

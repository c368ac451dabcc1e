import SkiSystem
import SkiTerrain

/// The elevations of files resampled to the Web Mercator pixels of one zoom.
///
/// An elevation depends on its pixel's position in the world alone, so adjacent tiles match. Resampling is bicubic
/// where pixels are finer than the samples, else bilinear; where they are much coarser, each pixel is the mean of up to
/// 4 × 4 points, to avoid aliasing of ridges.
struct MercatorRaster: ElevationRaster {
  let grid: RasterGrid
  private let files: ElevationFiles
  private let sampling: Sampling
  /// The number of sampled points along each side of a pixel, whose mean is its elevation.
  private let parts: Int

  /// Creates the raster of a zoom.
  /// - Parameters:
  ///   - files: The elevation files.
  ///   - zoom: The zoom of the pixels.
  ///   - tileSide: The number of pixels along each side of a tile.
  ///   - latitude: The latitude, in degrees, at which pixel size and sample spacing are compared.
  init(_ files: ElevationFiles, zoom: Int, tileSide: Int, latitude: Double) {
    grid = .mercator(pixelsAcross: tileSide << zoom)
    let pixel = grid.stepX * cos(latitude * .pi / 180)
    self.files = files.ordered(forMetres: pixel)
    let samples = self.files.firstResolutionMetres(latitude: latitude)
    sampling = pixel < 0.75 * samples ? .bicubic : .bilinear
    parts = pixel > 3 * samples ? 4 : pixel > 1.5 * samples ? 2 : 1
  }

  var verticalDatum: VerticalDatum { files.verticalDatum }
  var names: [String] { files.names }
  var blockColumns: Int { 512 }
  var blockRows: Int { 128 }

  /// The greatest number of points sampled at a time.
  private static let placeLimit = 1 << 16

  /// Reads a window; columns wrap around the Earth, rows beyond its northern and southern edge are voids.
  func read(_ window: RasterWindow, into heightsMetres: UnsafeMutableBufferPointer<Float>) throws {
    heightsMetres.update(repeating: .nan)
    let rows = (window.row..<window.row + window.rows).clamped(to: 0..<grid.rows)
    guard let base = heightsMetres.baseAddress, window.columns > 0, !rows.isEmpty else { return }
    let across = grid.columns * parts
    let longitudes = (window.column * parts..<(window.column + window.columns) * parts).map { part in
      let turned = part < 0 ? part + across : part >= across ? part - across : part
      return (Double(turned) + 0.5) / Double(across) * 360 - 180
    }
    let limit = max(1, Self.placeLimit / (longitudes.count * parts))
    for start in stride(from: rows.lowerBound, to: rows.upperBound, by: limit) {
      let band = start..<min(rows.upperBound, start + limit)
      let latitudes = (band.lowerBound * parts..<band.upperBound * parts).map { part in
        TileAddress.latitude(ofShare: (Double(part) + 0.5) / Double(grid.rows * parts))
      }
      let crossings = Crossings(latitudes: latitudes, longitudes: longitudes)
      let target = base + (start - window.row) * window.columns
      try withUnsafeTemporaryAllocation(of: Double.self, capacity: crossings.count) { places in
        places.initialize(repeating: .nan)
        try files.sample(crossings, sampling, into: places)
        write(places, rows: band.count, columns: window.columns, to: target)
      }
    }
  }

  /// Writes the means of points; a pixel with elevations at less than half of its points is a void.
  private func write(
    _ places: UnsafeMutableBufferPointer<Double>, rows: Int, columns: Int,
    to target: UnsafeMutablePointer<Float>
  ) {
    guard parts > 1 else {
      for index in 0..<rows * columns { target[index] = Float(places[index]) }
      return
    }
    for row in 0..<rows {
      for column in 0..<columns {
        var (sum, count) = (0.0, 0)
        for line in row * parts..<(row + 1) * parts {
          let start = (line * columns + column) * parts
          for at in start..<start + parts where !places[at].isNaN {
            sum += places[at]
            count += 1
          }
        }
        target[row * columns + column] = 2 * count >= parts * parts ? Float(sum / Double(count)) : .nan
      }
    }
  }
}

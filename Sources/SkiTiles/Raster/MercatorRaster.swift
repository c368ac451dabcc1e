import Glibc
import SkiTerrain

/// The heights of elevation files on the pixels of one zoom, as a raster of the whole square world.
///
/// A height depends on its pixel's place in the world alone, so that tiles meet without seams. Where pixels are finer than the
/// samples heights are bicubic, else bilinear; where they are much coarser each is the mean of up to 4 × 4 places, so that
/// ridges don't come and go with the zoom.
struct MercatorRaster: ElevationRaster {
  let grid: RasterGrid
  private let files: ElevationFiles
  private let sampling: Sampling
  /// Places along each side of a pixel whose mean is its height.
  private let parts: Int

  /// - Parameters:
  ///   - files: Where heights come from.
  ///   - zoom: Which pixels.
  ///   - tileSide: Pixels along each side of a tile.
  ///   - latitude: Where pixels are to be compared with samples, degrees.
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

  /// The most places heights are gathered at, at a time.
  private static let placeLimit = 1 << 16

  /// Columns go on round the Earth; beyond the northern and southern edge there is nothing.
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

  /// Writes the means of places; a pixel of which less than half has heights has none.
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

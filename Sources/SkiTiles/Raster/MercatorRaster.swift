import Glibc
import SkiGeo
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

  func read(_ window: RasterWindow, into heightsMetres: UnsafeMutableBufferPointer<Float>) throws {
    heightsMetres.update(repeating: .nan)
    let columns = (window.column..<window.column + window.columns).clamped(to: 0..<grid.columns)
    let rows = (window.row..<window.row + window.rows).clamped(to: 0..<grid.rows)
    guard !columns.isEmpty, !rows.isEmpty else { return }
    let longitudes = (columns.lowerBound * parts..<columns.upperBound * parts).map { part in
      (Double(part) + 0.5) / Double(grid.columns * parts) * 360 - 180
    }
    var line = PixelLine(count: columns.count, parts: parts)
    for row in rows {
      line.clear()
      for part in row * parts..<(row + 1) * parts {
        let latitude = TileAddress.latitude(ofShare: (Double(part) + 0.5) / Double(grid.rows * parts))
        try line.add(files, sampling, latitude, longitudes)
      }
      let start = (row - window.row) * window.columns + columns.lowerBound - window.column
      line.write(to: UnsafeMutableBufferPointer(rebasing: heightsMetres[start..<start + columns.count]))
    }
  }
}

/// The heights of a row of pixels while they are gathered.
private struct PixelLine {
  private let parts: Int
  private var places: [Coordinate]
  private var heights: [Double]
  private var sums: [Double]
  private var counts: [Int32]

  init(count: Int, parts: Int) {
    self.parts = parts
    places = Array(repeating: Coordinate(latitude: 0, longitude: 0), count: count * parts)
    heights = Array(repeating: .nan, count: count * parts)
    sums = Array(repeating: 0, count: count)
    counts = Array(repeating: 0, count: count)
  }

  mutating func clear() {
    for index in sums.indices { (sums[index], counts[index]) = (0, 0) }
  }

  /// Adds the heights along a parallel.
  mutating func add(
    _ files: ElevationFiles, _ sampling: Sampling, _ latitude: Double, _ longitudes: [Double]
  ) throws {
    for (index, longitude) in longitudes.enumerated() {
      places[index] = Coordinate(latitude: latitude, longitude: longitude)
    }
    let places = places
    try places.withUnsafeBufferPointer { places in
      try heights.withUnsafeMutableBufferPointer { try files.sample(places, sampling, into: $0) }
    }
    var part = 0
    for pixel in sums.indices {
      for _ in 0..<parts {
        let height = heights[part]
        if !height.isNaN {
          sums[pixel] += height
          counts[pixel] += 1
        }
        part += 1
      }
    }
  }

  /// Writes the means; a pixel of which less than half has heights has none.
  func write(to target: UnsafeMutableBufferPointer<Float>) {
    for pixel in sums.indices {
      let count = Int(counts[pixel])
      target[pixel] = 2 * count >= parts * parts ? Float(sums[pixel] / Double(count)) : .nan
    }
  }
}

import SkiBase

/// Coordinates transformed between reference systems by `gdaltransform`.
enum GDALTransform {
  /// Returns x and y, east and north, in `target`; longitudes before latitudes on both sides.
  static func transformed(_ places: [(x: Double, y: Double)], from source: String, to target: String) throws
    -> [(x: Double, y: Double)]
  {
    let text = places.map { "\($0.x) \($0.y)\n" }.joined()
    let options = ["-s_srs", source, "-t_srs", target, "-output_xy"]
    let lines = try GDAL.run("gdaltransform", options, input: text).split(separator: "\n")
    let found = lines.compactMap { line -> (x: Double, y: Double)? in
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
    }
    guard found.count == places.count else {
      throw GDAL.Failure(description: "gdaltransform turned \(found.count) of \(places.count) places")
    }
    return found
  }

  /// The places of pixels of a raster on the Earth, WGS 84; columns and rows count from the centre of the first pixel.
  static func coordinates(_ pixels: [(x: Double, y: Double)], of raster: ForeignRaster, _ reference: String)
    throws -> [Coordinate]
  {
    let flat = pixels.map { pixel in
      (x: raster.west + (pixel.x + 0.5) * raster.stepX, y: raster.north - (pixel.y + 0.5) * raster.stepY)
    }
    return try transformed(flat, from: reference, to: "EPSG:4326").map {
      Coordinate(latitude: $0.y, longitude: $0.x)
    }
  }
}

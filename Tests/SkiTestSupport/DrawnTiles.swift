import CPNG
package import SkiBase
import SkiSystem
package import SkiTerrain

/// Elevation files drawn from a formula, as the readers under test expect to find them.
///
/// The formulas of the encodings and of Web Mercator are implemented here independently, so that a mistake in the
/// reader is not repeated in the writer.
package enum DrawnTiles {
  /// Draws one tile of a pyramid. `height` gets the place of each pixel's centre; nil draws the encoding's void.
  package static func png(
    _ encoding: TileEncoding, zoom: Int, column: Int, row: Int, size: Int = 256,
    height: (Coordinate) -> Double?
  ) -> [UInt8] {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(size * size * 3)
    for y in 0..<size {
      for x in 0..<size {
        let place = pixelCentre(zoom: zoom, x: column * size + x, y: row * size + y, size: size)
        let (red, green, blue) = colour(of: height(place), encoding)
        pixels += [red, green, blue]
      }
    }
    return encode(pixels, width: size, height: size, format: UInt32(PNG_FORMAT_FLAG_COLOR))
  }

  /// Returns the place of the centre of a pixel, counted from the north-western corner of the whole map.
  package static func pixelCentre(zoom: Int, x: Int, y: Int, size: Int) -> Coordinate {
    let side = Double(size) * pow(2, Double(zoom))
    let longitude = (Double(x) + 0.5) / side * 360 - 180
    let mercator = Double.pi * (1 - 2 * (Double(y) + 0.5) / side)
    return Coordinate(latitude: atan(sinh(mercator)) * 180 / Double.pi, longitude: longitude)
  }

  /// Returns the colour of a height in metres; black for nil.
  package static func colour(of height: Double?, _ encoding: TileEncoding) -> (UInt8, UInt8, UInt8) {
    guard let height else { return (0, 0, 0) }
    let number: Int
    switch encoding {
    case .terrarium: number = Int(((height + 32_768) * 256).rounded())
    case .terrainRGB: number = Int(((height + 10_000) * 10).rounded())
    }
    return (UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255))
  }

  /// Draws an `.hgt` tile of a one-degree cell with its south-western corner at whole degrees; nil draws a void.
  package static func hgt(
    south: Int, west: Int, samples: Int, height: (Coordinate) -> Double?
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(samples * samples * 2)
    for row in 0..<samples {
      for column in 0..<samples {
        let place = Coordinate(
          latitude: Double(south) + 1 - Double(row) / Double(samples - 1),
          longitude: Double(west) + Double(column) / Double(samples - 1))
        let value = height(place).map { Int16($0.rounded()) } ?? -32_768
        bytes += [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
      }
    }
    return bytes
  }

  /// Encodes 8-bit pixels by libpng's simplified writer. `format` is a sum of `PNG_FORMAT_FLAG_…`.
  package static func encode(_ pixels: [UInt8], width: Int, height: Int, format: UInt32) -> [UInt8] {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    image.width = png_uint_32(width)
    image.height = png_uint_32(height)
    image.format = format
    return withUnsafeMutablePointer(to: &image) { image in
      defer { png_image_free(image) }
      var count = png_alloc_size_t(0)
      precondition(png_image_write_to_memory(image, nil, &count, 0, pixels, 0, nil) != 0, "PNG not sized")
      var bytes = [UInt8](repeating: 0, count: count)
      precondition(
        png_image_write_to_memory(image, &bytes, &count, 0, pixels, 0, nil) != 0, "PNG not written")
      return Array(bytes.prefix(count))
    }
  }

  /// Decodes a picture of any size by libpng's simplified reader, for comparison; nil when it refuses or warns.
  /// `format` is a sum of `PNG_FORMAT_FLAG_…`.
  package static func decode(_ bytes: [UInt8], format: UInt32) -> (width: Int, height: Int, pixels: [UInt8])?
  {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    return withUnsafeMutablePointer(to: &image) { image in
      defer { png_image_free(image) }
      guard png_image_begin_read_from_memory(image, bytes, bytes.count) != 0 else { return nil }
      image.pointee.format = format
      let (width, height) = (Int(image.pointee.width), Int(image.pointee.height))
      let channels = (format & 2 != 0 ? 3 : 1) + (format & 1 != 0 ? 1 : 0)
      var pixels = [UInt8](repeating: 0, count: width * height * channels)
      guard png_image_finish_read(image, nil, &pixels, png_int_32(width * channels), nil) != 0,
        image.pointee.warning_or_error == 0
      else { return nil }
      return (width, height, pixels)
    }
  }
}

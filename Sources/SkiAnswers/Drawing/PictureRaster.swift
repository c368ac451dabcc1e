import SkiBase

/// Rasterises SVG pictures to PNG with librsvg and Cairo, which are loaded at run time on first use.
package enum PictureRaster {
  /// The greatest number of pixels; a picture of this size takes 400 MB.
  package static let pixelLimit = 100_000_000

  /// Returns an SVG picture as PNG. The same picture, size and fonts give the same bytes.
  /// - Parameters:
  ///   - svg: The picture; external references are not loaded.
  ///   - columns: The width in pixels.
  ///   - rows: The height in pixels.
  /// - Returns: A PNG file in RGB on a white background.
  /// - Throws: ``SkiError`` with code `.missingInput` where librsvg or fonts are missing, `.invalidArgument` for sizes
  ///   below 1, `.limitExceeded` above ``pixelLimit`` and without memory, `.malformedData` when the SVG is invalid.
  /// - Complexity: O(pixels + contents).
  package static func png(_ svg: String, columns: Int, rows: Int) throws -> [UInt8] {
    try png(svg, columns: columns, rows: rows, library: RasterLibrary())
  }

  static func png(_ svg: String, columns: Int, rows: Int, library: RasterLibrary) throws -> [UInt8] {
    try SkiError.require(
      columns > 0 && rows > 0, "picture must have pixels, got \(columns) × \(rows); make it larger")
    // Neither product nor side may be more than Cairo counts.
    guard columns <= 32_767, rows <= 32_767, columns * rows <= pixelLimit else {
      throw SkiError(
        .limitExceeded, "picture of \(columns) × \(rows) pixels is larger than \(pixelLimit); make it smaller"
      )
    }
    guard library.hasFonts() else {
      throw SkiError(
        .missingInput,
        "picture has no font to write with; install the Debian package fonts-dejavu-core, or write .svg")
    }
    let handle = try open(svg, library)
    defer { library.release(handle) }
    return try draw(handle, columns, rows, library)
  }

  private static func open(_ svg: String, _ library: RasterLibrary) throws -> RasterLibrary.Handle {
    // Lifts the limit on text length, since a picture may embed another one.
    let unlimited: UInt32 = 1
    guard let handle = library.newHandle(unlimited) else { throw noMemory() }
    var failure: UnsafeMutableRawPointer?
    let bytes = Array(svg.utf8)
    let isRead = library.write(handle, bytes, bytes.count, &failure) != 0
    let isWhole = isRead && library.close(handle, &failure) != 0
    guard isWhole else {
      library.release(handle)
      throw malformed(library.words(of: failure))
    }
    library.setResolution(handle, 96)
    return handle
  }

  private static func draw(
    _ handle: RasterLibrary.Handle, _ columns: Int, _ rows: Int, _ library: RasterLibrary
  ) throws -> [UInt8] {
    // The format RGB24 has no alpha and starts black.
    let withoutAlpha: Int32 = 1
    guard let surface = library.newSurface(withoutAlpha, Int32(columns), Int32(rows)) else {
      throw noMemory()
    }
    defer { library.destroySurface(surface) }
    guard library.status(surface) == 0, let context = library.newContext(surface) else { throw noMemory() }
    var failure: UnsafeMutableRawPointer?
    let viewport = [0, 0, Double(columns), Double(rows)]
    let isDrawn = library.render(handle, context, viewport, &failure) != 0
    library.destroyContext(context)
    guard isDrawn else { throw malformed(library.words(of: failure)) }
    var file: [UInt8] = []
    let status = withUnsafeMutablePointer(to: &file) { target in
      library.writePNG(
        surface,
        { target, bytes, count in
          target?.assumingMemoryBound(to: [UInt8].self).pointee
            .append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
          return 0
        }, UnsafeMutableRawPointer(target))
    }
    guard status == 0 else { throw noMemory() }
    return file
  }

  private static func malformed(_ words: String) -> SkiError {
    SkiError(
      .malformedData, "picture can't be drawn: \(words.shortened(toScalars: 200)); write .svg and look at it")
  }

  private static func noMemory() -> SkiError {
    SkiError(.limitExceeded, "there is no memory to draw a picture; free some or make it smaller")
  }
}

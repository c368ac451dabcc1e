/// A sink of numbers that passes them to a picture as colours.
final class ColouringSink: RasterFileSink {
  private let colouring: ValueColouring
  private let picture: any RasterFileSink

  /// Creates a sink in front of a picture.
  /// - Precondition: The picture takes the pixels of the conversion.
  init(_ colouring: ValueColouring, onto picture: any RasterFileSink) {
    precondition(
      picture.pixel == colouring.pixel, "picture must take \(colouring.pixel), got \(picture.pixel)")
    self.colouring = colouring
    self.picture = picture
  }

  var pixel: RasterPixel { .float }
  var blockColumns: Int { picture.blockColumns }
  var blockRows: Int { picture.blockRows }
  var partRows: Int { picture.partRows }
  var needsOrder: Bool { picture.needsOrder }

  func write(_ part: RasterWindow, _ bytes: UnsafeRawBufferPointer) throws {
    let painted = UnsafeMutableRawBufferPointer.allocate(
      byteCount: part.count * colouring.pixel.byteCount, alignment: 16)
    defer { painted.deallocate() }
    colouring.colour(bytes.bindMemory(to: Float.self), into: painted)
    try picture.write(part, UnsafeRawBufferPointer(painted))
  }

  func commit() throws { try picture.commit() }
  func discard() { picture.discard() }
}

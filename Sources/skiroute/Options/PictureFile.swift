import SkiFormats
import SkiGeo
import SkiReports

/// A picture that is to be written: SVG, pixels, or an HTML page with it, by its ending.
struct PictureFile: Sendable {
  private enum Form: Sendable {
    case svg, page, pixels
  }

  private let path: String
  private let form: Form
  private let scale: Double

  /// Checks where a picture is to stand.
  /// - Parameters:
  ///   - scale: Pixels for each of the picture, for pixels alone.
  ///   - files: What the command reads and writes; the picture is added.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for an empty name, another ending, the name of another file of the
  ///   command, and a scale that is out of range or for nothing.
  init(_ name: OutputName, scale: Double? = nil, in files: inout FilePlan) throws {
    try SkiError.require(!name.isEmpty, "picture has an empty name; write --picture FILE.svg")
    let path = try files.path(of: name)
    form = try Self.form(path)
    if let scale {
      try SkiError.require(
        form == .pixels,
        "option --scale is for .png pictures; name one or leave it out: others have no pixels")
      try SkiError.require((0.25...4).contains(scale), "scale must be 0.25...4, got \(scale)")
    }
    self.path = path
    self.scale = scale ?? 1
  }

  private static func form(_ path: String) throws -> Form {
    let ending = path.lowercased()
    if ending.hasSuffix(".html") || ending.hasSuffix(".htm") { return .page }
    if ending.hasSuffix(".png") { return .pixels }
    try SkiError.require(
      ending.hasSuffix(".svg") || ending.hasPrefix("/dev/"),
      "picture must be an .svg, .png or .html file, got \(path.shortened(toScalars: 80))")
    return .svg
  }

  /// Puts a picture in its place when it is whole.
  /// - Parameters:
  ///   - svg: The picture.
  ///   - size: Its width and height.
  ///   - title: What a page is called.
  /// - Throws: ``SkiError`` with code `.unwritableOutput` or `.inputOutput`; `.missingInput` where pixels can't be made.
  func write(_ svg: MarkupText, size: SIMD2<Double>, title: String) throws {
    let file = try ReplacementFile(path, what: "picture", allowsDevices: true)
    defer { file.discard() }
    switch form {
    case .svg: try file.append(svg.string)
    case .page: try file.append(PicturePage.html(title: title, svg: svg).string)
    case .pixels:
      let pixels = (size * scale).rounded(.toNearestOrAwayFromZero)
      try file.append(PictureRaster.png(svg.string, columns: Int(pixels.x), rows: Int(pixels.y)))
    }
    try file.commit()
  }
}

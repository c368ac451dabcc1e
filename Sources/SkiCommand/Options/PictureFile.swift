import SkiAnswers
import SkiBase

/// A picture to be written: SVG, PNG, or an HTML page, by its extension.
struct PictureFile: Sendable {
  private enum Form: Sendable {
    case svg, page, pixels
  }

  private let path: String
  private let form: Form
  private let scale: Double

  /// Creates the output of a picture, validating its path.
  /// - Parameters:
  ///   - scale: The pixels per unit of the picture, for PNG only.
  ///   - files: The plan of the command's files, to which the picture is added.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for an empty name, an unknown extension, the name of another
  ///   file of the command, and a scale that is out of range or without effect.
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

  /// Returns the picture of a later part of the answer: FILE-2.svg beside FILE.svg; the same for devices.
  /// - Parameter number: The number of the part, from 1, whose picture has the name itself.
  func numbered(_ number: Int) -> PictureFile {
    guard number > 1, !path.hasPrefix("/dev/"), let dot = path.lastIndex(of: ".") else { return self }
    return PictureFile(path: "\(path[..<dot])-\(number)\(path[dot...])", form: form, scale: scale)
  }

  private init(path: String, form: Form, scale: Double) {
    (self.path, self.form, self.scale) = (path, form, scale)
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

  /// Writes a picture, replacing the target when it is complete.
  /// - Parameters:
  ///   - svg: The picture.
  ///   - size: The width and height.
  ///   - title: The title of an HTML page.
  /// - Throws: ``SkiError`` with code `.unwritableOutput` or `.inputOutput`; `.missingInput` when the renderer is
  ///   missing.
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

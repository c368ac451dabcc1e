import Foundation
import SkiFiles
import SkiGeo
import SkiGraph

/// A picture that is to be written: SVG, or an HTML page with it, by its ending.
struct PictureFile: Sendable {
  private let path: String
  private let isPage: Bool

  /// Checks where a picture is to stand.
  /// - Parameter inputs: Files that are read, which it must not replace.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for an empty name, another ending, and the name of an input.
  init(_ path: String, inputs: [String]) throws {
    let real = { (path: String) in URL(filePath: path).resolvingSymlinksInPath().standardizedFileURL.path }
    guard !path.isEmpty else {
      throw SkiError(.invalidArgument, "picture has an empty name; write --picture FILE.svg")
    }
    for input in inputs where real(input) == real(path) {
      throw SkiError(.invalidArgument, "picture \(path) is an input; choose another name")
    }
    let ending = path.lowercased()
    isPage = ending.hasSuffix(".html") || ending.hasSuffix(".htm")
    guard isPage || ending.hasSuffix(".svg") || ending.hasPrefix("/dev/") else {
      throw SkiError(
        .invalidArgument, "picture must be an .svg or an .html file, got \(path.shortened(toScalars: 80))")
    }
    self.path = path
  }

  /// Puts a picture in its place when it is whole.
  /// - Throws: ``SkiError`` with code `.unwritableOutput` or `.inputOutput`.
  func write(_ svg: String, title: String) throws {
    let file = try ReplacementFile(path, what: "picture", allowsDevices: true)
    defer { file.discard() }
    try file.append(isPage ? PicturePage.html(title: title, svg: svg) : svg)
    try file.commit()
  }
}

import Foundation
import SkiBase
import SkiTestSupport
import Testing

/// Compares a PNG picture with the one in the folder Golden/Pictures, by ``PictureLikeness``.
///
/// With `SKIROUTE_REGENERATE_GOLDEN` set the file is written anew and the run fails, so that it is not left set. A
/// picture that is another one is left beside the tests' other scratch files and its place is reported.
func expectGoldenPicture(_ png: Data, _ name: String, sourceLocation: SourceLocation = #_sourceLocation)
  throws
{
  let file = GoldenPictures.file(name)
  if ProcessInfo.processInfo.environment["SKIROUTE_REGENERATE_GOLDEN"] != nil {
    try Data(PictureLikeness.reduced([UInt8](png))).write(to: file)
    Issue.record(
      "wrote Golden/Pictures/\(name).png anew; look at it, then run without SKIROUTE_REGENERATE_GOLDEN")
    return
  }
  let likeness = try PictureLikeness([UInt8](png), golden: [UInt8](Data(contentsOf: file)))
  guard !likeness.isAlike else { return }
  let copy = FileManager.default.temporaryDirectory.appending(path: "skiroute-\(name).png")
  try png.write(to: copy)
  Issue.record(
    """
    Golden/Pictures/\(name).png: \(likeness.worstCount) of the pixels from \(likeness.worstPlace) are others, \
    \(likeness.changedCount) in all; the picture is at \(copy.path)
    """, sourceLocation: sourceLocation)
}

/// The reviewed pictures.
enum GoldenPictures {
  static func file(_ name: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Golden/Pictures/\(name).png")
  }
}

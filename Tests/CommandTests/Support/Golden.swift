import Foundation
import SkiBase
import SkiTestSupport
import Testing

/// Compares text with a file in the folder Golden.
///
/// The sample is in a zone with summer time, whose offset counts as that of winter.
///
/// With `SKIROUTE_REGENERATE_GOLDEN` set the files are written anew and the run fails, so that it is not left set.
func expectGolden(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
  let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Golden/\(name).txt")
  let text = text.replacing("UTC+02:00", with: "UTC+01:00").replacing(
    #""utcOffset":"+02:00""#, with: #""utcOffset":"+01:00""#)
  if ProcessInfo.processInfo.environment["SKIROUTE_REGENERATE_GOLDEN"] != nil {
    try Data(text.utf8).write(to: file)
    Issue.record(
      "wrote Golden/\(name).txt anew; look at the change, then run without SKIROUTE_REGENERATE_GOLDEN")
    return
  }
  let golden = try String(contentsOf: file, encoding: .utf8)
  guard golden != text else { return }
  let expected = golden.split(separator: "\n", omittingEmptySubsequences: false)
  let got = text.split(separator: "\n", omittingEmptySubsequences: false)
  let line =
    zip(expected, got).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    ?? min(expected.count, got.count)
  let was = line < expected.count ? String(expected[line]) : "nothing"
  let now = line < got.count ? String(got[line]) : "nothing"
  Issue.record(
    "Golden/\(name).txt, line \(line + 1): expected “\(was)”, got “\(now)”", sourceLocation: sourceLocation)
}

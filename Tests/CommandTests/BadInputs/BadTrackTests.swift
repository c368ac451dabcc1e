import Foundation
import SkiTestSupport
import Testing

/// Errors of `skiroute match` for invalid tracks and arguments.
struct BadTrackTests {
  private let scratch = ScratchFolder()

  @Test func `a missing track file is refused`() throws {
    expectError(try skiroute("match", scratch.path + "/none.gpx"), 66, "none.gpx")
  }

  @Test(arguments: ["", "what is this", "<gpx><trk><trkseg><trkpt lat=", "<html></html>", "{}"])
  func `a file that is not a track is refused with its name`(content: String) throws {
    let path = scratch.write(content, to: "bad.gpx")
    expectError(try skiroute("match", path), 65, "bad.gpx")
  }

  @Test func `a track without times or without a usable fix is refused`() throws {
    let head = #"<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>"#
    let foot = "</trkseg></trk></gpx>"
    let untimed = scratch.write(head + #"<trkpt lat="46" lon="-4.9"/>"# + foot, to: "untimed.gpx")
    expectError(try skiroute("match", untimed), 65, "untimed.gpx")
    let nowhere = scratch.write(
      head + #"<trkpt lat="0" lon="0"><time>2026-02-01T09:00:00Z</time></trkpt>"# + foot, to: "null.gpx")
    expectError(try skiroute("match", nowhere), 65, "null.gpx")
  }

  @Test func `invalid arguments of match are refused`() throws {
    let track = try SampleTrack(through: ["Montsoleil", "Crête"]).write(to: scratch)
    expectError(try skiroute("match", track, "--utc-offset", "noon"), 64, "noon")
    expectError(try skiroute("match", track, "--picture", ""), 64, "empty name")
    expectError(try skiroute("match", track, "--picture", track), 64, "is an input")
    expectError(
      try skiroute("match", track, "--picture", scratch.path), 64, "must be an .svg, .png or .html file")
    let folder = scratch.path + "/day.svg"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    expectError(try skiroute("match", track, "--picture", folder), 73, "folder")
    expectError(try skiroute("match", track, "--map", scratch.path + "/none.skimap"), 66, "none.skimap")
  }
}

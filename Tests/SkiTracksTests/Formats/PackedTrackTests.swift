import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport
import SkiTracks
import Testing

/// The reading of recordings packed by gzip and zip, of standard input, and of formats that are named instead of read.
struct PackedTrackTests {
  private let gpx = Array(
    #"<gpx><trk><trkpt lat="46" lon="7"><time>2026-02-01T09:30:00Z</time></trkpt></trk></gpx>"#.utf8)

  private func refusal(_ bytes: [UInt8]) -> SkiError? {
    do {
      _ = try TrackReader.read(bytes, name: "day")
      return nil
    } catch {
      return error as? SkiError
    }
  }

  @Test(arguments: PackedBytes.Block.allCases)
  func `gzip with every kind of block is read`(block: PackedBytes.Block) throws {
    let file = try TrackReader.read(PackedBytes.gzip(gpx, block))
    #expect(file.format == .gpx && file.fixes.count == 1 && file.report.entries.isEmpty)
    let named = try TrackReader.read(PackedBytes.gzip(gpx, block, name: "day.gpx"))
    #expect(named.fixes == file.fixes)
  }

  @Test func `members of a gzip file are read one after the other, and padding is ignored`() throws {
    let packed =
      PackedBytes.gzip(Array(gpx.prefix(30)), .stored) + PackedBytes.gzip(Array(gpx.dropFirst(30)), .fixed)
    #expect(try TrackReader.read(packed + [0, 0, 0]).fixes.count == 1)
  }

  @Test func `long matches and distances are unpacked`() throws {
    // The first filler is stored, the rest are matches of 258 bytes over 8 kB or 1 byte.
    let filler = [UInt8](repeating: UInt8(ascii: "x"), count: 200_000)
    let text = Array("<gpx><!--".utf8) + filler + Array("-->".utf8) + gpx.dropFirst(5)
    let packed = PackedBytes.gzip(text, .fixed)
    #expect(packed.count < 4000)
    #expect(try TrackReader.read(packed).fixes.count == 1)
  }

  @Test func `a truncated gzip file is read to its end, and a wrong checksum is noted`() throws {
    let many =
      Array("<gpx><trk>".utf8)
      + (0..<50).flatMap { index in
        #"<trkpt lat="46" lon="7"><time>2026-02-01T09:30:\#(10 + index)Z</time></trkpt>"#.utf8
      } + Array("</trk></gpx>".utf8)
    let packed = PackedBytes.gzip(many, .fixed)
    let file = try TrackReader.read(Array(packed.prefix(packed.count / 2)))
    #expect((1..<50).contains(file.fixes.count) && file.report.count(of: "cutOff") == 2)
    var wrong = packed
    wrong[wrong.count - 7] ^= 1
    #expect(try TrackReader.read(wrong).report.count(of: "fileChecksumInvalid") == 1)
  }

  @Test func `a damaged gzip file is an error with its byte`() {
    let bad = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x07, 0, 0, 0] as [UInt8]
    let error = refusal(bad)
    #expect(error?.code == .malformedData && error?.subject?.hasPrefix("day, byte ") == true)
    #expect(refusal([0x1F, 0x8B, 7, 0])?.code == .malformedData)
  }

  @Test func `a gzip file that unpacks to more than the limit is refused`() throws {
    var options = TrackOptions()
    #expect(options.unpackedByteLimit == 512 << 20)
    options.unpackedByteLimit = 1 << 20
    let bomb = PackedBytes.gzip(letters: 2 << 20)
    #expect(bomb.count < 20_000)
    #expect { try TrackReader.read(bomb, options: options) } throws: { error in
      (error as? SkiError).map { $0.code == .limitExceeded && $0.message.contains("1048576") } ?? false
    }
  }

  @Test func `a file packed too often is refused`() throws {
    var packed = gpx
    for _ in 0..<3 { packed = PackedBytes.gzip(packed, .stored) }
    #expect(try TrackReader.read(packed).fixes.count == 1)
    packed = PackedBytes.gzip(packed, .stored)
    #expect(refusal(packed)?.code == .limitExceeded)
  }

  @Test func `any changed byte of a packed file gives fixes or an error`() {
    var random = SeededGenerator(seed: 5)
    for whole in [PackedBytes.gzip(gpx, .fixed), PackedBytes.zip([("day.gpx", gpx, true)])] {
      for _ in 0..<2000 {
        var bytes = whole
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        let error = refusal(bytes)
        #expect(
          error == nil
            || [.malformedData, .unsupportedFormat, .emptyInput, .limitExceeded].contains(
              error?.code ?? .cancelled)
        )
      }
    }
  }

  @Test func `KMZ, a Slopes recording and a zip with one recording are read`() throws {
    let kml =
      "<kml><Placemark><Track><when>2026-02-01T09:30:00Z</when><coord>7 46 1800</coord></Track></Placemark></kml>"
    let kmz = try TrackReader.read(
      PackedBytes.zip([("doc.kml", Array(kml.utf8), true), ("files/other.kml", [0], false)]))
    #expect(kmz.format == .kml && kmz.fixes[0].elevationMetres == 1800)
    let csv = "1769938200.5,46.5,7.25,1800.5,90,3.5,5,4\n1769938201.5,46.6,7.25,1800,91,3,5,-1\n"
    let slopes = try TrackReader.read(
      PackedBytes.zip([
        ("Metadata.xml", Array("<Activity/>".utf8), true), ("RawGPS.csv", [0], false),
        ("GPS.csv", Array(csv.utf8), true),
      ]))
    #expect(slopes.format == .csv && slopes.fixes.map(\.coordinate.latitude) == [46.5, 46.6])
    #expect(
      slopes.fixes.map(\.courseDegrees) == [90, 91] && slopes.fixes.map(\.speedMetresPerSecond) == [3.5, 3])
    #expect(slopes.fixes[0].horizontalAccuracyMetres == 5 && slopes.fixes[0].verticalAccuracyMetres == 4)
    let packed = PackedBytes.zip([("a/day.gpx.gz", PackedBytes.gzip(gpx, .fixed), false), ("a/", [], false)])
    #expect(try TrackReader.read(packed).fixes.count == 1)
  }

  @Test func `a zip with no recording or several is refused with its content`() {
    let several = refusal(PackedBytes.zip([("a.gpx", gpx, true), ("b.fit", [1], false)]))
    #expect(several?.code == .unsupportedFormat && several?.message.contains("2 recordings") == true)
    let none = refusal(PackedBytes.zip([("readme.txt", [1], false)]))
    #expect(none?.code == .unsupportedFormat && none?.message.contains("no recording") == true)
    let sheet = refusal(PackedBytes.zip([("[Content_Types].xml", [1], false)]))
    #expect(sheet?.message.contains("CSV") == true)
  }

  @Test func `files and pipes give the same as bytes`() throws {
    let folder = ScratchFolder()
    for bytes in [gpx, PackedBytes.gzip(gpx, .fixed), PackedBytes.zip([("day.gpx", gpx, true)])] {
      let whole = try TrackReader.read(bytes)
      #expect(try TrackReader.read(path: folder.write(bytes, to: "day")) == whole)
      let pipe = Pipe()
      try pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
      try pipe.fileHandleForWriting.close()
      #expect(try TrackReader.read(descriptor: pipe.fileHandleForReading.fileDescriptor) == whole)
    }
  }

  @Test(arguments: [
    ("<!DOCTYPE html><html><body>Sign in</body></html>", "web page"),
    ("<?xml version='1.0'?><sml/>", "Suunto"),
    ("<!-- a --><HealthData/>", "workout-routes"),
    ("\"Activity ID\",\"Activity Date\"\n1,2", "folder activities"),
    ("SQLite format 3\0", "database"), ("BZh91AY", "bzip2"),
    ("OziExplorer Track Point File", "export it as GPX"),
    ("%PDF-1.7", "PDF"), ("[Params]\nVersion=106", "Polar"),
  ])
  func `a format that is not read is named with what to export instead`(content: String, words: String) {
    let error = refusal(Array(content.utf8))
    #expect(
      error?.code == .unsupportedFormat && error?.message.contains(words) == true, "\(error?.message ?? "")")
  }
}

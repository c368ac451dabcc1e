import SkiBase
import SkiGraph
import SkiTestSupport
import SkiTracks
import Testing

/// The reading of FIT files, whole, chained, truncated and damaged.
struct FITReaderTests {
  private func read(_ bytes: [UInt8]) throws -> TrackFile { try TrackReader.read(bytes, name: "day.fit") }

  private func day(isBigEndian: Bool = false, count: UInt32 = 3) -> FITBytes {
    var fit = FITBytes()
    fit.isBigEndian = isBigEndian
    fit.defineRecords()
    for second in 0..<count { fit.record(second, 46.5 + Double(second) * 1e-4, -7.25) }
    return fit
  }

  @Test(arguments: [false, true], [12, 14])
  func `records are read in both byte orders and header sizes`(isBigEndian: Bool, header: Int) throws {
    let file = try read(day(isBigEndian: isBigEndian).file(headerByteCount: header))
    #expect(file.format == .fit && file.fixes.count == 3 && file.report.entries.isEmpty)
    let fix = file.fixes[1]
    #expect(abs(fix.coordinate.latitude - 46.5001) < 1e-7 && abs(fix.coordinate.longitude + 7.25) < 1e-7)
    #expect(fix.time.secondsSince1970 == 1_769_938_201 && fix.speedMetresPerSecond == 3.25)
    #expect(abs((fix.elevationMetres ?? 0) - 1800.2) < 1e-9)
  }

  @Test func `compressed times advance over the end of their five bits`() throws {
    var fit = FITBytes()
    fit.define(0, 20, [FITBytes.timestamp, FITBytes.latitude, FITBytes.longitude])
    fit.begin(0)
    fit.append(UInt64(FITBytes.start), size: 4)
    fit.append(degrees: 46)
    fit.append(degrees: 7)
    fit.define(2, 20, [FITBytes.latitude, FITBytes.longitude, FITBytes.accuracy])
    for second in [1, 20, 40, 71] as [UInt32] {
      fit.begin(2, compressedTime: UInt8((FITBytes.start + second) & 31))
      fit.append(degrees: 46)
      fit.append(degrees: 7 + Double(second) * 1e-4)
      fit.append(bytes: [5])
    }
    let file = try read(fit.file())
    #expect(file.fixes.map { $0.time.secondsSince1970 - 1_769_938_200 } == [0, 1, 20, 40, 71])
    #expect(file.fixes[1].horizontalAccuracyMetres == 5)
  }

  @Test func `developer fields, texts, arrays and unknown messages are skipped`() throws {
    var fit = FITBytes()
    fit.define(3, 0xFF00, [FITBytes.Field(number: 9, size: 7, type: 0x07)])
    fit.begin(3)
    fit.append(bytes: Array("unknown".utf8))
    fit.defineRecords(developer: [4, 0, 3])
    fit.record(0, 46, 7)
    fit.append(bytes: [1, 2, 3, 4, 5, 6, 7])
    let file = try read(fit.file())
    #expect(file.fixes.count == 1 && abs((file.fixes[0].elevationMetres ?? 0) - 1800.2) < 1e-9)
  }

  @Test func `timer events end segments and sessions end tracks`() throws {
    var fit = day()
    fit.timer(4)
    fit.timer(0)
    fit.record(60, 46.6, -7.25)
    fit.define(2, 18, [FITBytes.timestamp])
    fit.begin(2)
    fit.append(UInt64(FITBytes.start + 60), size: 4)
    fit.record(120, 46.7, -7.25)
    let file = try read(fit.file())
    #expect(file.tracks.map { $0.segments.map(\.count) } == [[3, 1], [1]])
  }

  @Test func `records without position or absolute time are counted with their bytes`() throws {
    var fit = FITBytes()
    fit.define(0, 20, [FITBytes.timestamp, FITBytes.latitude, FITBytes.longitude])
    let records: [(UInt32, Double?)] = [(FITBytes.start, 46), (FITBytes.start + 1, nil), (77, 46)]
    for (time, latitude) in records {
      fit.begin(0)
      fit.append(UInt64(time), size: 4)
      if let latitude { fit.append(degrees: latitude) } else { fit.append(0x7FFF_FFFF, size: 4) }
      if latitude != nil { fit.append(degrees: 7) } else { fit.append(0x7FFF_FFFF, size: 4) }
    }
    let file = try read(fit.file())
    #expect(file.fixes.count == 1 && file.report.count(of: "coordinateMissing") == 1)
    #expect(file.report.count(of: "timeInvalid") == 1)
    let entry = file.report.entries.first { $0.code == "coordinateMissing" }
    #expect(entry?.examples.map(\.id) == ["byte 42"])
  }

  @Test func `chained files are read, and trailing bytes are noted`() throws {
    var second = FITBytes()
    second.defineRecords()
    second.record(600, 46.6, 7)
    let file = try read(day().file() + second.file(headerByteCount: 12) + [0, 0])
    #expect(file.tracks.count == 2 && file.fixes.count == 4)
    #expect(file.report.entries.map(\.code) == ["trailingData"])
  }

  @Test func `wrong checksums are noted and the fixes kept`() throws {
    var bytes = day().file()
    bytes[bytes.count - 1] ^= 0xFF
    let file = try read(bytes)
    #expect(file.fixes.count == 3)
    #expect(file.report.entries.map(\.code) == ["fileChecksumInvalid"])
    bytes[12] ^= 0x55
    #expect(try read(bytes).report.count(of: "fileChecksumInvalid") == 2)
  }

  @Test func `a recording that was never finished is read to its end`() throws {
    let bytes = day().file(dataByteCount: 0).dropLast(2)
    let file = try read(Array(bytes))
    #expect(file.fixes.count == 3 && file.report.count(of: "cutOff") == 1)
  }

  @Test func `a file cut anywhere keeps the points before the cut`() throws {
    let whole = day(count: 4).file()
    for count in 0..<whole.count {
      do {
        let file = try read(Array(whole.prefix(count)))
        #expect(file.report.count(of: "cutOff") == 1 && file.fixes.count == (count - 14 - 21) / 21)
      } catch let error as SkiError {
        #expect(
          [.malformedData, .emptyInput, .unsupportedFormat].contains(error.code) && count < 14 + 21 + 21)
      }
    }
  }

  @Test func `any changed byte gives fixes on the Earth or an error`() throws {
    let whole = day().file()
    var random = SeededGenerator(seed: 7)
    for _ in 0..<3000 {
      var bytes = whole
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      do {
        let file = try read(bytes)
        #expect(file.fixes.allSatisfy { $0.coordinate.isValid })
      } catch let error as SkiError {
        #expect([.malformedData, .emptyInput, .unsupportedFormat].contains(error.code))
      }
    }
  }

  @Test func `a fault before the first point is an error with its byte`() {
    var bytes = day().file()
    bytes[14] = 0x05
    #expect { try read(bytes) } throws: { error in
      guard let error = error as? SkiError else { return false }
      return error.code == .malformedData && error.subject == "day.fit, byte 15"
    }
  }
}

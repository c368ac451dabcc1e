import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport
import SkiTracks
import Testing

/// Recordings made by the writers of others, compared with the readings of others by Tools/judge-tracks.
struct ForeignReaderTests {
  private static let root = SampleFiles.folder.deletingLastPathComponent().deletingLastPathComponent()
  /// Indicates whether the reference libraries are installed, or `SKIROUTE_GDAL=1` requires them.
  static let isReferenceInstalled =
    ProcessInfo.processInfo.environment["SKIROUTE_GDAL"] == "1"
    || (try? String(contentsOfFile: root.path + "/.build-judges/installed.txt", encoding: .utf8))?
      .contains("fitdecode") == true

  private let scratch = ScratchFolder()

  private func runReference(_ arguments: [String]) throws -> String {
    let outcome = try CommandRunner(executable: "/usr/bin/env").run(
      ["python3", Self.root.path + "/Tools/judge-tracks"] + arguments, limit: .seconds(300))
    #expect(outcome.exitCode == 0, "\(outcome)")
    return outcome.text
  }

  /// Returns a fix as a list of time, latitude, longitude, elevation and speed in JSON.
  private func line(_ fix: LocationFix) -> String {
    let values = [
      fix.time.secondsSince1970, fix.coordinate.latitude, fix.coordinate.longitude, fix.elevationMetres,
      fix.speedMetresPerSecond,
    ]
    return "[" + values.map { $0.map { "\($0)" } ?? "null" }.joined(separator: ",") + "]"
  }

  @Test(.enabled(if: isReferenceInstalled), arguments: [1, 2])
  func `recordings of other writers have the fixes other readers find`(seed: Int) throws {
    let folder = scratch.path + "/\(seed)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(try runReference(["--make", "\(seed)", folder]).contains("250 files"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let lines = try names.map { name in
      let fixes = try TrackReader.read(path: "\(folder)/\(name)").fixes.map(line).joined(separator: ",")
      return "{\"file\":\"\(name)\",\"fixes\":[\(fixes)]}"
    }
    let readings = scratch.write(lines.joined(separator: "\n").utf8, to: "\(seed).jsonl")
    let words = try runReference([folder, readings])
    #expect(words.contains("250 files") && words.contains(" 0 differ"), "\(words)")
    print("seed \(seed): \(words)")
  }
}

import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

/// Opening hours compared with those of PyPI's opening-hours-py by Tools/judge-hours.
struct OpeningHoursComparisonTests {
  private static let root = SampleFiles.folder.deletingLastPathComponent().deletingLastPathComponent()
  /// Indicates whether the reference library is installed, or `SKIROUTE_GDAL=1` requires it.
  static let isReferenceInstalled =
    ProcessInfo.processInfo.environment["SKIROUTE_GDAL"] == "1"
    || (try? String(contentsOfFile: root.path + "/.build-judges/installed.txt", encoding: .utf8))?
      .contains("opening-hours-py") == true

  private let scratch = ScratchFolder()

  private func runReference(_ arguments: [String]) throws -> String {
    let outcome = try CommandRunner(executable: "/usr/bin/env").run(
      ["python3", Self.root.path + "/Tools/judge-hours"] + arguments, limit: .seconds(300))
    #expect(outcome.exitCode == 0, "\(outcome)")
    return outcome.text
  }

  private func runReference(_ values: [String], seed: UInt64) throws -> String {
    let place = ComparisonPlace.all[Int(seed) % ComparisonPlace.all.count]
    let holidays = try place.holidays(runReference(["--holidays", place.country]))
    let file = scratch.path + "/\(seed).jsonl"
    let lines = values.enumerated().map { number, value in
      place.line(value, holidays, days: ComparisonPlace.days(seed: seed &+ UInt64(number)))
    }
    try (lines.joined(separator: "\n") + "\n").write(toFile: file, atomically: true, encoding: .utf8)
    return try runReference([file])
  }

  @Test(.enabled(if: isReferenceInstalled), arguments: 11...UInt64(TestScale.count(all: 13, sample: 11)))
  func `generated values are open at the times of the reference library`(seed: UInt64) throws {
    var random = RandomHours(seed: seed)
    let words = try runReference((0..<1000).map { _ in random.value() }, seed: seed)
    #expect(words.contains("1000 values"), "seed \(seed): \(words)")
  }

  @Test(.enabled(if: isReferenceInstalled), arguments: [UInt64(1), 2, 3])
  func `typical mapped values are open at the times of the reference library`(seed: UInt64) throws {
    let words = try runReference(MappedHours.values, seed: seed)
    #expect(words.contains("\(MappedHours.values.count) values"), "\(words)")
  }

  @Test(.enabled(if: isReferenceInstalled && RealData.isNamed))
  func `values of real areas are open at the times of the reference library`() throws {
    let values = try RealHours.values()
    print("real areas have \(values.count) values of opening_hours")
    if !values.isEmpty { #expect(try runReference(values, seed: 5).contains("\(values.count) values")) }
  }
}

import Foundation
import SkiBase
import SkiTestSupport
import Testing

/// `skiroute diff`: the differences between two maps.
struct DiffTests {
  private let scratch = ScratchFolder()

  /// Builds a map of the sample with its runs and lifts changed.
  private func map(_ name: String, _ change: (_ text: String) -> String) throws -> String {
    let files = try ["runs", "lifts"].map { role in
      let text = try String(contentsOf: URL(filePath: SharedSample.path(role)), encoding: .utf8)
      return scratch.write(change(text), to: "\(name)-\(role).geojson")
    }
    let map = "\(scratch.path)/\(name).skimap"
    let outcome = try skiroute(
      ["build", "--runs", files[0], "--lifts", files[1], "-o", map, "--elevation"]
        + [SampleFiles.folder.appending(path: "elevation").path])
    guard outcome.exitCode == 0 else { throw Unready("\(outcome)") }
    return map
  }

  @Test func `a map has no differences from itself`() throws {
    let map = try SharedSample.files().map
    let outcome = try skiroute("diff", map, map)
    #expect(outcome.exitCode == 0 && outcome.text.hasSuffix(" same; 0 added\n"), "\(outcome)")
    #expect(outcome.text.split(separator: "\n").count == 1)
  }

  @Test func `the order of features in the files changes nothing`() throws {
    let one = try map("one") { $0 }
    let other = try map("other") { text in
      guard let start = text.range(of: "\"features\":"),
        var document = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
        let features = document["features"] as? [Any]
      else { return "no features after \(text.prefix(40))" }
      _ = start
      document["features"] = Array(features.reversed())
      return (try? JSONSerialization.data(withJSONObject: document)).map {
        String(decoding: $0, as: UTF8.self)
      } ?? ""
    }
    #expect(try skiroute("diff", one, other).text.hasSuffix(" same; 0 added\n"))
  }

  @Test func `diff reports a renamed run as text and JSON, for all features and for one place`() throws {
    let old = try map("old") { $0 }
    let new = try map("new") { $0.replacing("\"Grande Bleue\"", with: "\"Petite Rouge\"") }
    try expectGolden(try skiroute("diff", old, new).text, "diff-renamed")
    let place = try skiroute("diff", old, new, "--place", "run:grande bleue")
    #expect(place.text.hasPrefix("renamed: run 11 Grande Bleue ["), "\(place)")
    let json = try jsonObject(try skiroute("diff", old, new, "--format", "json").standardOutput)
    let fates = try #require(json["fates"] as? [[String: Any]])
    #expect(fates.compactMap { $0["outcome"] as? String } == ["renamed"])
    let one = try skiroute("diff", old, new, "--format", "json", "--place", "run:grande bleue")
    #expect(try jsonObject(one.standardOutput)["outcome"] as? String == "renamed")
    expectError(try skiroute("diff", old, new, "--place", "Petite Rouge X"), 64, "is not on this map")
  }

  @Test func `diff refuses a file that is no map, of another version, cut off or missing, on either side`()
    throws
  {
    let map = try SharedSample.files().map
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: map)))
    let none = scratch.write("no map at all", to: "none.skimap")
    let empty = scratch.write("", to: "empty.skimap")
    bytes[8] = 99
    let foreign = scratch.write(bytes, to: "foreign.skimap")
    bytes[8] = 1
    bytes.removeLast(bytes.count / 2)
    let cut = scratch.write(bytes, to: "cut.skimap")
    for (bad, code) in [
      (none, Int32(65)), (empty, 65), (foreign, 65), (cut, 65), (scratch.path, 65), ("nowhere", 66),
    ] {
      for arguments in [[map, bad], [bad, map]] {
        let outcome = try skiroute(["diff"] + arguments)
        #expect(outcome.standardOutput.isEmpty && outcome.exitCode == code, "\(arguments): \(outcome)")
      }
    }
  }
}

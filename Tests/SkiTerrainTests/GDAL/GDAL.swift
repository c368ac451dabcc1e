import Foundation
import SkiTestSupport

/// GDAL's command-line tools, the independent reference for terrain. Nothing of it is linked.
///
/// Their output is read in ENVI's plain form, as text or as GeoJSON, so that the readers of SkiTerrain are not
/// involved.
enum GDAL {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Indicates whether the tests against GDAL run: it is installed, or `SKIROUTE_GDAL=1` requires it.
  static let isAvailable =
    ProcessInfo.processInfo.environment["SKIROUTE_GDAL"] == "1" || path(of: "gdaldem") != nil

  /// Runs a tool to its end and returns its output; the working folder is that of the test run.
  ///
  /// Warnings are failures where `silent` is true.
  /// - Throws: `Failure` when the tool is missing or fails, with its error output.
  @discardableResult
  static func run(_ tool: String, _ arguments: [String], input: String = "", silent: Bool = false) throws
    -> String
  {
    guard let program = path(of: tool) else {
      throw Failure(description: "\(tool) is not installed; run Tools/setup --judges")
    }
    let folder = FileManager.default.temporaryDirectory.path + "/skiroute-gdal-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let files = ["in", "out", "err"].map { folder + "/" + $0 }
    for (file, text) in zip(files, [input, "", ""]) {
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    }
    let end = try ChildProcess(
      program, arguments,
      environment: ProcessInfo.processInfo.environment.merging(
        ["GDAL_PAM_ENABLED": "NO", "LC_ALL": "C", "GDAL_NUM_THREADS": "1"], uniquingKeysWith: { $1 }),
      streams: ChildProcess.Streams(input: files[0], output: files[1], error: files[2])
    ).wait()
    let words = try String(contentsOfFile: files[2], encoding: .utf8)
    guard end == .exit(0), !(silent && !words.isEmpty) else {
      throw Failure(
        description: "\(tool) \(arguments.joined(separator: " ")): "
          + "\(end), \(words)")
    }
    return try String(contentsOfFile: files[1], encoding: .utf8)
  }

  private static func path(of tool: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(tool)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }
}

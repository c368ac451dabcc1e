import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

/// A run of `skiroute batch` over the sample map.
struct BatchRun {
  let outcome: CommandRunner.Outcome

  /// Runs the command with lines as its standard input.
  init(_ lines: [String], _ options: [String] = []) throws {
    try self.init(bytes: Data(lines.map { $0 + "\n" }.joined().utf8), options)
  }

  /// Runs the command with bytes as its standard input.
  init(bytes: Data, _ options: [String] = []) throws {
    outcome = try CommandRunner.skiroute().run(
      ["batch"] + options, environment: ["SKIROUTE_MAP": try SharedSample.files().map], input: bytes)
  }

  /// The lines of the answers, without line feeds.
  var lines: [String] {
    outcome.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// The answers, parsed.
  func objects() throws -> [[String: Any]] { try lines.map { try jsonObject(Data($0.utf8)) } }

  /// The codes and messages of all lines; nil for lines with an answer.
  func errors() throws -> [(code: String, message: String, line: Int)?] {
    try objects().map { object in
      guard let error = object["error"] as? [String: Any] else { return nil }
      return (
        try #require(error["code"] as? String), try #require(error["message"] as? String),
        try #require(error["line"] as? Int)
      )
    }
  }
}

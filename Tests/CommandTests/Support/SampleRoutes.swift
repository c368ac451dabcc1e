import Foundation
import SkiTestSupport
import Testing

/// The routes that `Data/Sample/traps.json` lists as existing or not.
struct SampleRoute: Decodable, Sendable, CustomTestStringConvertible {
  let from: String
  let to: String
  let maxDifficulty: String
  let exists: Bool

  var testDescription: String { "\(from) → \(to), \(maxDifficulty)" }
  /// The arguments that request it.
  var arguments: [String] { [from, to, "--max-difficulty", maxDifficulty] }

  private struct File: Decodable { let routes: [SampleRoute] }

  /// All of them, in the file's order.
  static func all() throws -> [SampleRoute] {
    let data = try Data(contentsOf: SampleFiles.folder.appending(path: "traps.json"))
    return try JSONDecoder().decode(File.self, from: data).routes
  }
}

/// The members that the tables of `Data/Formats/route.md` list.
enum DocumentedMembers {
  /// The members of a step.
  static func step() throws -> Set<String> { try table(0) }
  /// The members of `route` where there is one.
  static func route() throws -> Set<String> { try table(1) }
  /// The members of `route` where there is none.
  static func noRoute() throws -> Set<String> {
    try table(2).union(["version", "from", "to", "ceiling", "attribution"])
  }

  /// The members of an instruction.
  static func instruction() throws -> Set<String> { try table(3) }
  /// The members of `profile`.
  static func profile() throws -> Set<String> { try table(4) }
  /// The members of the facts of each kind of instruction.
  static func facts() throws -> [String: Set<String>] {
    var facts: [String: Set<String>] = [:]
    for kind in ["ride", "ski", "walk", "wait", "keep", "push", "pass", "arrive"] {
      facts[kind] = try factTable(kind)
    }
    return facts
  }

  /// The names in the second column of the row of a kind.
  private static func factTable(_ kind: String) throws -> Set<String> {
    let file = SampleFiles.folder.deletingLastPathComponent().appending(path: "Formats/route.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let table = try #require(
      text.split(separator: "| kind | facts | what there is to do |").dropFirst().first)
    let row = try #require(table.split(separator: "\n").first { $0.hasPrefix("| `\(kind)`") })
    let facts = row.split(separator: "|")[1].replacing(/\([^)]*\)/, with: "")
    return Set(facts.matches(of: /`(\w+)`/).map { String($0.1) })
  }

  private static func table(_ number: Int) throws -> Set<String> {
    let file = SampleFiles.folder.deletingLastPathComponent().appending(path: "Formats/route.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let tables = text.split(separator: "| member | type | meaning |\n| --- | --- | --- |\n").dropFirst()
    let rows = Array(tables)[number].split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { $0.hasPrefix("|") }
    let names = rows.flatMap { row in
      row.split(separator: "|")[0].matches(of: /`(\w+)`/).map { String($0.1) }
    }
    return Set(names)
  }
}

/// JSON as Foundation reads it.
func jsonObject(_ data: Data) throws -> [String: Any] {
  guard let object = try JSONSerialization.jsonObject(with: data) as? [String: Any] else {
    throw Unready("not a JSON object: \(String(decoding: data.prefix(200), as: UTF8.self))")
  }
  return object
}

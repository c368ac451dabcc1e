import Foundation
import SkiAPI
import SkiBase
import SkiPeople
import SkiSQLite
import Testing

@testable import SkiServer

/// The document of what is kept names every table, and the numbers of what people may make.
@Suite struct RetentionTests {
  private static func document(_ name: String) throws -> String {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    return try String(decoding: Data(contentsOf: root.appending(path: "Data/\(name)")), as: UTF8.self)
  }

  @Test func `every table of the store has a row that says how long it lives`() async throws {
    let document = try Self.document("Retention.md")
    var named: [String] = []
    for line in document.split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(cells.count == 3 && cells.allSatisfy { !$0.isEmpty }, "\(line)")
      named += cells[0].split(separator: "`").filter { !$0.hasPrefix(",") }.map(String.init)
    }
    try await TripsFixture.with { server in
      let tables = try await server.store.read { connection in
        try connection.rows(
          "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        )
        .map { try $0.text(0) }
      }
      #expect(tables.count > 40)
      for table in tables where !table.hasPrefix("trips_schema_") {
        #expect(named.filter { $0 == table }.count == 1, "\(table)")
      }
      #expect(Set(named).subtracting(tables) == ["trips_schema_*"])
    }
  }

  @Test func `every quota is documented with its number`() throws {
    let document = try Self.document("Formats/server.md")
    for quota in Quota.allCases {
      #expect(
        document.contains(
          "| `\(quota.rawValue)` | \(quota.standard.formatted(.number.locale(Locale(identifier: "en_US")))) |"
        ), "\(quota)")
    }
  }
}

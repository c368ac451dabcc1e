import Foundation
import SkiBase
import SkiPeople
import SkiSQLite
import Testing

/// After an erasure and a checkpoint no file holds a byte of what was erased.
struct SQLiteErasureTests {
  /// True if a file of the folder contains a text.
  private func isFound(_ text: String, in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { name in
      let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
      return data.range(of: Data(text.utf8)) != nil
    }
  }

  private static func id(_ number: UInt64) -> String {
    "person-\(String(number &* 0x9E37_79B9_7F4A_7C15, radix: 36))"
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `erased people are in no file, however pages were split, merged and rewritten before`(seed: UInt64)
    async throws
  {
    print("seed \(seed)")
    try await withFolder { folder in
      let driver = try await SQLiteDriver.open(path: folder + "/store.db")
      try await driver.write { connection in
        try connection.change(
          "CREATE TABLE fixes (person {text} NOT NULL, time_ms BIGINT NOT NULL, note {text}, PRIMARY KEY (person, time_ms))"
        )
        try connection.change("CREATE INDEX fixes_note ON fixes (note)")
      }
      var random = seed
      func next(_ bound: UInt64) -> UInt64 {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (random >> 33) % bound
      }
      for round in 0..<30 {
        let rows = (0..<200).map { _ in (Self.id(next(60)), Int64(next(1_000)), next(300)) }
        try await driver.write { connection in
          for (person, time, length) in rows {
            let note = person + String(repeating: "·", count: Int(length))
            try connection.change(
              "INSERT INTO fixes VALUES ($1, $2, $3) ON CONFLICT (person, time_ms) DO UPDATE SET note = excluded.note",
              [.text(person), .integer(time), .text(note)])
          }
        }
        let gone = Int64(next(1_000))
        try await driver.write {
          _ = try $0.change("DELETE FROM fixes WHERE time_ms < $1 AND time_ms % 3 = 0", [.integer(gone)])
        }
        if round % 7 == 3 { try await driver.checkpoint() }
      }
      #expect(try !isFound(Self.id(7), in: folder).isEmpty)
      for number in stride(from: UInt64(0), to: 60, by: 2) {
        try await driver.write {
          _ = try $0.change("DELETE FROM fixes WHERE person = $1", [.text(Self.id(number))])
        }
      }
      try await driver.checkpoint()
      for number in stride(from: UInt64(0), to: 60, by: 2) {
        #expect(try isFound(Self.id(number), in: folder) == [])
      }
      #expect(try !isFound(Self.id(7), in: folder).isEmpty)
      await driver.close()
    }
  }
}

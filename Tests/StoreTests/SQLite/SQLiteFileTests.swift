import Foundation
import SkiBase
import SkiPeople
import SkiSQLite
import SkiStoreTestSupport
import SkiTestSupport
import Testing

/// The file of an SQLite store: created, locked, checked, and emptied of what was deleted.
struct SQLiteFileTests {
  private func fill(_ path: String, rows: Int = 2_000) async throws {
    let driver = try await SQLiteDriver.open(path: path)
    try await driver.write { connection in
      try connection.change("CREATE TABLE notes (id BIGINT PRIMARY KEY, note {text})")
      for id in 0..<rows {
        try connection.change(
          "INSERT INTO notes VALUES ($1, $2)", [.integer(Int64(id)), .text("note \(id) of the winter")])
      }
    }
    try await driver.checkpoint()
    await driver.close()
  }

  private func overwrite(_ path: String, at offset: UInt64, _ bytes: [UInt8]) throws {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try file.seek(toOffset: offset)
    try file.write(contentsOf: bytes)
    try file.close()
  }

  @Test func `rows are there after closing and opening again`() async throws {
    try await withFolder { folder in
      let path = folder + "/store.db"
      try await fill(path)
      let driver = try await SQLiteDriver.open(path: path)
      try await #expect(driver.read { try $0.row("SELECT COUNT(*) FROM notes")?.integer(0) } == 2_000)
      await driver.close()
    }
  }

  @Test func `the file and its companions are readable by their owner only`() async throws {
    try await withFolder { folder in
      let driver = try await SQLiteDriver.open(path: folder + "/store.db")
      try await driver.write { try $0.change("CREATE TABLE notes (id BIGINT PRIMARY KEY)") }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(names == ["store.db", "store.db-shm", "store.db-wal", "store.db.lock"])
      for name in names {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(name)")
      }
      await driver.close()
    }
  }

  @Test func `each connection writes through to the disk, overwrites deleted bytes and checks references`()
    async throws
  {
    try await withFolder { folder in
      let driver = try await SQLiteDriver.open(path: folder + "/store.db")
      let settings = try await driver.write { connection in
        try ["journal_mode", "synchronous", "secure_delete", "foreign_keys", "trusted_schema", "temp_store"]
          .map {
            try connection.row("PRAGMA \($0)")?.values
          }
      }
      #expect(
        settings == [
          [.text("wal")], [.integer(2)], [.integer(1)], [.integer(1)], [.integer(0)], [.integer(2)],
        ])
      await driver.close()
    }
  }

  @Test
  func `a second driver of the same file is refused, under another name too, until the first is closed`()
    async throws
  {
    try await withFolder { folder in
      let path = folder + "/store.db"
      let driver = try await SQLiteDriver.open(path: path)
      try FileManager.default.createSymbolicLink(atPath: folder + "/link.db", withDestinationPath: path)
      for other in [
        path, folder + "/link.db",
        folder + "/../" + URL(fileURLWithPath: folder).lastPathComponent + "/store.db",
      ] {
        let error = await expectError(.conflict) { _ = try await SQLiteDriver.open(path: other) }
        #expect(error?.message.contains("PostgreSQL") == true)
      }
      await driver.close()
      await (try SQLiteDriver.open(path: path)).close()
    }
  }

  @Test func `another process finds the lock held while the store is open, and free afterwards`() async throws
  {
    try await withFolder { folder in
      let path = folder + "/store.db"
      let driver = try await SQLiteDriver.open(path: path)
      #expect(try exitStatus("/usr/bin/flock", ["-n", path + ".lock", "true"]) == 1)
      await driver.close()
      #expect(try exitStatus("/usr/bin/flock", ["-n", path + ".lock", "true"]) == 0)
    }
  }

  @Test func `a store that another process holds is refused`() async throws {
    try await withFolder { folder in
      let path = folder + "/store.db"
      try await fill(path, rows: 1)
      let (input, output) = (try NamedPipe(at: folder + "/input"), folder + "/output")
      let holder = try ChildProcess(
        "/usr/bin/flock", [path + ".lock", "sh", "-c", "echo held; cat"],
        environment: ["PATH": "/usr/bin:/bin"], streams: .init(input: input.path, output: output))
      while try String(contentsOfFile: output, encoding: .utf8) != "held\n" {
        try #require(holder.poll() == nil)
        try await Task.sleep(for: .milliseconds(5))
      }
      await expectError(.conflict) { _ = try await SQLiteDriver.open(path: path) }
      input.close()
      #expect(holder.wait() == .exit(0))
      await (try SQLiteDriver.open(path: path)).close()
    }
  }

  private func exitStatus(_ program: String, _ arguments: [String]) throws -> Int32? {
    try CommandRunner(executable: program).run(arguments).exitCode
  }

  @Test func `a corrupted or empty store is refused at every opening until it is set aside whole`()
    async throws
  {
    try await withFolder { folder in
      let (corrupted, empty) = (folder + "/store.db", folder + "/empty.db")
      try await fill(corrupted)
      for page in 3..<9 {
        try overwrite(corrupted, at: UInt64(page * 4_096), [UInt8](repeating: 0xA5, count: 4_000))
      }
      try Data().write(to: URL(fileURLWithPath: empty))
      for path in [corrupted, empty] {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        for _ in 0..<3 {
          let error = await expectError(.malformedData) { _ = try await SQLiteDriver.open(path: path) }
          #expect(error?.message.contains("--new-store") == true)
          #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        }
        let aside = try #require(try await SQLiteDriver.setAside(path: path))
        #expect(aside.hasPrefix(path + ".broken-"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: aside)) == bytes)
        #expect(!FileManager.default.fileExists(atPath: path))
        let driver = try await SQLiteDriver.open(path: path)
        try await #expect(driver.migrate([SQLMigration(1, ["CREATE TABLE notes (id BIGINT)"])]) == [1])
        await driver.close()
      }
    }
  }

  @Test func `a store that is open and a database of another program are not set aside`() async throws {
    try await withFolder { folder in
      let (path, foreign) = (folder + "/store.db", folder + "/tiles.mbtiles")
      try await fill(foreign, rows: 1)
      try overwrite(foreign, at: 68, [0, 0, 0, 0])
      await expectError(.unsupportedFormat) { _ = try await SQLiteDriver.setAside(path: foreign) }
      let driver = try await SQLiteDriver.open(path: path)
      await expectError(.conflict) { _ = try await SQLiteDriver.setAside(path: path) }
      await driver.close()
      #expect(try await SQLiteDriver.setAside(path: folder + "/absent.db") == nil)
    }
  }

  @Test func `a file that is no database and a database of another program are left untouched`() async throws
  {
    try await withFolder { folder in
      let (other, foreign) = (folder + "/map.skimap", folder + "/tiles.mbtiles")
      try Data("a map, not a store".utf8).write(to: URL(fileURLWithPath: other))
      try await fill(foreign, rows: 1)
      try overwrite(foreign, at: 68, [0, 0, 0, 0])
      for (path, code) in [(other, SkiError.Code.malformedData), (foreign, .unsupportedFormat)] {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        await expectError(code) { _ = try await SQLiteDriver.open(path: path) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
      }
      #expect(try !FileManager.default.contentsOfDirectory(atPath: folder).contains { $0.contains("broken") })
    }
  }

  @Test func `a log without its store is refused until it is set aside`() async throws {
    try await withFolder { folder in
      let path = folder + "/store.db"
      try Data("log".utf8).write(to: URL(fileURLWithPath: path + "-wal"))
      for _ in 0..<2 {
        await expectError(.malformedData) { _ = try await SQLiteDriver.open(path: path) }
        #expect(FileManager.default.fileExists(atPath: path + "-wal"))
      }
      let aside = try #require(try await SQLiteDriver.setAside(path: path))
      #expect(try Data(contentsOf: URL(fileURLWithPath: aside + "-wal")) == Data("log".utf8))
      await (try SQLiteDriver.open(path: path)).close()
    }
  }

  @Test func `a missing folder is a missing input`() async throws {
    try await withFolder { folder in
      await expectError(.missingInput) { _ = try await SQLiteDriver.open(path: folder + "/absent/store.db") }
    }
  }

  @Test func `the clock of the options is the store's clock`() async throws {
    let driver = try SQLiteDriver.inMemory(options: SQLiteDriver.Options(clock: { 1_234 }))
    try await #expect(driver.read { try $0.nowMilliseconds() } == 1_234)
    await driver.close()
  }
}

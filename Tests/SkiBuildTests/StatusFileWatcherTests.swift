import Foundation
import SkiBase
import SkiBuild
import SkiGraph
import SkiTestSupport
import Testing

@Suite struct StatusFileWatcherTests {
  private static func text(minutes: Int) -> String {
    #"{"version": 1, "features": [{"name": "Crête", "waitMinutes": \#(minutes), "observedAt": "2026-01-31T10:15:00+01:00"}]}"#
  }

  private static let later = UniversalTime(secondsSince1970: 4_000_000_000)

  private static func minutes(_ snapshot: StatusFileWatcher.Snapshot) -> Int? {
    snapshot.reading?.report.features.first?.waitMilliseconds.map { $0 / 60_000 }
  }

  @Test func `a file is read again only after it has changed`() throws {
    let folder = ScratchFolder()
    let path = folder.path + "/status.json"
    let watched = StatusFileWatcher(path: path)
    #expect(watched.snapshot(now: Self.later).failure?.code == .missingInput)
    try Self.text(minutes: 3).write(toFile: path, atomically: true, encoding: .utf8)
    let first = watched.snapshot(now: Self.later)
    #expect(Self.minutes(first) == 3 && first.failure == nil && first.readAt == Self.later)
    let next = Self.later.advanced(bySeconds: 60)
    #expect(watched.snapshot(now: next).readAt == Self.later)
    try Self.text(minutes: 14).write(toFile: path, atomically: true, encoding: .utf8)
    let second = watched.snapshot(now: next)
    #expect(Self.minutes(second) == 14 && second.readAt == next)
  }

  @Test func `snapshots follow the changes of a file`() async throws {
    let folder = ScratchFolder()
    let path = folder.path + "/status.json"
    let watched = StatusFileWatcher(path: path)
    var snapshots = watched.snapshots(everySeconds: 0.01) { Self.later }.makeAsyncIterator()
    #expect(try await snapshots.next()?.failure?.code == .missingInput)
    try Self.text(minutes: 3).write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try await snapshots.next().flatMap(Self.minutes) == 3)
    try Self.text(minutes: 14).write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try await snapshots.next().flatMap(Self.minutes) == 14)
  }

  @Test func `a truncated or removed file is a failure and leaves the last reading in place`() throws {
    let folder = ScratchFolder()
    let path = folder.path + "/status.json"
    let watched = StatusFileWatcher(path: path)
    try Self.text(minutes: 3).write(toFile: path, atomically: true, encoding: .utf8)
    _ = watched.snapshot(now: Self.later)
    try String(Self.text(minutes: 4).dropLast(9)).write(toFile: path, atomically: true, encoding: .utf8)
    let torn = watched.snapshot(now: Self.later)
    #expect(Self.minutes(torn) == 3 && torn.failure?.code == .malformedData)
    #expect(watched.snapshot(now: Self.later).failure?.code == .malformedData)
    try FileManager.default.removeItem(atPath: path)
    let gone = watched.snapshot(now: Self.later)
    #expect(Self.minutes(gone) == 3 && gone.failure?.code == .missingInput)
    try Self.text(minutes: 5).write(toFile: path, atomically: true, encoding: .utf8)
    let back = watched.snapshot(now: Self.later)
    #expect(Self.minutes(back) == 5 && back.failure == nil)
  }

  @Test func `a recently modified file is read again even if its size and date are unchanged`() throws {
    let folder = ScratchFolder()
    let path = folder.path + "/status.json"
    try Self.text(minutes: 3).write(toFile: path, atomically: false, encoding: .utf8)
    let written = try #require(
      FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date)
    let watched = StatusFileWatcher(path: path)
    let now = UniversalTime(secondsSince1970: written.timeIntervalSince1970 + 1)
    #expect(Self.minutes(watched.snapshot(now: now)) == 3)
    // Overwritten in place at the same size and with its date restored: the file's metadata is unchanged.
    try Self.text(minutes: 4).write(toFile: path, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.modificationDate: written], ofItemAtPath: path)
    #expect(Self.minutes(watched.snapshot(now: now)) == 4)
  }

  @Test func `many tasks may take a snapshot at once`() async throws {
    let folder = ScratchFolder()
    let path = folder.path + "/status.json"
    try Self.text(minutes: 3).write(toFile: path, atomically: true, encoding: .utf8)
    let watched = StatusFileWatcher(path: path)
    await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<32 { group.addTask { Self.minutes(watched.snapshot(now: Self.later)) } }
      for await minutes in group { #expect(minutes == 3) }
    }
  }
}

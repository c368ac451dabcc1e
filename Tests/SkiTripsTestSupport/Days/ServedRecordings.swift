import Crypto
package import SkiAPI
package import SkiBase
import SkiPeople

/// Recordings of days on skis that the map of a world knows, and the work on them beside requests.
package struct ServedRecordings: Sendable {
  /// Returns a recording that begins at a time: some lift rides and runs within an hour, with ways from and to home.
  ///
  /// Another title gives other bytes with the same laps.
  package var record: @Sendable (_ start: UniversalTime, _ title: String) -> [UInt8]
  /// Matches the days that wait, or waits a moment for the server that does.
  package var settle: @Sendable () async throws -> Void
  /// Returns the file of a link.
  package var file: @Sendable (_ link: DayLink) async throws -> [UInt8]

  /// Creates recordings from their parts.
  package init(
    record: @escaping @Sendable (_ start: UniversalTime, _ title: String) -> [UInt8],
    settle: @escaping @Sendable () async throws -> Void,
    file: @escaping @Sendable (_ link: DayLink) async throws -> [UInt8]
  ) {
    (self.record, self.settle, self.file) = (record, settle, file)
  }

  /// Returns the SHA-256 of bytes in hexadecimal digits.
  package static func digest(_ bytes: [UInt8]) -> String { Array(SHA256.hash(data: bytes)).hexadecimal }

  /// The greatest number of looks for the end of a matching.
  fileprivate static let greatestLookCount = 1200
}

/// Days in one line each.
extension ServedWorld {
  /// Returns bytes that are no recording, others at each call.
  func newJunk() -> [UInt8] { Array(newName("no recording").utf8) }

  /// Returns the bytes of a recording with times of its own.
  func newRecording() -> [UInt8] { recordings.record(newMorning(), "Day") }

  /// Returns a permission for bytes.
  func permit(_ bytes: [UInt8], as user: UserID) async throws -> UploadPermission {
    try await days.permitUpload(
      byteCount: bytes.count, sha256: ServedRecordings.digest(bytes), as: user)
  }

  /// Uploads bytes by a permission of their own.
  func upload(_ bytes: [UInt8], as user: UserID) async throws -> DayID {
    let permission = try await permit(bytes, as: user)
    return try await days.receive(permission.text, bytes)
  }

  /// Returns a day of a user when it does not wait for the map any more.
  /// - Throws: ``ConformanceFault`` when it still waits at the last look.
  func settled(_ day: DayID, as user: UserID) async throws -> RecordedDay {
    for _ in 0..<ServedRecordings.greatestLookCount {
      let found = try await days.get(day, as: user)
      guard found.state == .waiting else { return found }
      try await recordings.settle()
    }
    throw ConformanceFault("a day still waits for the map", #fileID, #line)
  }

  /// Uploads a new recording and returns its matched day.
  func recordDay(as user: UserID) async throws -> RecordedDay {
    let day = try await settled(try await upload(newRecording(), as: user), as: user)
    try expectEqual(day.state, .matched)
    return day
  }
}

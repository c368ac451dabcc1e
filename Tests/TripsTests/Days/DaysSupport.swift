import Crypto
import SkiBase
import SkiGraph
import SkiTestSupport

@testable import SkiAPI
@testable import SkiPeople

/// A recording of tests: a name and laps in lines, which the matching of tests reads.
struct DrawnRecording: Sendable {
  var name: String
  var laps: [DayLap]
  var areas: [MatchedDayFacts.Area] = []

  /// The bytes, which differ for different names.
  var bytes: [UInt8] { Array("recording \(name)".utf8) }

  /// The facts that the matching of tests returns for it.
  var facts: MatchedDayFacts {
    MatchedDayFacts(
      laps: laps, areas: areas,
      own: MatchedDayFacts.Files(gpx: Array("whole \(name)".utf8), thumbnail: [1]),
      shared: MatchedDayFacts.Files(gpx: Array("trimmed \(name)".utf8), thumbnail: [2]))
  }
}

extension DayLap {
  /// Returns a run of a number of minutes after a time.
  static func run(_ source: String, _ start: UniversalTime, minutes: Double = 5, descent: Double = 500)
    -> DayLap
  {
    DayLap(
      .run, source: SourceID(source), start: start, end: start.advanced(bySeconds: minutes * 60),
      lengthMetres: 4 * descent, descentMetres: descent, topSpeedMetresPerSecond: 18.25)
  }

  /// Returns a lift ride of a number of minutes after a time.
  static func lift(_ source: String, _ start: UniversalTime, minutes: Double = 5) -> DayLap {
    DayLap(
      .lift, source: SourceID(source), start: start, end: start.advanced(bySeconds: minutes * 60),
      lengthMetres: 1000, descentMetres: 0, topSpeedMetresPerSecond: 5)
  }
}

/// The recordings that the matching of tests knows.
final class MatchBook: Sendable {
  private let known = Locked<[[UInt8]: DrawnRecording]>([:])

  /// Adds a recording.
  func add(_ recording: DrawnRecording) { known.withLock { $0[recording.bytes] = recording } }

  /// Returns the facts of a recording.
  func match(_ bytes: [UInt8]) throws -> MatchedDayFacts {
    guard let found = known.withLock({ $0[bytes] }) else {
      throw SkiError(.unsupportedFormat, "the recording of ben at home is of no known format; send GPX")
    }
    return found.facts
  }
}

/// The services of days over the world of a test.
struct DaysWorld: Sendable {
  let world: TripsWorld
  let book = MatchBook()
  let days: DayService
  let challenges: ChallengeService
  let matcher: DayMatcher

  init(_ world: TripsWorld) {
    self.world = world
    let book = book
    (days, challenges) = (DayService(world.store, greatestByteCount: 1000), ChallengeService(world.store))
    matcher = DayMatcher(world.store, sleep: TestLimit.never) { try book.match($0) }
  }

  var now: UniversalTime { world.clock.now }

  /// Returns the SHA-256 of bytes.
  static func digest(_ bytes: [UInt8]) -> String { Array(SHA256.hash(data: bytes)).hexadecimal }

  /// Returns a permission for bytes.
  func permit(_ bytes: [UInt8], as user: UserID) async throws -> UploadPermission {
    try await days.permitUpload(byteCount: bytes.count, sha256: Self.digest(bytes), as: user)
  }

  /// Uploads a recording without matching it.
  func upload(_ recording: DrawnRecording, as user: UserID) async throws -> DayID {
    book.add(recording)
    return try await days.receive(try await permit(recording.bytes, as: user).text, recording.bytes)
  }

  /// Uploads laps and matches them.
  @discardableResult
  func add(_ name: String, _ laps: [DayLap], areas: [MatchedDayFacts.Area] = [], as user: UserID) async throws
    -> DayID
  {
    let day = try await upload(DrawnRecording(name: name, laps: laps, areas: areas), as: user)
    try await matchAll()
    return day
  }

  /// Matches all days that wait.
  func matchAll() async throws { while try await matcher.matchNext() {} }

  /// Returns the faults of a day's laps in order, with `nil` for those that count.
  func faults(_ day: DayID, as user: UserID) async throws -> [LapFault?] {
    try await days.laps(of: day, as: user).map(\.fault)
  }
}

extension TripsBackend {
  /// Calls a body with the services of days over an empty store.
  func withDays(_ body: (DaysWorld) async throws -> Void) async throws {
    try await withTrips { try await body(DaysWorld($0)) }
  }
}

import Foundation
import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople
import SkiTestSupport
import SkiTracks
import Testing

@testable import SkiServer

/// Recordings become laps, ski areas and files; the files for others tell nothing of the ways from and to home.
@Suite struct RecordingMatcherTests {
  private let lane = WorkLane(name: "test", width: 1, waitingLimit: 8)
  private let folder = ScratchFolder()

  private func matcher(
    of contents: MapContents, _ limits: ServerLimits = ServerLimits()
  ) throws -> RecordingMatcher {
    let path = folder.path + "/area.skimap"
    try contents.write(toFile: path)
    let keeper = try MapReloader(mapPath: path, statusPath: nil, archives: [:], now: { AdapterWorld.now })
    return RecordingMatcher(keeper: keeper, lane: lane, timeout: .seconds(300), limits: limits)
  }

  private func fixes(_ gpx: [UInt8]) throws -> [LocationFix] {
    try TrackReader.read(gpx, name: "file").segments.flatMap { $0 }
  }

  /// Returns the width and height of a PNG file in pixels.
  private func size(_ png: [UInt8]) -> [Int] {
    [16, 20].map { start in png[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
  }

  private func check(_ facts: MatchedDayFacts) throws {
    #expect(zip(facts.laps, facts.laps.dropFirst()).allSatisfy { $0.start <= $1.start })
    for lap in facts.laps {
      #expect(lap.start < lap.end && lap.lengthMetres >= 0 && lap.descentMetres >= 0 && lap.fault == nil)
    }
    let shared = try fixes(facts.shared.gpx)
    let first = try #require(facts.laps.map(\.start).min())
    let last = try #require(facts.laps.map(\.end).max())
    #expect(!shared.isEmpty)
    #expect(
      shared.allSatisfy { $0.time >= first.advanced(bySeconds: -1) && $0.time <= last.advanced(bySeconds: 1) }
    )
    for png in [facts.own.thumbnail, facts.shared.thumbnail] {
      #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      #expect(size(png).allSatisfy { (1...640).contains($0) })
    }
  }

  @Test(arguments: [1, 2]) func `all days have their laps, and others see them without the ways home`(
    days: Int
  )
    async throws
  {
    let mountain = try DrawnMountain()
    let recording = SimulatedRecording(mountain, days: days)
    let facts = try await matcher(of: mountain.contents).matching(recording.gpx)
    try check(facts)
    #expect(Set(facts.laps.map(\.source.rawValue)) == ["BT", "TRSQB"])
    #expect(facts.laps.count { $0.kind == .lift } == 2 * days)
    #expect(facts.laps.filter { $0.kind == .lift }.allSatisfy { $0.descentMetres == 0 })
    let descent = facts.laps.reduce(0) { $0 + $1.descentMetres }
    #expect(abs(descent - 800 * Double(days)) < 120 * Double(days), "\(descent)")
    #expect(facts.areas == [MatchedDayFacts.Area(source: DrawnMountain.area, lifts: [SourceID("BT")])])
    let (own, shared) = (try fixes(facts.own.gpx), try fixes(facts.shared.gpx))
    #expect(own.contains { $0.coordinate.distanceMetres(to: recording.home) < 50 })
    #expect(shared.allSatisfy { $0.coordinate.distanceMetres(to: recording.home) > 2500 })
    #expect(shared.count < own.count)
    let words = String(decoding: facts.shared.gpx, as: UTF8.self)
    #expect(String(decoding: facts.own.gpx, as: UTF8.self).contains("flat") && !words.contains("flat"))
  }

  @Test func `what can't be matched is refused by a code that is final`() async throws {
    let mountain = try DrawnMountain()
    let matcher = try matcher(of: mountain.contents)
    let codes: Set<SkiError.Code> = [
      .malformedData, .unsupportedFormat, .emptyInput, .limitExceeded, .invalidArgument,
    ]
    let elsewhere = SimulatedRecording(mountain, movedDegrees: 1).gpx
    for recording in [[], Array("no recording".utf8), Array(elsewhere.prefix(2000)), elsewhere] {
      let error = await #expect(throws: SkiError.self) { try await matcher.match(recording) }
      #expect(error.map { codes.contains($0.code) } == true, "\(String(describing: error))")
    }
    let error = await #expect(throws: SkiError.self) { try await matcher.match(elsewhere) }
    #expect(error?.code == .emptyInput)
  }

  @Test func `larger recordings than the limits are refused`() async throws {
    let mountain = try DrawnMountain()
    var limits = ServerLimits()
    limits.recordingBytes = 1000
    let small = try matcher(of: mountain.contents, limits)
    let recording = SimulatedRecording(mountain).gpx
    let bytes = await #expect(throws: SkiError.self) { try await small.match(recording) }
    #expect(bytes?.code == .limitExceeded)
    limits = ServerLimits()
    limits.recordingPoints = 10
    let few = try matcher(of: mountain.contents, limits)
    let points = await #expect(throws: SkiError.self) { try await few.match(recording) }
    #expect(points?.code == .limitExceeded)
  }

  @Test(.enabled(if: RealAreas.isAvailable), arguments: ["crystal-mountain", "trois-vallees"])
  func `a real day has laps, and what others see is part of it`(name: String) async throws {
    let area = try RealArea.named(name)
    let recording = try Data(contentsOf: RealAreas.file("tracks/\(name)-01.gpx"))
    let facts = try await matcher(of: try await MapMaking.contents(of: area)).match(Array(recording))
    try check(facts)
    #expect(facts.laps.count { $0.kind == .lift } > 3 && facts.laps.contains { $0.kind == .run })
    #expect(facts.laps.allSatisfy { ($0.topSpeedMetresPerSecond ?? 0) < LapFault.greatestRunSpeed })
    let lifts = Set(facts.laps.filter { $0.kind == .lift }.map(\.source))
    for area in facts.areas { #expect(!lifts.isDisjoint(with: area.lifts), "\(area.source)") }
    let (own, shared) = (try fixes(facts.own.gpx), try fixes(facts.shared.gpx))
    let places = Set(own.map(\.coordinate))
    #expect(shared.count <= own.count && shared.allSatisfy { places.contains($0.coordinate) })
  }
}

import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople
import SkiTestSupport
import Testing

@testable import SkiServer

/// Meeting points are found again on renewed maps by their ids, or are gone.
@Suite struct MeetingPointFinderTests {
  private let lane = WorkLane(name: "test", width: 1, waitingLimit: 8)

  private func fate(
    _ place: MeetingPoint, from old: DrawnMountain?, to new: DrawnMountain
  ) async throws -> MeetingPointFate {
    try await MeetingPointFinder(
      from: old?.contents.map(), to: new.contents.map(), lane: lane, timeout: AdapterWorld.timeout
    ).find(place)
  }

  private func place(_ source: String, _ name: String, at letter: Character) throws -> MeetingPoint {
    MeetingPoint(
      source: SourceID(source), name: name, coordinate: try DrawnMountain().world.place(letter))
  }

  @Test func `a place that is as it was stays as it was, with its own name`() async throws {
    let mountain = try DrawnMountain()
    for place in [
      try place("BT", "In front of the lift", at: "B"), try place("hut/S", "Berghaus", at: "S"),
      try place("TRSQB", "Talabfahrt", at: "Q"),
    ] {
      try await #expect(fate(place, from: mountain, to: mountain) == .found(place))
      try await #expect(fate(place, from: nil, to: mountain) == .found(place))
    }
  }

  @Test func `a place that was marked as gone is found again`() async throws {
    let mountain = try DrawnMountain()
    let place = try place("hut/S", "Berghaus", at: "S")
    var gone = place
    gone.isGone = true
    try await #expect(fate(gone, from: mountain, to: mountain) == .found(place))
  }

  @Test func `a renamed place has the new name`() async throws {
    let place = try place("TRSQB", "Talabfahrt", at: "S")
    var renamed = place
    renamed.name = "Sonnenabfahrt"
    try await #expect(
      fate(place, from: DrawnMountain(), to: DrawnMountain(run: "Sonnenabfahrt")) == .found(renamed))
  }

  @Test func `a place far from its feature, which was moved, is put on it`() async throws {
    var place = try place("BT", "Gipfelbahn", at: "B")
    place.coordinate = Coordinate(
      latitude: place.coordinate.latitude - 0.01, longitude: place.coordinate.longitude)
    guard case .found(let found) = try await fate(place, from: nil, to: DrawnMountain()) else {
      Issue.record("the lift is not found")
      return
    }
    #expect(try found.coordinate.distanceMetres(to: DrawnMountain().world.place("B")) < 1)
  }

  @Test func `a place without its feature is gone`() async throws {
    let hut = try place("hut/S", "Berghaus", at: "S")
    try await #expect(fate(hut, from: DrawnMountain(), to: DrawnMountain(hasHut: false)) == .gone)
    try await #expect(fate(hut, from: nil, to: DrawnMountain(hasHut: false)) == .gone)
    let unknown = try place("way/0", "Anywhere", at: "S")
    try await #expect(fate(unknown, from: DrawnMountain(), to: DrawnMountain()) == .gone)
    let run = try place("TRSQB", "Talabfahrt", at: "S")
    try await #expect(fate(run, from: DrawnMountain(), to: DrawnMountain(isWithoutRun: true)) == .gone)
  }
}

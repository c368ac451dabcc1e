import SkiBase
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

@Suite struct RedactionTests {
  private let place = Coordinate(latitude: 46.517_31, longitude: 7.962_49)
  private let area = SharedArea(id: "a1", name: "Sunny Side")

  private func access(_ precision: SharePrecision, keepSeconds: Double = 300, until: Double = 3600) -> Access
  {
    Access(precision: precision, grant: .random(), trip: week, keepSeconds: keepSeconds, until: time(until))
  }

  private var full: LiveRow { row(at: place, coarse: shownPublisher(at: place, area: area)) }

  @Test func `an exact permission shows the coordinate, the activity and the speed`() throws {
    let location = try #require(SharedLocation.redacted(full, to: access(.exact), now: time(20)))
    #expect(location.coordinate == place)
    #expect(location.observedAt == time(10))
    #expect(location.freshness == .live)
    #expect(SharedLocation.redacted(full, to: access(.exact), now: time(70))?.freshness == .stale)
  }

  @Test func `a cell shows its centre and the minute, and nothing else`() throws {
    let location = try #require(SharedLocation.redacted(full, to: access(.grid(metres: 500)), now: time(20)))
    guard case .cell(let cell) = location.detail else { return #expect(Bool(false), "\(location.detail)") }
    #expect(cell == GridCell(at: place).ancestor(sideMetres: 500))
    #expect(location.coordinate == cell.centre)
    #expect(location.observedAt.milliseconds % 60_000 == 0)
    #expect(location.expiresAt.milliseconds % 60_000 == 0)
  }

  @Test func `an area shows its name, and has no coordinate`() throws {
    let location = try #require(SharedLocation.redacted(full, to: access(.areaOnly), now: time(20)))
    #expect(location.detail == .area(area))
    #expect(location.coordinate == nil)
  }

  @Test func `a coarse permission shows nothing before the first beat of the coarse position`() {
    #expect(SharedLocation.redacted(row(at: place), to: access(.grid(metres: 500)), now: time(20)) == nil)
    #expect(SharedLocation.redacted(row(at: place), to: access(.areaOnly), now: time(20)) == nil)
    #expect(SharedLocation.redacted(row(at: place), to: access(.exact), now: time(20)) != nil)
  }

  @Test func `a position expires by the time for which it is kept, and by the end of the grant`() {
    #expect(SharedLocation.redacted(full, to: access(.exact), now: time(309.9)) != nil)
    #expect(SharedLocation.redacted(full, to: access(.exact), now: time(310)) == nil)
    #expect(SharedLocation.redacted(full, to: access(.exact, keepSeconds: 60), now: time(70)) == nil)
    #expect(SharedLocation.redacted(full, to: access(.exact, until: 15), now: time(15)) == nil)
    #expect(
      SharedLocation.redacted(full, to: access(.exact, until: 15), now: time(14))?.expiresAt == time(15))
  }

  @Test func `two positions in one cell are shown as equal values`() throws {
    var random = SeededGenerator(seed: 7)
    let cell = GridCell(at: place).ancestor(sideMetres: 1000)
    let shown = shownPublisher(at: place, area: area)
    var values: Set<SharedLocation> = []
    for _ in 0..<200 {
      let (south, north) = (cell.corners[0], cell.corners[2])
      let other = Coordinate(
        latitude: .random(in: south.latitude..<north.latitude, using: &random),
        longitude: .random(in: south.longitude..<north.longitude, using: &random))
      var coarse = shown
      // The true position moves; the shown one has not changed yet.
      coarse.observe(
        CoarsePublisher.Place(
          cell: GridCell(at: other), area: area, isInSkiArea: true, fixMilliseconds: time(10).milliseconds),
        now: time(10).milliseconds, random: &random)
      let changed = row(at: other, seconds: .random(in: 10...19, using: &random), coarse: coarse)
      values.insert(
        try #require(SharedLocation.redacted(changed, to: access(.grid(metres: 1000)), now: time(20))))
    }
    #expect(values.count == 1)
  }
}

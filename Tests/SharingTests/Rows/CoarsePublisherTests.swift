import SkiBase
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

@Suite struct CoarsePublisherTests {
  private func place(_ column: Int32, at milliseconds: Int64) -> CoarsePublisher.Place {
    CoarsePublisher.Place(
      cell: GridCell(sideMetres: 125, row: 4000, column: column), area: nil, isInSkiArea: true,
      fixMilliseconds: milliseconds)
  }

  /// The times at which something was shown, with the cell, of a traveller who is in a cell at each second.
  private func shown(_ cells: [Int32], seed: UInt64) -> [(second: Int, column: Int32)] {
    var (publisher, random) = (CoarsePublisher(), SeededGenerator(seed: seed))
    var result: [(second: Int, column: Int32)] = []
    for (second, column) in cells.enumerated() {
      let now = Int64(second) * 1000
      publisher.observe(place(column, at: now), now: now, random: &random)
      if publisher.performBeat(now: now), let cell = publisher.shown?.cell {
        result.append((second, cell.column))
      }
    }
    return result
  }

  @Test(arguments: 1...20) func `beats are a minute apart whether the traveller moves or stands`(_ seed: Int)
  {
    let standing = shown(Array(repeating: 5, count: 3000), seed: UInt64(seed))
    let moving = shown((0..<3000).map { Int32($0 / 40) }, seed: UInt64(seed))
    for beats in [standing, moving] {
      let intervals = zip(beats.dropFirst(), beats).map { $0.second - $1.second }
      #expect(intervals.allSatisfy { $0 == 60 }, "seed \(seed): \(intervals)")
    }
  }

  @Test(arguments: 1...50)
  func `a crossing is shown 30 seconds later at the earliest, and 3 minutes at the latest`(
    _ seed: Int
  ) throws {
    let crossing = 1000
    let beats = shown((0..<2000).map { $0 < crossing ? 1 : 2 }, seed: UInt64(seed))
    let first = try #require(beats.first { $0.column == 2 })
    #expect((crossing + 30...crossing + 181).contains(first.second), "seed \(seed): \(first.second)")
  }

  @Test(arguments: 1...20, [10, 25, 40])
  func `who moves on and on is shown no cell entered less than 30 seconds before`(_ seed: Int, _ stay: Int) {
    let beats = shown((0..<3000).map { Int32($0 / stay) }, seed: UInt64(seed))
    let changes = zip(beats.dropFirst(), beats).filter { $0.column != $1.column }.map(\.0)
    #expect(changes.count > 10)
    for beat in changes {
      #expect(beat.second - Int(beat.column) * stay >= 30, "seed \(seed): \(beat)")
    }
  }

  @Test func `the delay of a crossing is spread over more than a minute`() throws {
    let delays = try (1...200).map { seed in
      try #require(shown((0..<2000).map { $0 < 1000 ? 1 : 2 }, seed: UInt64(seed)).first { $0.column == 2 })
        .second
    }
    #expect(try #require(delays.max()) - (try #require(delays.min())) > 90)
  }

  @Test func `the shown minute is that of a fix before the beat`() {
    var (publisher, random) = (CoarsePublisher(), SeededGenerator(seed: 4))
    for second in 0..<1000 {
      let now = Int64(second) * 1000
      publisher.observe(place(1, at: now), now: now, random: &random)
      guard publisher.performBeat(now: now), let minute = publisher.shown?.minuteMilliseconds else {
        continue
      }
      #expect(minute % 60_000 == 0)
      #expect((0..<60_000).contains(now - minute))
    }
  }

  @Test func `without new fixes the beats go on and the minute stays`() {
    var (publisher, random) = (CoarsePublisher(), SeededGenerator(seed: 4))
    publisher.observe(place(1, at: 0), now: 0, random: &random)
    let minutes = (0..<600).compactMap { second in
      publisher.performBeat(now: Int64(second) * 1000) ? publisher.shown?.minuteMilliseconds : nil
    }
    #expect(minutes.count >= 7)
    #expect(Set(minutes) == [0])
  }
}

import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport
import SkiTracks
import Testing

/// The lift rides of the two recorded days, identified by their order and not by place.
@Suite(.enabled(if: RealData.isNamed), .serialized)
struct RecordedDayLapTests {
  /// Builds the area and matches its recorded day.
  private func day(_ area: String) async throws -> SkiDay {
    let (graph, _) = try await MapMaking.graph(of: try RealArea.named(area))
    let folder = URL(filePath: try #require(RealData.folder))
    let file = try TrackReader.read(path: folder.appending(path: "tracks/\(area)-01.gpx").path)
    var filter = FixFilter()
    let fixes = filter.accepted(of: file.fixes)
    let track = try TrackMatcher(index: MatchIndex(graph: graph)).match(fixes)
    return SkiDay.make(from: track, graph: graph)
  }

  /// The rides spelled by letters: the first lift is A, the next one that is new B, and so on.
  private func spelling(_ day: SkiDay) -> String {
    var letters: [FeatureIndex: Character] = [:]
    return String(
      day.laps.filter { $0.kind == .lift }.map { lap in
        let letter = letters[lap.feature] ?? Character(Unicode.Scalar(UInt8(65 + letters.count)))
        letters[lap.feature] = letter
        return letter
      })
  }

  /// Checks the properties of every day.
  private func check(_ day: SkiDay) throws {
    #expect(zip(day.laps, day.laps.dropFirst()).allSatisfy { $0.end <= $1.start })
    let length = try #require(day.end).secondsSince1970 - #require(day.start).secondsSince1970
    #expect(abs(day.totals.totalSeconds - length) < 1)
    for lap in day.laps where lap.kind == .lift {
      #expect(lap.verticalMetres.map { $0 > 50 } == true, "\(lap.label ?? "?")")
      #expect((1...13).contains(lap.averageSpeedMetresPerSecond ?? 0), "\(lap.label ?? "?")")
    }
    #expect(day.totals.topSpeedMetresPerSecond.map { $0 > 8 && $0 < 35 } == true)
  }

  @Test func `the day at Crystal Mountain has eight rides on three lifts in the known order`() async throws {
    let day = try await day("crystal-mountain")
    try check(day)
    #expect(spelling(day) == "AAAABCAA")
    #expect(day.unmatched.allSatisfy { $0.mapLengthMetres < 500 })
    let named = Set(day.laps.filter { $0.kind == .lift }.compactMap(\.name)).count
    #expect(named == 3)
    #expect(day.totals.unmatchedSeconds < 0.03 * day.totals.totalSeconds)
  }

  @Test func `the day in Les Trois Vallées has rides on four lifts and unmatched stretches`() async throws {
    let day = try await day("trois-vallees")
    try check(day)
    #expect(spelling(day) == "ABCD")
    #expect(!day.unmatched.isEmpty)
    // The recording was off twice, for half an hour and for an hour and a half.
    #expect((7000...9000).contains(day.totals.unrecordedSeconds))
    let rises = day.laps.filter { $0.kind == .lift }.compactMap(\.verticalMetres)
    #expect(zip(rises, [720.0, 470, 480, 590]).allSatisfy { abs($0 - $1) < 60 })
  }
}

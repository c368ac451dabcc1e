import SkiBase
import SkiGraph
import SkiSimulation
import SkiTestSupport
import SkiTracks
import Testing

/// The recorded days and simulated days of real areas, with the defects of recorders.
@Suite(.enabled(if: RealAreas.isAvailable), .serialized)
struct RecordingDefectTests {
  /// The least share of rides kept with a defect.
  private static func leastShare(_ defect: RecordingDefect) -> Double {
    switch defect.kind {
    case .whiteNoise(let metres): metres <= 10 ? 0.95 : metres <= 15 ? 0.9 : metres <= 20 ? 0.85 : 0.8
    case .driftingNoise: 0.85
    case .interval(let seconds): seconds <= 30 ? 0.97 : 0.9
    // A ride in a long silence is kept only where the network leaves no other way.
    case .silence(let seconds, _): seconds <= 120 ? 0.9 : 0.7
    default: 1
    }
  }

  @Test(arguments: ["crystal-mountain", "trois-vallees"])
  func `rides of recorded days are kept with every defect, and none is invented`(name: String) async throws {
    let area = try await DefectiveDays(name)
    let day = try area.recordedDay()
    for defect in RecordingDefect.table {
      let score = try area.score(day, with: defect)
      let share = Double(score.kept) / Double(score.rides)
      #expect(share >= Self.leastShare(defect), "\(name), \(defect): \(score.notes)")
      #expect(score.invented == 0, "\(name), \(defect): \(score.notes)")
    }
  }

  @Test(arguments: ["crystal-mountain", "trois-vallees"])
  func `fixes of recorded descents lie on the nearest mapped run`(name: String) async throws {
    let area = try await DefectiveDays(name)
    let fit = try area.runFit(try area.recordedDay())
    #expect(fit.fixes > 1000)
    #expect(fit.nearestShare >= 0.96 && fit.nearShare >= 0.99, "\(fit)")
  }

  @Test func `rides of simulated days are kept with each defect`() async throws {
    let step = TestScale.isThorough ? 1 : 2
    let defects = stride(from: 0, to: RecordingDefect.table.count, by: step).map { RecordingDefect.table[$0] }
    var sums = defects.map { _ in LapScore() }
    for name in ["mayrhofen", "niseko", "us/whiteface"] {
      let area = try await DefectiveDays(name)
      let day = try area.simulatedDay(seed: 1)
      for (position, defect) in defects.enumerated() {
        sums[position] += try area.score(day, with: defect)
      }
    }
    for (defect, sum) in zip(defects, sums) {
      let share = Double(sum.kept) / Double(sum.rides)
      #expect(share >= Self.leastShare(defect) - 0.02, "\(defect): \(sum.notes)")
      #expect(Double(sum.invented) <= 0.1 * Double(sum.rides), "\(defect): \(sum.notes)")
    }
  }
}

import SkiBuild
import SkiGraph
import SkiTestSupport
import Testing

/// The times of the recorded days, compared with those of the model: rides by kind of lift, and descents.
///
/// Data/Formats/times.md describes the data of the fit and its limits.
@Suite(.enabled(if: RealData.isNamed), .serialized)
struct RecordedTimesTests {
  private static let days = ["crystal-mountain", "trois-vallees"]
  /// The tolerance of a median against the model.
  private static let tolerance = 0.9...1.1

  @Test func `median ride times of each lift kind agree with the model within a tenth`() async throws {
    var rides: [RecordedDay.Ride] = []
    for name in Self.days { rides += try await RecordedDay(name).rides }
    for ride in rides { print(ride) }
    #expect(rides.count == 12)
    for (kind, count) in [(LiftKind.chairLift, 8), (.unknown, 4)] {
      let ratios = rides.filter { $0.kind == kind }.map { $0.seconds / $0.modelSeconds }
      print("\(kind.rawValue): \(Self.median(ratios)) of the model's time in the median of \(ratios.count)")
      #expect(ratios.count == count)
      #expect(Self.tolerance.contains(Self.median(ratios)), "\(kind.rawValue): \(ratios)")
    }
  }

  @Test func `median descent times of each day agree with the model within a tenth`() async throws {
    for name in Self.days {
      let descents = try await RecordedDay(name).descents
      for descent in descents { print("\(name), \(descent)") }
      let ratios = descents.map { $0.movingSeconds / $0.modelSeconds }
      print("\(name): \(Self.median(ratios)) of the model's time in the median of \(ratios.count)")
      #expect(ratios.count >= 4)
      #expect(Self.tolerance.contains(Self.median(ratios)), "\(name): \(ratios)")
    }
  }

  /// Waits are shorter than the model's three minutes, which has no pauses: the sums agree.
  @Test func `a day's rides and descents together agree with the model within 15 percent`() async throws {
    for name in Self.days {
      let day = try await RecordedDay(name)
      let taken =
        day.rides.reduce(0) { $0 + $1.waitSeconds + $1.seconds } + day.descents.reduce(0) { $0 + $1.seconds }
      let modelled =
        day.rides.reduce(0) { $0 + $1.modelWaitSeconds + $1.modelSeconds }
        + day.descents.reduce(0) { $0 + $1.modelSeconds }
      print("\(name): \(Int(taken)) s for \(Int(modelled)) s")
      #expect((0.85...1.15).contains(taken / modelled), "\(name): \(taken) s for \(modelled) s")
    }
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}

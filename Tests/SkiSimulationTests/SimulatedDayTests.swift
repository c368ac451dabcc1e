import SkiBase
import SkiGraph
import SkiTestSupport
import SkiTracks
import Testing

@testable import SkiSimulation

/// Simulated days on drawn and random mountains: plausible, complete and reproducible.
struct SimulatedDayTests {
  /// A mountain with two lifts, six runs and two connectors.
  private static func mountain() throws -> DrawnWorld {
    try DrawnWorld(
      """
      T-------U
      |       |
      A---B   |
      |   |   |
      L---M---N
      """, cellMetres: 150,
      heights: ["T": 2100, "U": 2050, "A": 1900, "B": 1880, "L": 1700, "M": 1710, "N": 1690],
      [
        .lift("LT", .chairLift), .lift("NU", .tBar), .run("TA", .easy), .run("AL", .intermediate),
        .run("AB", .easy), .run("BM", .easy), .run("TU", .novice), .run("UN", .intermediate),
        .connector("LM"), .connector("MN"),
      ])
  }

  private static func options(hours: Double) -> SimulationOptions {
    SimulationOptions(durationSeconds: hours * 3600)
  }

  @Test func `a seed gives the same day each time, and another seed another day`() throws {
    let graph = try Self.mountain().graph
    let days = try [1, 1, 2].map {
      try SimulatedDay.make(graph: graph, seed: $0, options: Self.options(hours: 1))
    }
    #expect(days[0].fixes == days[1].fixes && days[0].truth == days[1].truth)
    #expect(days[0].passages == days[1].passages)
    #expect(days[0].fixes != days[2].fixes)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `simulated days obey the rules of the mountain`(seed: UInt64) throws {
    let graph = try seed.isMultiple(of: 2) ? Self.mountain().graph : RandomWorld(seed: seed).graph
    guard let mountain = try? SimulatedMountain(graph: graph) else { return }
    let day = SimulatedDay.make(on: mountain, seed: seed, options: Self.options(hours: 3))
    let check = SimulationCheck(graph: graph)
    #expect(check.faults(of: day).isEmpty, "seed \(seed)")
  }

  @Test func `the errors of fixes have the requested standard deviation`() throws {
    var options = Self.options(hours: 30)
    options.receiver.sigmaMetres = 6
    options.receiver.coveredFactor = 1
    options.receiver.shortOutagesPerHour = 0
    options.receiver.longOutagesPerHour = 0
    let day = try SimulatedDay.make(graph: Self.mountain().graph, seed: 4, options: options)
    let scale = LocalScale(latitude: DrawnWorld.origin.latitude)
    let errors = zip(day.fixes, day.truth)
      .map { ($0.coordinate.latitude - $1.coordinate.latitude) * scale.metresPerDegreeLatitude }
    let mean = errors.reduce(0, +) / Double(errors.count)
    let deviation = (errors.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(errors.count))
      .squareRoot()
    #expect(abs(mean) < 0.6 && abs(deviation - 6) < 0.5, "mean \(mean), deviation \(deviation)")
    #expect(day.fixes.count > 107_000, "no fix is missing without gaps")
  }

  @Test func `a region without a lift that can be ridden repeatedly is refused`() throws {
    let world = try DrawnWorld("A--B", [.run("AB", .easy)])
    #expect {
      try SimulatedDay.make(graph: world.graph, seed: 1)
    } throws: {
      ($0 as? SkiError)?.code == .emptyInput
    }
  }

  @Test func `fixes have the requested interval, and gaps omit their truth too`() throws {
    var options = Self.options(hours: 2)
    options.receiver.samplingSeconds = 5
    options.receiver.longOutagesPerHour = 2
    let day = try SimulatedDay.make(graph: Self.mountain().graph, seed: 9, options: options)
    #expect(day.fixes.count == day.truth.count && day.fixes.count < 1440)
    let steps = zip(day.fixes, day.fixes.dropFirst())
      .map { $1.time.secondsSince1970 - $0.time.secondsSince1970 }
    #expect(steps.allSatisfy { $0 > 4.99 } && steps.contains { $0 > 60 })
  }

  @Test func `off-piste skiing is off the map, and a new passage begins after it`() throws {
    var options = Self.options(hours: 4)
    options.offPisteShare = 0.4
    let day = try SimulatedDay.make(graph: Self.mountain().graph, seed: 3, options: options)
    #expect(day.truth.contains { $0.state == .offMap && $0.place == nil && $0.feature == nil })
    #expect(day.passages.dropFirst().contains { !$0.isContinued })
  }

  @Test func `a ride is one stretch over the whole lift`() throws {
    let graph = try Self.mountain().graph
    let day = try SimulatedDay.make(graph: graph, seed: 5, options: Self.options(hours: 3))
    let rides = day.stretches(in: graph).filter { $0.kind == .lift }
    #expect(rides.count > 5)
    #expect(rides.allSatisfy { [450, 600].contains(Int(($0.metres / 10).rounded()) * 10) })
  }
}

import Foundation
import SkiBase
import SkiGraph
import SkiNavigation
import SkiSimulation
import SkiTracks

/// Matches many live travellers at one fix a second each: CPU time for a simulated second, and whether memory stays.
///
/// Travellers live simulated days of the map's largest region, each from a moment of its own. The
/// positions of ten each go to one queue that is read every second, and all to one that is never read.
struct TravellersBenchmark {
  let path: String
  var travellers = 10_000
  var seconds = 120
  /// Simulated days to live; travellers beyond that number share them.
  var days = 200

  private typealias Queue = PendingUpdates<TravellerID, TravellerPosition>

  private static let start = UniversalTime(secondsSince1970: 1_769_932_800)

  func run() async throws {
    let map = try SkiMap.open(path: path)
    let tracks = try simulatedTracks(map)
    let matcher = LiveMatcher(map: map)
    var stalled = Queue()
    var readers = [Queue](repeating: Queue(), count: (travellers + 9) / 10)
    var readersOfTravellers: [TravellerID: Int] = [:]
    for traveller in 0..<travellers {
      try await matcher.join(id(traveller), now: Self.start)
      readersOfTravellers[id(traveller)] = traveller / 10
    }
    var (cpu, wall, resident): ([Double], [Double], [Double]) = ([], [], [])
    var (refused, read) = (0, 0)
    for second in 0..<seconds {
      let now = Self.start.advanced(bySeconds: Double(second))
      let reports = (0..<travellers).map { report($0, second, tracks, now) }
      let usage = Usage.now()
      let matches = await matcher.update(reports, now: now)
      refused += matches.refused.count
      for position in matches.positions {
        stalled.put(position.traveller, position)
        if let reader = readersOfTravellers[position.traveller] {
          readers[reader].put(position.traveller, position)
        }
      }
      for reader in readers.indices {
        while readers[reader].take() != nil { read += 1 }
      }
      if second % 60 == 59 { await matcher.sweep(now: now) }
      let spent = Usage.now().since(usage)
      cpu.append(spent.cpuSeconds)
      wall.append(spent.wallSeconds)
      if second % 30 == 29 { resident.append(Usage.residentMebibytes()) }
    }
    report(cpu, wall, resident, refused: refused, read: read, waiting: stalled.count)
  }

  private func report(
    _ cpu: [Double], _ wall: [Double], _ resident: [Double], refused: Int, read: Int, waiting: Int
  ) {
    // The first seconds open the regions.
    let (cpu, wall) = (cpu.dropFirst(5).sorted(), wall.dropFirst(5).sorted())
    let fixes = Double(travellers * seconds)
    print(
      JSONText.object([
        ("what", .text("travellers")), ("travellers", .number(Double(travellers))),
        ("seconds", .number(Double(seconds))), ("cpu_seconds_a_second", .number(cpu[cpu.count / 2])),
        ("greatest_cpu_seconds", .number(cpu[cpu.count - 1])),
        ("wall_seconds_a_second", .number(wall[wall.count / 2])),
        ("us_per_fix", .number(cpu[cpu.count / 2] / Double(travellers) * 1e6)),
        ("refused_share", .number(Double(refused) / fixes)), ("read_share", .number(Double(read) / fixes)),
        ("stalled_waiting", .number(Double(waiting))), ("peak_mebibytes", .number(Usage.peakMebibytes())),
        ("resident_mebibytes_first", .number(resident.first ?? 0)),
        ("resident_mebibytes_last", .number(resident.last ?? 0)),
      ]))
    print(
      JSONText.object(
        [("what", .text("resident mebibytes"))]
          + resident.enumerated().map {
            ("after \(30 * $0.offset + 30) s", .number($0.element.rounded()))
          }))
  }

  private func id(_ traveller: Int) -> TravellerID { TravellerID("traveller \(traveller)") }

  private func report(
    _ traveller: Int, _ second: Int, _ tracks: [[LocationFix]], _ now: UniversalTime
  ) -> TravellerReport {
    let track = tracks[traveller % tracks.count]
    // There and back through the day, so that no traveller jumps.
    let turn = 2 * track.count - 2
    let step = (traveller / tracks.count * 53 + second) % turn
    var fix = track[step < track.count ? step : turn - step]
    fix.time = now
    fix.sequence = nil
    return TravellerReport(id(traveller), fix)
  }

  /// Half an hour of each day, a fix a second without gaps.
  private func simulatedTracks(_ map: SkiMap) throws -> [[LocationFix]] {
    let graphs = try map.regions.map { try map.graph($0) }
    guard let graph = graphs.max(by: { $0.nodeCount < $1.nodeCount }) else {
      throw BenchError("\(path) is empty")
    }
    var options = SimulationOptions(durationSeconds: 1800 + Double(max(0, seconds)))
    options.start = Self.start
    (options.receiver.shortOutagesPerHour, options.receiver.longOutagesPerHour) = (0, 0)
    let mountain = try SimulatedMountain(graph: graph, profile: options.profile)
    let tracks = (0..<days).map { SimulatedDay.make(on: mountain, seed: UInt64($0), options: options).fixes }
    guard tracks.allSatisfy({ $0.count > 1 }) else {
      throw BenchError("a simulated day of \(path) has no fixes")
    }
    return tracks
  }
}

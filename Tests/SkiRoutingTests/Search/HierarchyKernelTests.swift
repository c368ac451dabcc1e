import CKernels
import SkiBase
import SkiTestSupport
import Testing

/// The kernels for each instruction set that this machine has, compared with plain loops.
struct HierarchyKernelTests {
  private static let sets = 0...processor_instruction_set()
  private static let unreachable: UInt32 = 0x7FFF_FFFF

  private static func time(_ random: inout SeededGenerator) -> UInt32 {
    random.happens(0.1) ? unreachable : UInt32.random(in: 0..<unreachable, using: &random)
  }

  @Test(arguments: sets)
  func `sweeps and gathered times equal plain loops`(set: Int32) {
    var random = SeededGenerator(seed: 41)
    for round in 0..<200 {
      let (count, lanes) = (Int.random(in: 1...40, using: &random), random.pick([1, 16]))
      var (first, heads, costs): ([UInt32], [UInt32], [UInt32]) = ([0], [], [])
      for place in 0..<count {
        for _ in 0..<(place == 0 ? 0 : Int.random(in: 0...3, using: &random)) {
          heads.append(UInt32.random(in: 0..<UInt32(place), using: &random))
          costs.append(UInt32.random(in: 0..<Self.unreachable, using: &random))
        }
        first.append(UInt32(heads.count))
      }
      let seeds = (0..<UInt32(count)).filter { _ in random.happens(0.3) } + [.max]
      var times = (0..<count * lanes).map { _ in Self.time(&random) }
      var expected = times
      for place in 0..<count {
        for lane in 0..<lanes {
          var least = seeds.contains(UInt32(place)) ? times[place * lanes + lane] : Self.unreachable
          for arc in Int(first[place])..<Int(first[place + 1]) {
            least = min(least, expected[Int(heads[arc]) * lanes + lane] + costs[arc])
          }
          expected[place * lanes + lane] = least
        }
      }
      first.withUnsafeBufferPointer { first in
        heads.withUnsafeBufferPointer { heads in
          costs.withUnsafeBufferPointer { costs in
            var arcs = hierarchy_arcs(
              first: first.baseAddress, heads: heads.baseAddress, costs: costs.baseAddress, count: count)
            hierarchy_sweep(set, lanes, &arcs, seeds, &times)
          }
        }
      }
      #expect(times == expected, "round \(round)")
      // Each place as a target by itself and by the first place.
      let ends: [UInt32] = (0..<count).flatMap { [UInt32($0), 0] }
      var rows = [UInt32](repeating: 0, count: lanes * count)
      let firsts = (0...UInt32(count)).map { 2 * $0 }
      let endCosts = ends.map { _ in UInt32(7) }
      firsts.withUnsafeBufferPointer { firsts in
        ends.withUnsafeBufferPointer { ends in
          endCosts.withUnsafeBufferPointer { endCosts in
            var targets = hierarchy_targets(
              first: firsts.baseAddress, places: ends.baseAddress, costs: endCosts.baseAddress, count: count)
            hierarchy_gather(set, lanes, &targets, times, lanes, count, &rows)
          }
        }
      }
      for (place, lane) in (0..<count).flatMap({ place in (0..<lanes).map { (place, $0) } }) {
        let least = min(times[place * lanes + lane], times[lane]) + 7
        #expect(rows[lane * count + place] == min(least, Self.unreachable), "round \(round)")
      }
    }
  }

  @Test(arguments: sets)
  func `the least sum of two sides equals that of a plain loop`(set: Int32) {
    var random = SeededGenerator(seed: 42)
    for round in 0..<500 {
      let width = 16
      let length = Int.random(in: 0...50, using: &random)
      var sums: [[UInt64]] = []
      var sides: [(rows: [UInt32], bounds: [UInt32], costs: [UInt32])] = []
      for _ in 0..<2 {
        var (rows, bounds, costs): ([UInt32], [UInt32], [UInt32]) = ([], [], [])
        var least = [UInt64](repeating: UInt64(Self.unreachable), count: length)
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          let row = (0..<Int.random(in: 1...60, using: &random)).map { _ in Self.time(&random) }
          let cost = Self.time(&random)
          for (place, time) in row.prefix(length).enumerated() {
            least[place] = min(least[place], UInt64(time) + UInt64(cost))
          }
          bounds += [UInt32(rows.count), UInt32(rows.count + row.count)]
          costs.append(cost)
          let padding = (width - row.count % width) % width
          rows += row + [UInt32](repeating: Self.unreachable, count: padding)
        }
        sums.append(least)
        sides.append((rows, bounds, costs))
      }
      let expected = zip(sums[0], sums[1]).map { $0 + $1 }.min() ?? UInt64(Self.unreachable)
      let found = Self.meet(set, sides[0], sides[1], length)
      #expect(UInt64(found) == min(expected, UInt64(Self.unreachable)), "round \(round)")
    }
  }

  private static func meet(
    _ set: Int32, _ from: (rows: [UInt32], bounds: [UInt32], costs: [UInt32]),
    _ to: (rows: [UInt32], bounds: [UInt32], costs: [UInt32]), _ length: Int
  ) -> UInt32 {
    func with(
      _ side: (rows: [UInt32], bounds: [UInt32], costs: [UInt32]), _ body: (hierarchy_side) -> UInt32
    ) -> UInt32 {
      side.rows.withUnsafeBufferPointer { rows in
        side.bounds.withUnsafeBufferPointer { bounds in
          side.costs.withUnsafeBufferPointer { costs in
            body(
              hierarchy_side(
                rows: rows.baseAddress, bounds: bounds.baseAddress, costs: costs.baseAddress,
                count: costs.count))
          }
        }
      }
    }
    return with(from) { first in
      with(to) { second in
        var (first, second) = (first, second)
        return hierarchy_meet(set, &first, &second, length)
      }
    }
  }
}

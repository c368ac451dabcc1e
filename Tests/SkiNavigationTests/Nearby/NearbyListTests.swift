import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiNavigation

struct NearbyListTests {
  private func list(_ ids: [Int], metres: (Int) -> Double = { _ in 0 }) -> NearbyList {
    NearbyList(
      ids.map {
        NearbyEntry(
          id: .place(FeatureIndex($0)), kind: .lift, place: nil, milliseconds: 0, metres: metres($0),
          isFavourite: false)
      })
  }

  @Test func `an entry that passes others is one move`() {
    let changes = list([1, 2, 3, 4]).changes(to: list([1, 4, 2, 3]))
    #expect(changes.moves.map(\.index) == [1])
    #expect(changes.removals.isEmpty && changes.insertions.isEmpty && changes.alterations.isEmpty)
  }

  @Test func `equal lists give no changes`() {
    #expect(list([3, 1, 2]).changes(to: list([3, 1, 2])).isEmpty)
  }

  @Test func `an entry of another distance at the same index is altered in place`() {
    let changes = list([1, 2]).changes(to: list([1, 2]) { Double($0) })
    #expect(changes.alterations.count == 2 && changes.moves.isEmpty)
  }

  @Test func `changes turn any list into any other with the fewest moves`() {
    for seed in UInt64(1)...1000 {
      var random = SeededGenerator(seed: seed)
      let pick = { (random: inout SeededGenerator) in
        (0..<9).filter { _ in random.happens(0.7) }.shuffled(using: &random)
      }
      let (from, to) = (pick(&random), pick(&random))
      var old = list(from)
      let spread = Double.random(in: 0...1, using: &random)
      let new = list(to) { spread > 0.5 ? Double($0) * spread : 0 }
      let changes = old.changes(to: new)
      old.apply(changes)
      #expect(old == new, "seed \(seed): \(from) to \(to)")
      let common = to.filter(from.contains).compactMap(from.firstIndex)
      #expect(changes.moves.count == common.count - Self.longest(common), "seed \(seed): \(from) to \(to)")
    }
  }

  /// The length of the longest rising part, by trying all parts.
  private static func longest(_ numbers: [Int]) -> Int {
    (0..<(1 << numbers.count)).map { mask in
      let part = numbers.indices.filter { mask & (1 << $0) != 0 }.map { numbers[$0] }
      return zip(part, part.dropFirst()).allSatisfy(<) ? part.count : 0
    }.max() ?? 0
  }
}

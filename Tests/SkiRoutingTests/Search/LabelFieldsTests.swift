import SkiTestSupport
import Testing

@testable import SkiRouting

/// Criteria in one word are compared and joined as those in separate numbers.
@Suite struct LabelFieldsTests {
  private static let sums = [LabelField(shift: 0, width: 11), LabelField(shift: 12, width: 1)]
  private static let maxima = [LabelField(shift: 14, width: 8), LabelField(shift: 40, width: 5)]
  private let fields = LabelFields(sums: sums, maxima: maxima)

  private func word(_ values: [Int]) -> UInt64 {
    var word: UInt64 = 0
    for (field, value) in zip(Self.sums, values) { word |= field.placed(UInt64(value)) }
    for (field, value) in zip(Self.maxima, values.dropFirst(2)) { word |= field.unary(value) }
    return word
  }

  private func values(_ random: inout SeededGenerator) -> [Int] {
    let greatest = random.happens(0.5) ? [3, 1, 2, 2] : [1023, 0, 8, 5]
    return greatest.map { Int.random(in: 0...$0, using: &random) }
  }

  @Test func `a word is at most another exactly when all its values are`() {
    var (random, atMost) = (SeededGenerator(seed: 1), 0)
    for turn in 0..<20_000 {
      let (one, other) = (values(&random), values(&random))
      let expected = zip(one, other).allSatisfy(<=)
      #expect(fields.isAtMost(word(one), word(other)) == expected, "turn \(turn): \(one), \(other)")
      if expected { atMost += 1 }
    }
    #expect(atMost > 500)
  }

  @Test func `joined words have the sums and the maxima of their values`() {
    var random = SeededGenerator(seed: 2)
    for turn in 0..<20_000 {
      let (one, other) = (values(&random), values(&random))
      guard one[1] + other[1] < 2 else { continue }
      let joined = [one[0] + other[0], one[1] + other[1], max(one[2], other[2]), max(one[3], other[3])]
      #expect(fields.joined(word(one), word(other)) == word(joined), "turn \(turn): \(one), \(other)")
    }
  }

  @Test func `a sum beyond its field is not within the fields`() {
    let one = word([2047, 0, 8, 5])
    #expect(fields.isWithin(one))
    #expect(!fields.isWithin(fields.joined(one, word([1, 0, 0, 0]))))
    #expect(!fields.isWithin(fields.joined(word([0, 1, 0, 0]), word([0, 1, 0, 0]))))
  }

  @Test func `fronts dominate exactly what one of the words added does`() {
    for seed in UInt64(1)...200 {
      var random = SeededGenerator(seed: seed)
      var fronts = LabelFronts(count: 3)
      var added = [[UInt64]](repeating: [], count: 3)
      for _ in 0..<100 {
        let (front, next) = (Int.random(in: 0..<3, using: &random), word(values(&random)))
        let expected = added[front].contains { fields.isAtMost($0, next) }
        #expect(fronts.dominate(next, in: front, fields) == expected, "seed \(seed)")
        if expected { continue }
        fronts.add(next, to: front, fields)
        added[front].append(next)
      }
    }
  }
}

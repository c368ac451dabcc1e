/// The numbers of durations by whole milliseconds; those from ten seconds on are counted as ten.
struct Histogram: Sendable, Encodable {
  private(set) var counts = [Int](repeating: 0, count: 10_001)

  mutating func add(_ milliseconds: Double) { counts[min(10_000, max(0, Int(milliseconds)))] += 1 }

  /// Encodes the times that occur with their numbers.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let pairs = counts.indices.filter { counts[$0] > 0 }.map { [$0, counts[$0]] }
    try container.encode(pairs)
  }
}

/// The means of what a viewer observes of a person's batches.
struct TimingFeatures {
  private var count = 0.0
  private var sums = [0.0, 0, 0, 0, 0]

  mutating func add(arrival: Int, minute: Int64, now: Int64, rank: Int, cursor: Int64, viewer: Int) {
    count += 1
    let phase = Double(arrival % 60)
    let parts = [phase, Double(now - minute) / 1000, Double(rank), Double(cursor % 1000), phase * phase / 60]
    for (index, part) in parts.enumerated() { sums[index] += part }
  }

  /// The constant, the mean second within the minute, lag of the minute, rank, cursor, and square of the second.
  var values: [Double] { [1] + sums.map { $0 / max(1, count) / 60 } + [count / 60] }
}

/// A stratified sample of a stream of subjects, in memory bounded by its size.
///
/// The sample depends on the keys of the subjects, not on their order.
struct SubjectSample {
  /// The number of subjects of one group, and those with the least keys.
  private struct Stratum {
    var count = 0
    var subjects: [DrawingSubject] = []

    mutating func shrink(to limit: Int) {
      subjects.sort(by: SubjectSample.isBefore)
      subjects.removeLast(max(0, subjects.count - limit))
    }
  }

  private let limit: Int
  private var strata: [String: Stratum] = [:]

  init(limit: Int) { self.limit = limit }

  /// Adds a subject to the stream. Complexity: O(log *k*) amortised in the size of the sample.
  mutating func add(_ subject: DrawingSubject) {
    var stratum = strata.removeValue(forKey: subject.stratum) ?? Stratum()
    stratum.count += 1
    stratum.subjects.append(subject)
    if stratum.subjects.count >= 2 * limit + 64 { stratum.shrink(to: limit) }
    strata[subject.stratum] = stratum
  }

  /// Returns the numbers of subjects of each group in the stream and in the sample, by name of the group.
  func counts() -> [(stratum: String, count: Int, drawn: Int)] {
    let drawn = Dictionary(grouping: taken(), by: \.stratum).mapValues(\.count)
    return strata.keys.sorted().map { ($0, strata[$0]?.count ?? 0, drawn[$0] ?? 0) }
  }

  /// Returns the sample: one subject of each group in turn until it is full, sorted by group and position in the map.
  func taken() -> [DrawingSubject] {
    let piles = strata.keys.sorted().map { name in
      var stratum = strata[name] ?? Stratum()
      stratum.shrink(to: limit)
      return stratum.subjects
    }
    var shares = piles.map { _ in 0 }
    var left = limit
    while left > 0 {
      let open = piles.indices.filter { shares[$0] < piles[$0].count }
      guard !open.isEmpty else { break }
      for pile in open.prefix(left) { shares[pile] += 1 }
      left -= min(left, open.count)
    }
    return zip(piles, shares).flatMap { pile, share in
      pile.prefix(share).sorted { ($0.region, $0.position) < ($1.region, $1.position) }
    }
  }

  private static func isBefore(_ a: DrawingSubject, _ b: DrawingSubject) -> Bool {
    (a.key, a.region, a.position) < (b.key, b.region, b.position)
  }
}

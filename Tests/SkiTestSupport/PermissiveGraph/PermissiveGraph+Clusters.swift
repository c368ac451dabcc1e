extension PermissiveGraph {
  /// Metres within which lift ends and run lines belong to one ski area.
  private static let linkage = 150.0

  /// Finds the ski areas: lift ends and run lines clustered by single linkage.
  mutating func findClusters() {
    let ids = lifts.keys.sorted()
    var sets = Array(0..<tracks.count + ids.count)
    func root(_ index: Int) -> Int {
      var at = index
      while sets[at] != at {
        sets[at] = sets[sets[at]]
        at = sets[at]
      }
      return at
    }
    for (point, member) in members(ids) {
      for (track, _) in grid.feet(of: point, within: Self.linkage) where !tracks[track].isRing {
        sets[root(track)] = root(member)
      }
    }
    let ends = members(ids).filter { $0.member >= tracks.count }
    for (number, a) in ends.enumerated() {
      for b in ends.dropFirst(number + 1) where length(a.point - b.point) <= Self.linkage {
        sets[root(b.member)] = root(a.member)
      }
    }
    for (number, id) in ids.enumerated() { lifts[id]?.cluster = root(tracks.count + number) }
  }

  /// Returns the places that link clusters: those of run lines and the stations of lifts, with the features they belong
  /// to.
  private func members(_ ids: [String]) -> [(point: SIMD2<Double>, member: Int)] {
    let number = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
    let runs = tracks.indices.lazy.filter { !tracks[$0].isRing }.flatMap { track in
      tracks[track].stops.map { (points[$0.node], track) }
    }
    return runs
      + stations.compactMap { station in
        number[station.lift].map { (points[station.node], tracks.count + $0) }
      }
  }
}

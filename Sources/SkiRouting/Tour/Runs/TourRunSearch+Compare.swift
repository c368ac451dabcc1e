extension TourRunSearch {
  func isDominated(_ position: UInt32, _ label: Label, at node: Int) -> Bool {
    for other in paretoLabels[node].suffix(Self.comparedCount).reversed() {
      let rival = labels[Int(other)]
      if rival.count >= label.count, hasAll(rival, other, of: label, position) { return true }
    }
    return false
  }

  private func hasAll(_ rival: Label, _ other: UInt32, of label: Label, _ position: UInt32) -> Bool {
    let (a, b) = (Int(other) * words, Int(position) * words)
    for word in 0..<words where masks[b + word] & ~masks[a + word] != 0 { return false }
    if label.going.code == TourRuns.LineProgress.none { return true }
    // A run in progress is not counted yet.
    if has(other, run: Int(label.going.code >> 1)) { return true }
    return rival.going.code == label.going.code && rival.going.offset == label.going.offset
      && rival.going.centimetres >= label.going.centimetres
  }

  func has(_ label: UInt32, run: Int) -> Bool {
    masks[Int(label) * words + run / 64] & (1 << UInt64(run % 64)) != 0
  }

  /// Returns whether fewer labels than the width are kept at a node at about this time, or this one has a greater bound
  /// than all of them.
  func hasRoom(_ label: Label, _ promise: Int32, at node: Int, width: Int) -> Bool {
    guard width < Int.max else { return true }
    var (count, best) = (0, Int32.min)
    for other in paretoLabels[node].suffix(width * 2).reversed() {
      let rival = labels[Int(other)]
      if rival.time + Self.nearMilliseconds < label.time { break }
      count += 1
      best = max(best, reach(rival, at: node))
    }
    return count < width || promise > best && count < 2 * width
  }
}

import SkiBase

/// The result of one band of rows: complete lines, and pieces of lines that leave it to the north or south.
struct BandLines: Sendable {
  /// The end of a piece: a crossing on the first or last row of samples, by its number, or the end of the line.
  enum End: Sendable, Hashable {
    case line
    case top(Int32)
    case bottom(Int32)
  }

  /// A line that touches neither the first nor the last row of samples.
  struct Whole: Sendable {
    let level: Int32
    let isClosed: Bool
    /// The greatest key of its points, by which lines are ordered.
    let key: UInt64
    let range: Range<Int>
  }

  struct Piece: Sendable {
    let level: Int32
    let key: UInt64
    let start: End
    let end: End
    let points: [ContourPoint]
  }

  /// The points of the complete lines.
  var points: [ContourPoint] = []
  var whole: [Whole] = []
  var pieces: [Piece] = []
  /// The piece at each crossing of the first row; −1 for none.
  var top: [Int32]
  /// The piece at each crossing of the last row; −1 for none.
  var bottom: [Int32]
  /// The range of the samples' bands; nil when all are voids.
  let bands: ClosedRange<Int32>?
}

extension BandLines {
  /// Creates the lines of a traced band, and consumes its links.
  ///
  /// - Parameters:
  ///   - isFirst: `true` if the band is the raster's first, so that lines end at its first row.
  ///   - isLast: `true` if the band is the raster's last, so that lines end at its last row.
  init(_ tracer: BandTracer, bands: ClosedRange<Int32>?, isFirst: Bool, isLast: Bool) {
    self.bands = bands
    top = [Int32](repeating: -1, count: isFirst ? 0 : tracer.topBorder.count)
    bottom = [Int32](repeating: -1, count: isLast ? 0 : tracer.bottomBorder.count)
    let count = tracer.crossings.count
    let base = tracer.crossings.base
    var ends = Ends(isFirst ? [] : tracer.topBorder, isLast ? [] : tracer.bottomBorder)
    points.reserveCapacity(Int(count))
    for start in 0..<count where base[Int(start)].mark & 1 == 0 && base[Int(start)].next >= 0 {
      follow(start, base, &ends)
    }
    for start in 0..<count where base[Int(start)].next >= 0 { follow(start, base, &ends) }
    whole.sort { ($0.key, $0.level) < ($1.key, $1.level) }
  }

  /// Collects one line or piece from the links.
  private mutating func follow(
    _ first: Int32, _ base: UnsafeMutablePointer<ContourCrossing>, _ ends: inout Ends
  ) {
    let from = points.count
    let level = base[Int(first)].mark >> 1
    let isClosed = base[Int(first)].mark & 1 == 1
    var key = UInt64(0)
    var (at, last) = (first, first)
    while at >= 0 {
      let crossing = base[Int(at)]
      points.append(crossing.point)
      key = max(key, crossing.point.key)
      base[Int(at)].next = -1
      last = at
      at = crossing.next
    }
    if isClosed {
      // A ring returns to its first point.
      points.removeLast()
      whole.append(Whole(level: level, isClosed: true, key: key, range: from..<points.count))
      return
    }
    let (start, end) = (ends.end(at: first), ends.end(at: last))
    if start == .line, end == .line {
      whole.append(Whole(level: level, isClosed: false, key: key, range: from..<points.count))
      return
    }
    note(start, Int32(pieces.count))
    note(end, Int32(pieces.count))
    pieces.append(
      Piece(level: level, key: key, start: start, end: end, points: Array(points[from...])))
    points.removeSubrange(from...)
  }

  private mutating func note(_ end: End, _ piece: Int32) {
    switch end {
    case .line: break
    case .top(let number): top[Int(number)] = piece
    case .bottom(let number): bottom[Int(number)] = piece
    }
  }
}

/// The crossings on the first and last row of a band, in ascending order for binary search.
private struct Ends {
  let top: [Int32]
  let bottom: [Int32]

  init(_ top: [Int32], _ bottom: [Int32]) {
    self.top = top
    self.bottom = bottom
  }

  func end(at crossing: Int32) -> BandLines.End {
    if let number = Self.find(crossing, top) { return .top(number) }
    if let number = Self.find(crossing, bottom) { return .bottom(number) }
    return .line
  }

  private static func find(_ crossing: Int32, _ border: [Int32]) -> Int32? {
    guard let first = border.first, let last = border.last, crossing >= first, crossing <= last else {
      return nil
    }
    let low = border.partitioningIndex { $0 >= crossing }
    return low < border.count && border[low] == crossing ? Int32(low) : nil
  }
}

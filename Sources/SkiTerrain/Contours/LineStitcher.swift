import SkiBase

/// The joining of the pieces of lines across bands, from north to south.
///
/// Crossings on the row of samples that two bands share have the same numbers in both, so a piece finds the line it
/// continues without a search. A line is finished when no end of it lies on the last row; finished lines are returned
/// in the order of the greatest key of their points, which depends on the elevations alone and not on the bands. Holds
/// only the points of unfinished lines. Belongs to one thread.
struct LineStitcher {
  /// The position of an end of an unfinished line; numbers are those of crossings on a border.
  private enum End: Hashable {
    /// The end of the line.
    case final
    /// The northern border of the current band, reached from the north.
    case above(Int32)
    /// The northern border of the current band, reached from the south.
    case top(Int32)
    /// The southern border of the current band.
    case bottom(Int32)
  }

  /// An unfinished line as a chain of pieces.
  private struct Chain {
    let level: Int32
    var key: UInt64
    var first: Int32
    var last: Int32
    var start: End
    var end: End
  }

  /// A piece of a chain and the next one, −1 for none.
  private struct Link {
    var points: [ContourPoint]
    var next: Int32
  }

  private var chains: [Chain] = []
  private var freeChains: [Int32] = []
  private var links: [Link] = []
  private var freeLinks: [Int32] = []
  /// The chain at each crossing of the northern border, reached from the north.
  private var above: [Int32] = []
  /// The chain at each crossing of the northern border, reached from the south.
  private var top: [Int32] = []
  /// The chain at each crossing of the southern border.
  private var bottom: [Int32] = []
  private var finished: [FinishedLines.Line] = []

  /// Adds the next band and returns the lines finished by it.
  /// - Throws: ``SkiError`` with code `.inputOutput` when the raster changed between two reads.
  /// - Complexity: O(*n* log *n*) in the pieces and the finished lines, independent of their points.
  mutating func take(_ band: BandLines) throws -> FinishedLines {
    guard band.top.count == above.count else {
      throw SkiError(
        .inputOutput, "elevations changed while contours were drawn; don't write to the raster meanwhile")
    }
    bottom = [Int32](repeating: -1, count: band.bottom.count)
    top = [Int32](repeating: -1, count: band.top.count)
    for piece in band.pieces { add(piece) }
    for number in 0..<Int32(above.count) { meet(number) }
    finished += band.whole.map {
      FinishedLines.Line(level: $0.level, isClosed: $0.isClosed, key: $0.key, points: .range($0.range))
    }
    finished.sort { ($0.key, $0.level) < ($1.key, $1.level) }
    defer {
      finished = []
      moveOn()
    }
    return FinishedLines(points: band.points, lines: finished)
  }

  /// Adds a piece as a chain.
  private mutating func add(_ piece: BandLines.Piece) {
    let link = Self.place(Link(points: piece.points, next: -1), &links, &freeLinks)
    let chain = Self.place(
      Chain(
        level: piece.level, key: piece.key, first: link, last: link, start: Self.end(piece.start),
        end: Self.end(piece.end)), &chains, &freeChains)
    point(chains[Int(chain)].start, to: chain)
    point(chains[Int(chain)].end, to: chain)
  }

  private static func end(_ end: BandLines.End) -> End {
    switch end {
    case .line: .final
    case .top(let number): .top(number)
    case .bottom(let number): .bottom(number)
    }
  }

  private static func place<Value>(_ value: Value, _ values: inout [Value], _ free: inout [Int32]) -> Int32 {
    if let place = free.popLast() {
      values[Int(place)] = value
      return place
    }
    values.append(value)
    return Int32(values.count - 1)
  }

  /// Sets the chain at a crossing.
  private mutating func point(_ end: End, to chain: Int32) {
    switch end {
    case .final: break
    case .above(let number): above[Int(number)] = chain
    case .top(let number): top[Int(number)] = chain
    case .bottom(let number): bottom[Int(number)] = chain
    }
  }

  /// Joins the chains from the north and south at a crossing of the northern border, or ends the only one there.
  private mutating func meet(_ number: Int32) {
    let (north, south) = (above[Int(number)], top[Int(number)])
    if north >= 0, south >= 0 {
      if chains[Int(north)].end == .above(number) { join(north, south) } else { join(south, north) }
    } else if north >= 0 {
      stop(north, at: .above(number))
    } else if south >= 0 {
      stop(south, at: .top(number))
    }
  }

  /// Appends a chain to another, or closes it when both are the same.
  private mutating func join(_ from: Int32, _ to: Int32) {
    guard from != to else { return finish(from, isClosed: true) }
    let next = chains[Int(to)]
    links[Int(chains[Int(from)].last)].next = next.first
    chains[Int(from)].last = next.last
    chains[Int(from)].end = next.end
    chains[Int(from)].key = max(chains[Int(from)].key, next.key)
    point(next.end, to: from)
    freeChains.append(to)
    finishWhenFinal(from)
  }

  private mutating func stop(_ chain: Int32, at end: End) {
    if chains[Int(chain)].start == end { chains[Int(chain)].start = .final }
    if chains[Int(chain)].end == end { chains[Int(chain)].end = .final }
    finishWhenFinal(chain)
  }

  private mutating func finishWhenFinal(_ chain: Int32) {
    guard chains[Int(chain)].start == .final, chains[Int(chain)].end == .final else { return }
    finish(chain, isClosed: false)
  }

  private mutating func finish(_ number: Int32, isClosed: Bool) {
    let chain = chains[Int(number)]
    var pieces: [[ContourPoint]] = []
    var link = chain.first
    while link >= 0 {
      pieces.append(links[Int(link)].points)
      links[Int(link)].points = []
      freeLinks.append(link)
      link = links[Int(link)].next
    }
    freeChains.append(number)
    finished.append(
      FinishedLines.Line(level: chain.level, isClosed: isClosed, key: chain.key, points: .pieces(pieces)))
  }

  /// Makes the southern border of this band the northern one of the next.
  private mutating func moveOn() {
    above = bottom
    for (number, chain) in above.enumerated() where chain >= 0 {
      let place = Int32(number)
      if chains[Int(chain)].start == .bottom(place) { chains[Int(chain)].start = .above(place) }
      if chains[Int(chain)].end == .bottom(place) { chains[Int(chain)].end = .above(place) }
    }
  }
}

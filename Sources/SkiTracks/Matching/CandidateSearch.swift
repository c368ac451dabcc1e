import SkiSystem

/// Finds candidate positions on edges near a fix.
///
/// Reuses its memory for each fix. On each link the nearest position is a candidate; on a link that returns near itself
/// (hairpins), the nearest position of each pass.
struct CandidateSearch {
  /// The greatest number of candidates of a fix with the usual noise.
  static let limit = 12
  /// The greatest number of candidates of a noisy fix of a recording.
  static let noisyLimit = 32
  private static let slotLimit = 64
  /// The least distance along one link, in metres, between positions of different passes.
  private static let passMetres: Float = 40

  private struct Slot {
    var link: UInt32
    var along: Float
    var square: Float
    var segment: UInt32
    var share: Float
  }

  /// The greatest number of candidates.
  var limit = CandidateSearch.limit
  private var slots: [Slot] = []
  private(set) var found: [MatchCandidate] = []

  init() {
    slots.reserveCapacity(Self.slotLimit)
    found.reserveCapacity(limit + 1)
  }

  /// Fills `found` with the candidates, in ascending order of cost. Complexity: O(segments near the fix).
  mutating func run(_ fix: Observation, in index: MatchIndex, _ widths: EmissionModel) {
    slots.removeAll(keepingCapacity: true)
    found.removeAll(keepingCapacity: true)
    let radius = min(250, widths.reach(noise: fix.noise))
    let limit = radius * radius
    index.grid.visit(around: fix.place, radius: radius) { item in
      let segment = index.segments[Int(item)]
      let (px, py) = (fix.place.x - segment.x, fix.place.y - segment.y)
      let share = max(0, min(1, (px * segment.dx + py * segment.dy) * segment.inverseSquare))
      let (ox, oy) = (px - share * segment.dx, py - share * segment.dy)
      let square = ox * ox + oy * oy
      if square <= limit, isNearest(item, share, fix.place, index) {
        add(
          Slot(
            link: segment.link, along: segment.along + share * segment.alongLength, square: square,
            segment: item, share: share))
      }
    }
    for slot in slots { addEdges(slot, fix, index, widths) }
  }

  /// Returns whether no position on the adjacent segment is nearer, for a projection onto the end of a segment.
  @inline(__always)
  private func isNearest(_ item: UInt32, _ share: Float, _ place: SIMD2<Float>, _ index: MatchIndex) -> Bool {
    guard share <= 0 || share >= 1 else { return true }
    let link = Int(index.segments[Int(item)].link)
    let isStart = share <= 0
    guard isStart ? item > index.firstSegments[link] : item + 1 < index.firstSegments[link + 1] else {
      return true
    }
    let next = index.segments[Int(isStart ? item - 1 : item + 1)]
    let projection = ((place.x - next.x) * next.dx + (place.y - next.y) * next.dy) * next.inverseSquare
    return isStart ? projection >= 1 || next.inverseSquare == 0 : projection <= 0
  }

  /// Inserts a position, keeping the nearest of each pass of each link.
  private mutating func add(_ slot: Slot) {
    var worst = 0
    for index in slots.indices {
      if slots[index].link == slot.link, abs(slots[index].along - slot.along) < Self.passMetres {
        if (slot.square, slot.segment) < (slots[index].square, slots[index].segment) { slots[index] = slot }
        return
      }
      if slots[index].square > slots[worst].square { worst = index }
    }
    if slots.count < Self.slotLimit {
      slots.append(slot)
    } else if slot.square < slots[worst].square {
      slots[worst] = slot
    }
  }

  private mutating func addEdges(
    _ slot: Slot, _ fix: Observation, _ index: MatchIndex, _ widths: EmissionModel
  ) {
    let segment = index.segments[Int(slot.segment)]
    let height = segment.startElevation + slot.share * (segment.endElevation - segment.startElevation)
    let slope = min(3, abs(segment.endElevation - segment.startElevation) / max(1, segment.alongLength))
    let edges = index.linkEdges[Int(slot.link)]
    let first = edges.x == .max ? edges.y : edges.x
    guard first != .max else { return }
    let cost =
      fix.weight
      * widths.cost(
        square: slot.square, noise: fix.noise, edge: index.network.edges[Int(first)], along: slot.along)
    var turn: Float = 0
    if fix.course != .zero, segment.inverseSquare > 0 {
      turn = (fix.course.x * segment.dx + fix.course.y * segment.dy) * segment.inverseSquare.squareRoot()
    }
    let distance = slot.square.squareRoot()
    if edges.x != .max {
      insert(
        MatchCandidate(
          edge: edges.x, along: slot.along, distance: distance, elevation: height, slope: slope,
          cost: cost + fix.weight * widths.courseCost(turn, known: fix.course != .zero)))
    }
    if edges.y != .max {
      let length = index.network.edges[Int(edges.y)].length
      insert(
        MatchCandidate(
          edge: edges.y, along: max(0, length - slot.along), distance: distance, elevation: height,
          slope: slope,
          cost: cost + fix.weight * widths.courseCost(-turn, known: fix.course != .zero)))
    }
  }

  private mutating func insert(_ candidate: MatchCandidate) {
    var position = found.count
    while position > 0, candidate < found[position - 1] { position -= 1 }
    guard position < limit else { return }
    found.insert(candidate, at: position)
    if found.count > limit { found.removeLast() }
  }
}

/// The emission costs by distance from an edge: receiver noise combined with the width of the feature.
///
/// Uses Student's t-distribution with four degrees of freedom, which limits the influence of outliers.
struct EmissionModel: Sendable {
  /// The squares of half widths by ``MatchClass``, then that of area crossings, in square metres.
  private let squares: SIMD4<Float>

  init(_ options: MatchingOptions) {
    func square(_ metres: Double) -> Float { Float(max(0, min(1000, metres)) * max(0, min(1000, metres))) }
    squares = SIMD4(
      square(MatchingOptions.runHalfWidthMetres), square(MatchingOptions.liftHalfWidthMetres),
      square(MatchingOptions.walkHalfWidthMetres),
      square(MatchingOptions.areaHalfWidthMetres))
  }

  /// The half width per metre from the nearer end of a crossing of an area; crossings converge at their ends.
  private let gateShare: Float = 0.5

  /// Returns the search radius around a fix in metres.
  @inline(__always)
  func reach(noise: Float) -> Float { 3.5 * (squares[0] + noise * noise).squareRoot() + 8 }

  /// Returns the cost of a position at a squared distance from the fix, in nats.
  @inline(__always)
  func cost(square: Float, noise: Float, edge: MatchEdge, along: Float) -> Float {
    // People on foot where nothing is drawn keep to no line.
    var width = squares[edge.isConnector ? Int(MatchClass.run.rawValue) : Int(edge.kind)]
    if edge.isCrossing {
      let toGate = gateShare * max(0, min(along, edge.length - along))
      width = max(width, min(squares[3], toGate * toGate))
    }
    let variance = noise * noise + width
    return 2.5 * fastLogarithm(1 + square / (4 * variance)) + 0.5 * fastLogarithm(variance * 0.01)
      + (edge.isUnmappedWalk ? MatchCosts.offTrails : 0)
  }

  /// Returns the cost of a course against the edge's direction in nats; `turn` is the cosine of the angle between both.
  @inline(__always)
  func courseCost(_ turn: Float, known: Bool) -> Float { known ? 1.5 * (1 - turn) : 0 }
}

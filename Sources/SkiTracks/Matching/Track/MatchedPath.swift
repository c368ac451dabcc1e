/// An edge of a way, or the part of it that was travelled.
struct PathElement {
  var edge: UInt32
  /// Metres along the edge where it is entered and left.
  var entered: Double
  var left: Double
  /// Metres along the whole stretch where it is entered.
  var start: Double
  var end: Double { start + (left - entered) }
}

/// A stretch of a track without a break: its edges in order, and how far along each fix is.
struct MatchedPath {
  private(set) var elements: [PathElement] = []
  /// The observations on it, in order.
  private(set) var observations: Range<Int>
  /// For each observation metres along the stretch; the nearest place, not yet smoothed.
  private(set) var metres: [Double] = []

  init(at observation: Int, edge: UInt32, along: Float, length: Float) {
    observations = observation..<observation + 1
    elements = [PathElement(edge: edge, entered: 0, left: Double(length), start: 0)]
    metres = [Double(along)]
  }

  /// Takes the next observation, on the same edge.
  mutating func extend(along: Double) {
    let last = elements[elements.count - 1]
    metres.append(last.start + along - last.entered)
    observations = observations.lowerBound..<observations.upperBound + 1
  }

  /// Takes the next observation on another edge, and the edges between.
  mutating func extend(over between: [UInt32], to edge: UInt32, along: Double, in network: MatchNetwork) {
    for next in between + [edge] { append(next, from: 0, in: network) }
    extend(along: along)
  }

  /// Takes the next observation after turning round on the last edge.
  mutating func turn(at place: Double, to twin: UInt32, along: Double, in network: MatchNetwork) {
    let last = elements.count - 1
    let left = max(elements[last].entered, place)
    elements[last].left = left
    append(twin, from: max(0, Double(network.edges[Int(twin)].length) - left), in: network)
    extend(along: along)
  }

  private mutating func append(_ edge: UInt32, from entered: Double, in network: MatchNetwork) {
    let length = Double(network.edges[Int(edge)].length)
    let start = elements[elements.count - 1].end
    elements.append(PathElement(edge: edge, entered: min(entered, length), left: length, start: start))
  }
}

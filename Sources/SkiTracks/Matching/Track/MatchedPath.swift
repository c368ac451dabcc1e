/// An edge of a path, or the part of it that was travelled.
struct PathElement {
  var edge: UInt32
  /// The distance along the edge at entry, in metres.
  var entered: Double
  /// The distance along the edge at exit, in metres.
  var left: Double
  /// The distance along the whole path at entry, in metres.
  var start: Double
  var end: Double { start + (left - entered) }
}

/// A continuous path of a track: its edges in order, and the position of each fix.
struct MatchedPath {
  private(set) var elements: [PathElement] = []
  /// The observations on it, in order.
  private(set) var observations: Range<Int>
  /// The distance along the path of each observation in metres, not smoothed.
  private(set) var metres: [Double] = []

  init(at observation: Int, edge: UInt32, along: Float, length: Float) {
    observations = observation..<observation + 1
    elements = [PathElement(edge: edge, entered: 0, left: Double(length), start: 0)]
    metres = [Double(along)]
  }

  /// Appends the next observation on the same edge.
  mutating func extend(along: Double) {
    let last = elements[elements.count - 1]
    metres.append(last.start + along - last.entered)
    observations = observations.lowerBound..<observations.upperBound + 1
  }

  /// Appends the next observation on another edge, with the edges between.
  mutating func extend(over between: [UInt32], to edge: UInt32, along: Double, in network: MatchNetwork) {
    for next in between + [edge] { append(next, from: 0, in: network) }
    extend(along: along)
  }

  /// Appends the next observation after a turn on the last edge.
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

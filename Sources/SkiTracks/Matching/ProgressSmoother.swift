/// Smooths the distances of fixes along a path by the speeds before and after them.
///
/// A fixed-interval smoother of position and speed; the result is monotone.
///
/// **Source:** Rauch, Tung and Striebel 1965.
struct ProgressSmoother {
  private struct State {
    var place: Double
    var speed: Double
    var p: Double
    var c: Double
    var v: Double
  }

  /// Returns the distance along the path of each of its observations, in metres.
  /// - Complexity: O(*n*).
  static func smooth(_ path: MatchedPath, _ observations: [Observation], _ network: MatchNetwork) -> [Double]
  {
    let raw = path.metres
    guard raw.count > 1 else { return raw }
    var filtered: [State] = []
    var predicted: [State] = []
    var memories: [(kept: Double, felt: Double)] = []
    filtered.reserveCapacity(raw.count)
    predicted.reserveCapacity(raw.count)
    var element = 0
    for (position, place) in raw.enumerated() {
      let fix = observations[path.observations.lowerBound + position]
      let noise = Double(fix.noise) * Double(fix.noise)
      guard position > 0 else {
        filtered.append(State(place: place, speed: 3, p: noise, c: 0, v: 25))
        predicted.append(filtered[0])
        memories.append((1, 0))
        continue
      }
      while element + 1 < path.elements.count, path.elements[element].end < raw[position - 1] { element += 1 }
      let edge = network.edges[Int(path.elements[element].edge)]
      let (next, memory) = predict(filtered[position - 1], fix.elapsed, edge)
      predicted.append(next)
      memories.append(memory)
      filtered.append(update(next, place, noise))
    }
    return monotone(backwards(filtered, predicted, memories), raw, path, observations)
  }

  private static func predict(
    _ state: State, _ elapsed: Float, _ edge: MatchEdge
  ) -> (State, (kept: Double, felt: Double)) {
    let hypothesis = MatchHypothesis(
      cost: 0, edge: 0, along: 0, lead: Float(0), speed: Float(state.speed), placeVariance: Float(state.p),
      covariance: Float(state.c), speedVariance: Float(state.v), elevationBias: 0, elevationVariance: 0)
    let model = SpeedModel(elapsed: max(0.01, elapsed))
    let next = model.predict(hypothesis, on: edge)
    return (
      State(
        place: state.place + Double(next.ahead), speed: Double(next.speed), p: Double(next.placeVariance),
        c: Double(next.covariance), v: Double(next.speedVariance)),
      (Double(model.keptShare), Double(model.feltSeconds))
    )
  }

  private static func update(_ state: State, _ place: Double, _ noise: Double) -> State {
    let variance = state.p + noise
    let (k, g) = (state.p / variance, state.c / variance)
    let innovation = max(-4 * variance.squareRoot(), min(4 * variance.squareRoot(), place - state.place))
    return State(
      place: state.place + k * innovation, speed: state.speed + g * innovation, p: state.p * (1 - k),
      c: state.c * (1 - k), v: max(0.01, state.v - g * state.c))
  }

  /// Returns the smoothed distances of the backward pass.
  private static func backwards(
    _ filtered: [State], _ predicted: [State], _ memories: [(kept: Double, felt: Double)]
  ) -> [Double] {
    var places = filtered.map(\.place)
    var (place, speed) = (filtered[filtered.count - 1].place, filtered[filtered.count - 1].speed)
    for position in stride(from: filtered.count - 2, through: 0, by: -1) {
      let (state, next, memory) = (filtered[position], predicted[position + 1], memories[position + 1])
      let determinant = next.p * next.v - next.c * next.c
      guard determinant > 1e-9 else {
        (place, speed) = (state.place, state.speed)
        continue
      }
      // The covariance of this state with the next, times the inverse of the next one's.
      let (a, b) = (state.p + memory.felt * state.c, memory.kept * state.c)
      let (d, e) = (state.c + memory.felt * state.v, memory.kept * state.v)
      let (y, w) = (place - next.place, speed - next.speed)
      let (s, t) = ((next.v * y - next.c * w) / determinant, (next.p * w - next.c * y) / determinant)
      (place, speed) = (state.place + a * s + b * t, state.speed + d * s + e * t)
      places[position] = place
    }
    return places
  }

  /// Returns the distances bounded to the measurements and the path, and made monotone.
  private static func monotone(
    _ places: [Double], _ raw: [Double], _ path: MatchedPath, _ observations: [Observation]
  ) -> [Double] {
    var result = places
    let end = path.elements[path.elements.count - 1].end
    for position in places.indices {
      let bound = 3 * Double(observations[path.observations.lowerBound + position].noise) + 5
      let place = max(raw[position] - bound, min(raw[position] + bound, places[position]))
      result[position] = max(0, min(end, place.isFinite ? place : raw[position]))
    }
    var suffix = result
    for position in result.indices.dropFirst() {
      result[position] = max(result[position], result[position - 1])
    }
    for position in suffix.indices.dropLast().reversed() {
      suffix[position] = min(suffix[position], suffix[position + 1])
    }
    for position in result.indices { result[position] = (result[position] + suffix[position]) / 2 }
    return result
  }
}

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

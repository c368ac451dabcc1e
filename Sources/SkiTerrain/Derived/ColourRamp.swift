import SkiBase

/// A ramp of colours by elevation in metres, with 1 to 4096 stops.
///
/// A value; `Sendable`. Voids are transparent.
public struct ColourRamp: Sendable, Hashable {
  /// An elevation and its colour.
  package struct Stop: Sendable, Hashable {
    /// The elevation in metres above sea level.
    package let elevationMetres: Double
    /// The colour at that elevation.
    package let colour: Colour

    /// Creates a stop.
    package init(elevationMetres: Double, colour: Colour) {
      self.elevationMetres = elevationMetres
      self.colour = colour
    }
  }

  /// The rule for colours between stops.
  package enum Matching: Sendable, Hashable, CaseIterable {
    /// The linear interpolation between the stops below and above; beyond the outermost stops, their colours.
    case linear
    /// The colour of the nearest stop, the higher one at the midpoint.
    case nearest
    /// The colour of a stop at exactly the elevation, else transparent.
    case exact
  }

  /// The stops by ascending elevation; of several at one elevation the last one counts from there upwards.
  package let stops: [Stop]
  /// The rule for colours between stops.
  package let matching: Matching
  private static let countLimit = 4096

  /// Creates a ramp from stops in any order.
  /// - Parameters:
  ///   - stops: The stops, 1 to 4096, with elevations within ±100,000 m.
  ///   - matching: The rule for colours between stops.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when there is no stop, more than 4096, or one's elevation is
  ///   not a number within ±100,000 m.
  /// - Complexity: O(*n* log *n*) in the stops.
  package init(stops: [Stop], matching: Matching = .linear) throws {
    try SkiError.require(
      !stops.isEmpty && stops.count <= Self.countLimit,
      "a colour ramp needs 1 to \(Self.countLimit) stops, got \(stops.count); name colours")
    if let odd = stops.first(where: { !($0.elevationMetres.magnitude <= 100_000) }) {
      throw SkiError(
        .invalidArgument,
        "elevation of a colour must be within ±100000 m, got \(odd.elevationMetres); correct it")
    }
    self.init(known: stops, matching: matching)
  }

  private init(known stops: [Stop], matching: Matching) {
    self.stops = stops.enumerated().sorted {
      ($0.element.elevationMetres, $0.offset) < ($1.element.elevationMetres, $1.offset)
    }.map(\.element)
    self.matching = matching
  }

  /// Returns the colour of an elevation in metres, transparent for NaN.
  /// - Complexity: O(log *n*) in the stops.
  package func colour(atMetres elevation: Double) -> Colour {
    guard !elevation.isNaN else { return .transparent }
    let above = firstStop(above: elevation)
    guard above > 0 else { return matching == .exact ? .transparent : stops[0].colour }
    let low = stops[above - 1]
    guard matching != .exact else {
      return low.elevationMetres == elevation ? low.colour : .transparent
    }
    guard above < stops.count else { return low.colour }
    let high = stops[above]
    let share = (elevation - low.elevationMetres) / (high.elevationMetres - low.elevationMetres)
    return matching == .nearest
      ? (share < 0.5 ? low.colour : high.colour) : low.colour.mixed(with: high.colour, share: share)
  }

  private func firstStop(above elevation: Double) -> Int {
    stops.partitioningIndex { !($0.elevationMetres <= elevation) }
  }

  /// A linear ramp for mountains: green valleys, ochre slopes, grey rock and white from 4800 m.
  public static let mountains = ColourRamp(
    known: [
      (-100, 98, 150, 140), (0, 108, 155, 112), (300, 143, 180, 122), (700, 184, 202, 146),
      (1200, 218, 216, 168), (1700, 224, 202, 153), (2200, 208, 178, 138), (2700, 190, 168, 150),
      (3200, 212, 206, 204), (3800, 243, 244, 247), (4800, 255, 255, 255),
    ].map { Stop(elevationMetres: $0.0, colour: Colour(red: $0.1, green: $0.2, blue: $0.3)) },
    matching: .linear)
}

/// A colour with opacity.
///
/// A value; `Sendable`. The components are not premultiplied.
package struct Colour: Sendable, Hashable {
  /// The components, 0...255.
  package let red, green, blue: UInt8
  /// The opacity: 0 transparent, 255 opaque.
  package let alpha: UInt8

  /// Creates a colour.
  package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// The transparent colour.
  package static let transparent = Colour(red: 0, green: 0, blue: 0, alpha: 0)

  /// The four bytes in memory order, as one number.
  var packed: UInt32 {
    UInt32(littleEndian: UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24)
  }

  /// Returns the linear interpolation towards another colour; each component is rounded to nearest.
  func mixed(with other: Colour, share: Double) -> Colour {
    func part(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8((Double(a) + (Double(b) - Double(a)) * min(1, max(0, share)) + 0.5).rounded(.down))
    }
    return Colour(
      red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue),
      alpha: part(alpha, other.alpha))
  }
}

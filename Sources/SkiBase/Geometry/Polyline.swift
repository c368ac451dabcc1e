/// A line string with an optional elevation at each vertex.
///
/// Vertices are in source order.
package struct Polyline: Hashable, Sendable {
  /// The vertices in order.
  package private(set) var coordinates: [Coordinate]
  /// The elevations in metres above mean sea level, NaN where unknown; empty when no vertex has one, else as long as
  /// `coordinates`.
  private var storedElevations: [Float]

  /// Creates a line without elevations.
  package init(_ coordinates: [Coordinate]) {
    self.coordinates = coordinates
    storedElevations = []
  }

  /// Creates a line with elevations, which are stored in single precision.
  /// - Parameters:
  ///   - coordinates: The vertices in order.
  ///   - elevations: The elevation of each vertex in metres above mean sea level; nil where unknown.
  /// - Complexity: O(*n*) in the vertices.
  /// - Precondition: Both arrays have the same length.
  package init(_ coordinates: [Coordinate], elevations: [Double?]) {
    precondition(
      coordinates.count == elevations.count,
      "elevations must match coordinates, got \(elevations.count) for \(coordinates.count)")
    self.coordinates = coordinates
    storedElevations =
      elevations.contains { $0 != nil } ? elevations.map { $0.map(Float.init) ?? .nan } : []
  }

  /// Creates a line with elevations in single precision.
  /// - Parameters:
  ///   - coordinates: The vertices in order.
  ///   - storedElevations: The elevation of each vertex in metres above mean sea level, NaN where unknown; at least one
  ///     is known.
  /// - Precondition: Both arrays have the same length.
  package init(_ coordinates: [Coordinate], storedElevations: [Float]) {
    precondition(
      coordinates.count == storedElevations.count,
      "elevations must match coordinates, got \(storedElevations.count) for \(coordinates.count)")
    self.coordinates = coordinates
    self.storedElevations = storedElevations
  }

  /// The number of vertices.
  package var count: Int { coordinates.count }

  /// Returns the elevation of a vertex in metres above mean sea level, or nil when unknown.
  /// - Precondition: `index` is within 0..<``count``.
  package func elevationMetres(at index: Int) -> Double? {
    guard !storedElevations.isEmpty else { return nil }
    let value = storedElevations[index]
    return value.isNaN ? nil : Double(value)
  }

  /// Returns whether there are vertices and every one has an elevation.
  /// - Complexity: O(*n*) in the vertices.
  package func hasAllElevations() -> Bool {
    !storedElevations.isEmpty && !storedElevations.contains { $0.isNaN }
  }

  /// Returns whether two lines have the same vertices and elevations; unknown elevations equal each other.
  /// - Complexity: O(*n*) in the vertices.
  package static func == (one: Polyline, other: Polyline) -> Bool {
    one.coordinates == other.coordinates
      && one.storedElevations.elementsEqual(other.storedElevations) { $0 == $1 || $0.isNaN && $1.isNaN }
  }

  /// Adds the vertices and elevations to a hash; unknown elevations count as equal.
  /// - Complexity: O(*n*) in the vertices.
  package func hash(into hasher: inout Hasher) {
    var folded = FoldedHash()
    for coordinate in coordinates {
      folded.add(coordinate.latitude)
      folded.add(coordinate.longitude)
    }
    hasher.combine(folded.value)
    hasher.combine(coordinates.count)
    hasher.combine(storedElevations.count)
    for elevation in storedElevations { folded.add(elevation.isNaN ? -1e9 : Double(elevation)) }
    hasher.combine(folded.value)
  }

  /// Returns the line from its end to its start.
  /// - Complexity: O(*n*) in the vertices.
  package func reversed() -> Polyline {
    var copy = self
    copy.coordinates.reverse()
    copy.storedElevations.reverse()
    return copy
  }
}

/// A polygon of one outer ring and any number of holes; rings are closed (the last vertex equals the first).
package struct PolygonRings: Hashable, Sendable {
  /// The outer ring, closed, in either direction.
  package var outer: Polyline
  /// The holes, closed rings in source order; empty when there are none.
  package var holes: [Polyline]

  /// Creates a polygon from its rings, which must be closed.
  package init(outer: Polyline, holes: [Polyline] = []) {
    self.outer = outer
    self.holes = holes
  }
}

/// A hash of numbers and bytes, one multiplication for each 64 bits, where an ``FNVHash`` takes too long.
///
/// Numbers that are equal have the same hash, so that 0 and −0 do. It is the same in every process, and not resistant to
/// deliberate collisions.
/// **Source:** Vaidya, wyhash, 2019: the halves of a 128-bit product, combined.
package struct FoldedHash {
  /// The hash of the numbers added so far.
  package private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Creates the hash of no numbers.
  package init() {}

  /// Adds a number to the hash.
  @inline(__always)
  package mutating func add(_ number: Double) {
    // The sum with 0 makes −0 to 0, and leaves other numbers as they are.
    add((number + 0).bitPattern)
  }

  /// Adds 64 bits to the hash.
  @inline(__always)
  package mutating func add(_ bits: UInt64) {
    let (high, low) = (value ^ bits).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    value = (high ^ low) &+ 0x9E37_79B9_7F4A_7C15
  }

  /// Adds bytes and their number to the hash, eight at a time.
  /// - Complexity: O(*n*).
  package mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      let wholeCount = bytes.count & ~7
      for offset in stride(from: 0, to: wholeCount, by: 8) {
        add(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      }
      var rest: UInt64 = 0
      for byte in bytes[wholeCount...] { rest = rest << 8 | UInt64(byte) }
      add(rest)
      add(UInt64(bytes.count))
    }
  }
}

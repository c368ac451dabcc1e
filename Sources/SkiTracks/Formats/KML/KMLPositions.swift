/// A position of a KML document as written: longitude, latitude, elevation.
struct KMLPosition {
  /// The line of its start.
  let line: Int
  var longitude: Double?
  var latitude: Double?
  var elevationMetres: Double?
  /// Indicates whether there is an elevation that is no number.
  var hasBadElevation = false

  /// Creates a position from numbers parted by one of the separators.
  init(_ text: ArraySlice<UInt8>, line: Int, separator: (UInt8) -> Bool) {
    self.line = line
    let parts = text.split(maxSplits: 3, omittingEmptySubsequences: false, whereSeparator: separator)
    longitude = parts.first.flatMap { DecimalNumber.read($0) }
    latitude = parts.count > 1 ? DecimalNumber.read(parts[1]) : nil
    if parts.count > 2, !parts[2].isEmpty {
      elevationMetres = DecimalNumber.read(parts[2])
      hasBadElevation = elevationMetres == nil
    }
  }
}

extension TrackDraft {
  /// Takes the place and elevation of a position.
  mutating func take(_ place: KMLPosition) {
    (latitude, longitude, elevationMetres) = (place.latitude, place.longitude, place.elevationMetres)
    (hasPlace, position) = (true, place.line)
    if place.hasBadElevation { invalidValueCount += 1 }
  }
}

/// A list of positions in the text of `coordinates`, `lon,lat,ele lon,lat,ele`, that comes in pieces.
struct KMLPositions {
  private var positions: [KMLPosition] = []
  /// The position at the end of the piece before.
  private var rest: [UInt8] = []
  private var line: Int
  /// The greatest number of bytes of a position; those beyond are ignored.
  private static let byteLimit = 256

  /// Creates a list whose text begins on a line.
  init(line: Int) { self.line = line }

  /// Adds a piece of text.
  mutating func take(_ text: [UInt8]) {
    for byte in text {
      if byte.isXMLBlank {
        finish()
        if byte == 0x0A { line += 1 }
      } else if rest.count < Self.byteLimit {
        rest.append(byte)
      }
    }
  }

  /// Ends the last position.
  mutating func finish() {
    guard !rest.isEmpty else { return }
    positions.append(KMLPosition(rest[...], line: line) { $0 == UInt8(ascii: ",") })
    rest.removeAll(keepingCapacity: true)
  }

  /// Returns the positions up to now and forgets them.
  mutating func takePositions() -> [KMLPosition] {
    defer { positions.removeAll(keepingCapacity: true) }
    return positions
  }
}

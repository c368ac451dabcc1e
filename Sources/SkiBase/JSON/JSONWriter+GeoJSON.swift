/// The objects of GeoJSON (RFC 7946).
extension JSONWriter {
  /// A type of geometry.
  package enum Geometry: Sendable {
    case point
    case line
    case polygon

    fileprivate var word: StaticString {
      switch self {
      case .point: "Point"
      case .line: "LineString"
      case .polygon: "Polygon"
      }
    }
  }

  /// Writes a position with seven decimals of degrees, and its elevation with two of metres when that is known.
  package mutating func position(_ place: FixedCoordinate, elevationCentimetres: Int32? = nil) {
    let hasComma = needsComma
    needsComma = true
    // Signs and digits of three numbers are at most 37 bytes; a number's last store is eight bytes wide.
    bytes.append(addingCapacity: 64) { output in
      if hasComma { output.append(UInt8(ascii: ",")) }
      output.append(UInt8(ascii: "["))
      output.put(scaled: Int64(place.longitudeE7), places: 7)
      output.append(UInt8(ascii: ","))
      output.put(scaled: Int64(place.latitudeE7), places: 7)
      if let elevationCentimetres {
        output.append(UInt8(ascii: ","))
        output.put(scaled: Int64(elevationCentimetres), places: 2)
      }
      output.append(UInt8(ascii: "]"))
    }
  }

  /// Writes a position with a number of decimals of degrees.
  package mutating func position(_ place: Coordinate, places: Int = 7) {
    array { json in
      json.decimal(place.longitude, places: places)
      json.decimal(place.latitude, places: places)
    }
  }

  /// Writes a feature.
  /// - Parameters:
  ///   - type: The type of its geometry; nil for a feature without.
  ///   - coordinates: A function that writes the coordinates as one value.
  ///   - properties: A function that writes the members of its properties.
  package mutating func feature(
    _ type: Geometry?, _ coordinates: (inout JSONWriter) -> Void, properties: (inout JSONWriter) -> Void
  ) {
    object { json in
      json.member("type", word: "Feature")
      if let type {
        json.object("geometry") { json in
          json.member("type", word: type.word)
          json.name("coordinates")
          coordinates(&json)
        }
      } else {
        json.member("geometry", .null)
      }
      json.object("properties", properties)
    }
  }

  /// Writes a feature collection.
  /// - Parameters:
  ///   - head: A function that writes the members before the features.
  ///   - features: A function that writes the features.
  ///   - tail: A function that writes the members after them.
  package mutating func collection(
    head: (inout JSONWriter) -> Void = { _ in }, features: (inout JSONWriter) -> Void,
    tail: (inout JSONWriter) -> Void = { _ in }
  ) {
    object { json in
      json.member("type", word: "FeatureCollection")
      head(&json)
      json.array("features", features)
      tail(&json)
    }
  }
}

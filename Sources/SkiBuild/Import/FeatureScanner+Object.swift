import SkiBase

extension FeatureScanner {
  /// Parses the object around the features, or appends a feature that is no collection.
  mutating func endObject() throws(ScanFault) {
    let state = object
    object = ObjectState()
    let fields: ObjectFields
    do throws(JSONFault) {
      fields = try state.bytes.withUnsafeBufferPointer { bytes throws(JSONFault) in try ObjectFields(bytes) }
    } catch {
      throw ScanFault(
        state.documentOffset(of: error.position), .malformedData,
        "not JSON: \(error.reason); check how the file was made")
    }
    if state.cut == nil && fields.type == "Feature" {
      elementStart = batch.bytes.count
      elementOffset = state.offset
      batch.bytes.append(contentsOf: state.bytes)
      endElement()
      return
    }
    guard fields.type == "FeatureCollection", state.cut != nil else {
      if let format = fields.foreignFormat {
        throw ScanFault(state.offset, .unsupportedFormat, format.message)
      }
      throw ScanFault(state.offset, .malformedData, Self.noCollection(fields.type, state.cut != nil))
    }
    head.licence = head.licence ?? fields.head.licence
    head.attribution = head.attribution ?? fields.head.attribution
    head.generator = head.generator ?? fields.head.generator
    head.reference = head.reference ?? fields.head.reference
  }

  private static func noCollection(_ type: String?, _ hasList: Bool) -> String {
    guard let type else {
      return "JSON, but not GeoJSON: the type is missing; a FeatureCollection is expected"
    }
    if type == "FeatureCollection" {
      return "a FeatureCollection without a list of features; check how it was made"
    }
    let shown = type.shortened(toScalars: 40)
    return "JSON of type \(shown), which is not a FeatureCollection; give GeoJSON with features"
  }
}

extension FeatureScanner.ObjectState {
  /// Returns the offset in the document of a position in `bytes`.
  func documentOffset(of position: Int) -> Int64 {
    guard let cut, position >= cut.position else { return offset + Int64(position) }
    return offset + Int64(position) + cut.count
  }
}

/// The known members of a top-level object.
private struct ObjectFields {
  var type: String?
  var head = DocumentHead()
  /// Indicates whether there is a list `elements`, as in Overpass JSON.
  private var hasElements = false
  /// Indicates whether `geometryType` begins as that of Esri JSON.
  private var hasEsriType = false

  /// The format other than GeoJSON that the members identify; nil for none.
  var foreignFormat: ForeignFormat? {
    switch type {
    case "Topology"?: .topology
    case nil where hasElements: .overpass
    case nil where hasEsriType: .esri
    default: nil
    }
  }

  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONFault) {
    var cursor = JSONCursor(bytes, range: 0..<bytes.count)
    try cursor.enterObject()
    var isFirst = true
    while let name = try cursor.nextMember(&isFirst) {
      guard cursor.peek() == UInt8(ascii: "\"") else {
        if cursor.matches(name, "crs"), cursor.peek() == UInt8(ascii: "{") {
          head.reference = try Self.referenceName(&cursor, level: 0)
          continue
        }
        hasElements = hasElements || cursor.matches(name, "elements") && cursor.peek() == UInt8(ascii: "[")
        try cursor.skipValue()
        continue
      }
      let value = try cursor.readToken()
      let text = cursor.text(of: value)
      if cursor.matches(name, "type") { type = text }
      let kept = FeatureName.normalized(text)
      if cursor.matches(name, "license") || cursor.matches(name, "licence") { head.licence = kept }
      if cursor.matches(name, "attribution") { head.attribution = kept }
      if cursor.matches(name, "copyright") { head.attribution = head.attribution ?? kept }
      if cursor.matches(name, "generator") { head.generator = kept }
      if cursor.matches(name, "geometryType") { hasEsriType = text.hasPrefix("esriGeometry") }
    }
    try cursor.expectEnd()
  }

  /// Reads the member `crs` of older GeoJSON; returns its name, as `urn:ogc:def:crs:EPSG::3857`.
  private static func referenceName(_ cursor: inout JSONCursor, level: Int) throws(JSONFault) -> String? {
    var found: String?
    try cursor.enterObject()
    var isFirst = true
    while let name = try cursor.nextMember(&isFirst) {
      if level == 0, cursor.matches(name, "properties"), cursor.peek() == UInt8(ascii: "{") {
        found = try referenceName(&cursor, level: 1)
      } else if level == 1, cursor.matches(name, "name"), cursor.peek() == UInt8(ascii: "\"") {
        found = cursor.text(of: try cursor.readToken())
      } else {
        try cursor.skipValue()
      }
    }
    return found
  }
}

import SkiGeo
import SkiModel

extension BatchReader {
  /// Makes a ski area of a feature.
  mutating func area(_ feature: SourceFeature) throws(LeftOut) -> SkiArea {
    switch feature.dialect {
    case .openSkiMap:
      if let type = feature.text("type"), type != "skiArea" { throw LeftOut("notASkiArea", "type \(type)") }
    case .openStreetMap:
      let isArea =
        feature.text("landuse") == "winter_sports" || feature.text("site") == "piste"
        || feature.text("leisure") == "ski_resort"
      guard isArea else { throw LeftOut("notASkiArea", "no landuse=winter_sports") }
    }
    var outlines: [PolygonRings] = []
    switch try shape(feature) {
    case .areas(let areas): outlines = areas
    case .lines(let lines): outlines = lines.filter(\.isClosedRing).map { PolygonRings(outer: $0) }
    case .point: break
    }
    guard let centre = feature.geometry.centre else { throw LeftOut("geometryMissing", "no place") }
    let status =
      feature.dialect == .openSkiMap
      ? status(feature) : feature.taggedStatus("landuse") ?? .operating
    return SkiArea(
      id: SourceID(feature.id), name: cleanName(feature.text("name")), convention: convention(feature),
      status: status, outlines: outlines, centre: centre)
  }

  /// Returns the ids of the ski areas a feature belongs to; areas given whole are remembered once.
  mutating func skiAreas(_ feature: SourceFeature) -> [SourceID] {
    var ids: [SourceID] = []
    for node in feature.properties["skiAreas"]?.elements ?? [] {
      let members = node.members
      let properties = members["properties"]?.members ?? members
      guard let id = properties["id"]?.text ?? members["id"]?.text ?? node.text else { continue }
      if !ids.contains(SourceID(id)) { ids.append(SourceID(id)) }
      guard !members.isEmpty, !mentioned.contains(id) else { continue }
      guard let centre = place(members["geometry"])?.centre ?? feature.geometry.centre else { continue }
      mentioned.insert(id)
      let status = properties["status"]?.text.map { Lifecycle(rawValue: $0) ?? .unknown }
      result.mentionedAreas.append(
        SkiArea(
          id: SourceID(id), name: cleanName(properties["name"]?.text), status: status ?? .operating,
          centre: centre))
    }
    return ids
  }

  /// Reads a geometry inside a property.
  private func place(_ node: JSONNode?) -> ParsedGeometry? {
    guard case .geometry(let range)? = node else { return nil }
    var cursor = JSONCursor(batch.bytes, range)
    return try? GeometryReader.read(&cursor)
  }

  /// Returns the stations between the ends that an OpenSkiMap lift carries whole.
  func stations(_ feature: SourceFeature) -> [LiftStation] {
    let nodes = (feature.properties["stations"] ?? feature.properties["spots"])?.elements ?? []
    return nodes.compactMap { node in
      let members = node.members
      let properties = members["properties"]?.members ?? members
      let position = properties["position"]?.text
      guard position != "top", position != "bottom", let coordinate = stationPlace(members) else {
        return nil
      }
      return LiftStation(
        name: cleanName(properties["name"]?.text), coordinate: coordinate,
        allowsBoarding: properties["entry"]?.bool ?? true, allowsAlighting: properties["exit"]?.bool ?? true)
    }
  }

  private func stationPlace(_ members: [String: JSONNode]) -> Coordinate? {
    if let centre = place(members["geometry"])?.centre { return centre }
    let numbers = (members["coordinates"] ?? members["coordinate"])?.elements.compactMap(\.number) ?? []
    guard numbers.count >= 2 else { return nil }
    let place = Coordinate(latitude: numbers[1], longitude: numbers[0])
    return place.isValid ? place : nil
  }

  /// Makes a lift's station of a point among the lifts; nil when the feature isn't one.
  mutating func station(_ feature: SourceFeature) throws(LeftOut) -> Spot? {
    guard case .success(.point) = feature.geometry.shape, feature.text("aerialway") == "station" else {
      return nil
    }
    return try spot(feature)
  }

  /// Makes a spot of a feature.
  mutating func spot(_ feature: SourceFeature) throws(LeftOut) -> Spot {
    let kind = feature.dialect == .openSkiMap ? try openSkiMapKind(feature) : try openStreetMapKind(feature)
    let shape = try shape(feature)
    guard let coordinate = feature.geometry.centre else { throw LeftOut("geometryMissing", "no place") }
    var spot = Spot(
      id: SourceID(feature.id), name: cleanName(feature.text("name")), kind: kind, coordinate: coordinate)
    if case .point(_, let elevation) = shape { spot.elevationMetres = elevation }
    guard kind == .liftStation else { return spot }
    spot.liftID = (feature.text("liftId") ?? feature.text("liftID")).map { SourceID($0) }
    spot.position = feature.text("position") ?? feature.text("aerialway:station")
    let access = feature.text("aerialway:access")
    spot.allowsBoarding = feature.properties["entry"]?.bool ?? access.flatMap { Self.access($0, "entry") }
    spot.allowsAlighting = feature.properties["exit"]?.bool ?? access.flatMap { Self.access($0, "exit") }
    return spot
  }

  /// Whether `aerialway:access` lets people in or out; nil for words it doesn't have.
  private static func access(_ value: String, _ way: String) -> Bool? {
    switch value {
    case "both", "yes": true
    case "no": false
    case "entry", "exit": value == way
    default: nil
    }
  }

  private mutating func openSkiMapKind(_ feature: SourceFeature) throws(LeftOut) -> SpotKind {
    if let type = feature.text("type"), ["run", "lift", "skiArea"].contains(type) {
      throw LeftOut("notASpot", "type \(type)")
    }
    let type = feature.text("type")
    guard let word = feature.text("spotType") ?? (type == "spot" ? nil : type) else { return .other }
    if let kind = SpotKind(rawValue: word) { return kind }
    if word != "halfpipe" { note("spotKindUnknown", .noted, word) }
    return .other
  }

  private func openStreetMapKind(_ feature: SourceFeature) throws(LeftOut) -> SpotKind {
    if feature.text("aerialway") == "station" { return .liftStation }
    if let tourism = feature.text("tourism"), ["alpine_hut", "wilderness_hut"].contains(tourism) {
      return .hut
    }
    if let amenity = feature.text("amenity") {
      if ["restaurant", "cafe", "bar", "fast_food", "pub"].contains(amenity) { return .hut }
      if amenity == "avalanche_transceiver" {
        return feature.text("avalanche_transceiver") == "checkpoint"
          ? .avalancheTransceiverCheckpoint : .avalancheTransceiverTraining
      }
    }
    if feature.text("piste:dismount") != nil { return .crossing }
    if feature.text("man_made") == "piste:halfpipe" { return .other }
    throw LeftOut("notASpot", "no tag of a station, a hut or a crossing")
  }
}

import SkiGeo
import SkiModel

/// Values of `aerialway` that skiers can't ride.
private let freightKinds: Set<String> = ["goods", "zip_line"]
/// Values of `aerialway` that are no lift.
private let partKinds: Set<String> = ["station", "pylon", "no", "turn"]
/// Values of `railway` that carry people uphill or along.
private let railwayKinds: Set<String> = ["rail", "narrow_gauge", "light_rail", "monorail", "tram", "subway"]

extension BatchReader {
  /// The longest believable ride, in seconds.
  private static let longestRideSeconds = 4.0 * 3600

  /// Makes a lift of a feature.
  mutating func lift(_ feature: SourceFeature) throws(LeftOut) -> Lift {
    switch feature.dialect {
    case .openSkiMap: try openSkiMapLift(feature)
    case .openStreetMap: try openStreetMapLift(feature)
    }
  }

  private mutating func openSkiMapLift(_ feature: SourceFeature) throws(LeftOut) -> Lift {
    if let type = feature.text("type"), type != "lift" { throw LeftOut("notALift", "type \(type)") }
    let word = feature.text("liftType")
    if let word { try refuseOthers(word) }
    let parts = try liftParts(feature)
    return Lift(
      id: SourceID(feature.id), name: cleanName(feature.text("name")), ref: feature.cleanRef("ref"),
      kind: kind(word), occupancy: occupancy(feature.properties["occupancy"]),
      capacityPerHour: feature.properties["capacity"]?.count,
      durationSeconds: believable(feature.properties["duration"]?.number),
      isDetachable: feature.properties["detachable"]?.bool, oneway: feature.onewayTag("oneway"),
      status: status(feature), skiAreaIDs: skiAreas(feature), stations: stations(feature), parts: parts)
  }

  private mutating func openStreetMapLift(_ feature: SourceFeature) throws(LeftOut) -> Lift {
    let (word, status) = try liftWord(feature)
    let parts = try liftParts(feature)
    var duration: Double?
    if let text = feature.text("aerialway:duration") {
      duration = believable(Self.minutesAsSeconds(text) ?? .nan)
    }
    return Lift(
      id: SourceID(feature.id), name: cleanName(feature.text("name")), ref: feature.cleanRef("ref"),
      kind: kind(word), occupancy: occupancy(feature.properties["aerialway:occupancy"]),
      capacityPerHour: feature.properties["aerialway:capacity"]?.count, durationSeconds: duration,
      isDetachable: feature.properties["aerialway:detachable"]?.bool,
      oneway: feature.onewayTag("aerialway:oneway") ?? feature.onewayTag("oneway"),
      status: status != .operating ? status : feature.taggedStatus("aerialway") ?? .operating, parts: parts)
  }

  /// The word for the kind in OpenSkiMap's spelling, and the status the tags give.
  private func liftWord(_ feature: SourceFeature) throws(LeftOut) -> (String, Lifecycle) {
    if let tag = feature.lifecycleTag("aerialway") {
      try refuseOthers(tag.value)
      return (tag.value, tag.status)
    }
    guard let tag = feature.lifecycleTag("railway") else {
      throw LeftOut("notALift", "neither aerialway nor railway")
    }
    if tag.value == "funicular" { return ("funicular", tag.status) }
    guard railwayKinds.contains(tag.value) else { throw LeftOut("notALift", "railway=\(tag.value)") }
    let hasRack = feature.text("rack").map { $0 != "no" } ?? false
    return (hasRack ? "rack_railway" : "railway", tag.status)
  }

  private func refuseOthers(_ word: String) throws(LeftOut) {
    if freightKinds.contains(word) { throw LeftOut("liftNotForSkiers", word) }
    if partKinds.contains(word) { throw LeftOut("notALift", word) }
  }

  private mutating func kind(_ word: String?) -> LiftKind {
    guard let word else {
      note("liftKindMissing", .noted, "")
      return .unknown
    }
    let spelled = ["t_bar": "t-bar", "j_bar": "j-bar"][word] ?? word
    if let kind = LiftKind(rawValue: spelled), kind != .unknown { return kind }
    note("liftKindUnknown", .noted, word)
    return .unknown
  }

  private func liftParts(_ feature: SourceFeature) throws(LeftOut) -> [Polyline] {
    guard case .lines(let lines) = try shape(feature) else {
      throw LeftOut("geometryUnsupported", "a lift must be a line")
    }
    return lines
  }

  /// Seats of the largest carrier: a number, or the largest in a text such as `4;6`.
  private func occupancy(_ node: JSONNode?) -> Int? {
    let seats = node?.text.map { $0.split { !$0.isNumber }.compactMap { Int($0) } }?.max()
    return (node?.count ?? seats).flatMap { (1...1000).contains($0) ? $0 : nil }
  }

  private mutating func believable(_ seconds: Double?) -> Double? {
    guard let seconds else { return nil }
    if seconds > 0, seconds <= Self.longestRideSeconds { return seconds }
    note("durationImplausible", .mended, "left unknown")
    return nil
  }

  /// Reads a duration as OpenStreetMap writes it: minutes, `mm:ss` or `h:mm:ss`; nil when it is none.
  static func minutesAsSeconds(_ text: String) -> Double? {
    let cleaned = text.lowercased().replacing(",", with: ".").replacing(/\s*min(utes)?\.?$/, with: "")
    let parts = cleaned.trimmed.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
    guard parts.allSatisfy({ $0.map { $0 >= 0 && $0 < 1e6 } ?? false }) else { return nil }
    let values = parts.compactMap(\.self)
    switch values.count {
    case 1: return values[0] * 60
    case 2: return values[0] * 60 + values[1]
    case 3: return values[0] * 3600 + values[1] * 60 + values[2]
    default: return nil
    }
  }
}

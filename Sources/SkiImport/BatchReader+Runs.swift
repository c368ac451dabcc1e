import SkiGeo
import SkiModel

/// The words for uses, in both dialects.
private let useWords: [String: RunUses] = [
  "downhill": .downhill, "connection": .connection, "skitour": .skitour, "backcountry": .skitour,
  "hike": .hike, "nordic": .nordic, "sled": .sled, "snow_park": .snowPark, "playground": .playground,
  "sleigh": .sleigh, "ice_skate": .iceSkate, "snow_training": .snowTraining, "fatbike": .fatbike,
]

extension BatchReader {
  /// Makes a run of a feature.
  mutating func run(_ feature: SourceFeature) throws(LeftOut) -> Run {
    switch feature.dialect {
    case .openSkiMap: try openSkiMapRun(feature)
    case .openStreetMap: try openStreetMapRun(feature)
    }
  }

  private mutating func openSkiMapRun(_ feature: SourceFeature) throws(LeftOut) -> Run {
    if let type = feature.text("type"), type != "run" { throw LeftOut("notARun", "type \(type)") }
    let geometry = try runGeometry(feature)
    var uses = RunUses()
    for word in feature.properties["uses"]?.elements ?? [] { uses.formUnion(use(word.text ?? "")) }
    if uses.isEmpty {
      uses = .downhill
      note("usesMissing", .noted, "taken for downhill")
    }
    return Run(
      id: SourceID(feature.id), name: cleanName(feature.text("name")), ref: feature.cleanRef("ref"),
      uses: uses, difficulty: difficulty(feature.text("difficulty")), convention: convention(feature),
      oneway: feature.onewayTag("oneway"), status: status(feature), level: feature.level,
      isGroomed: Self.isGroomed(feature.text("grooming")), skiAreaIDs: skiAreas(feature),
      geometry: ringGeometry(geometry, feature, uses))
  }

  private mutating func openStreetMapRun(_ feature: SourceFeature) throws(LeftOut) -> Run {
    guard let type = feature.lifecycleTag("piste:type"), type.value != "no" else {
      throw LeftOut("notARun", "no piste:type")
    }
    let isRoad = feature.text("highway") != nil
    let names = isRoad ? ["piste:name", "name"] : ["name", "piste:name"]
    let uses = osmUses(type.value)
    let shape = try runGeometry(feature)
    return Run(
      id: SourceID(feature.id), name: names.lazy.compactMap { cleanName(feature.text($0)) }.first,
      ref: isRoad ? feature.cleanRef("piste:ref") : feature.cleanRef("ref", "piste:ref"), uses: uses,
      difficulty: difficulty(feature.text("piste:difficulty")),
      oneway: feature.onewayTag("piste:oneway") ?? feature.onewayTag("oneway"),
      status: type.status != .operating ? type.status : feature.taggedStatus("piste") ?? .operating,
      level: feature.level, isGroomed: Self.isGroomed(feature.text("piste:grooming")),
      geometry: ringGeometry(shape, feature, uses))
  }

  private func runGeometry(_ feature: SourceFeature) throws(LeftOut) -> RunGeometry {
    switch try shape(feature) {
    case .lines(let lines): return .lines(lines)
    case .areas(let areas): return .areas(areas)
    case .point: throw LeftOut("geometryUnsupported", "a run can't be a point")
    }
  }

  /// Closed lines may be areas, with or without the tag that says so.
  private mutating func ringGeometry(
    _ geometry: RunGeometry, _ feature: SourceFeature, _ uses: RunUses
  ) -> RunGeometry {
    guard case .lines(let lines) = geometry, lines.allSatisfy(\.isClosedRing) else { return geometry }
    switch feature.text("area") {
    case "yes": return .areas(lines.map { PolygonRings(outer: $0) })
    case nil: break
    default: return geometry
    }
    let isDirected = feature.onewayTag("piste:oneway") != nil || feature.onewayTag("oneway") != nil
    guard lines.count == 1, uses.contains(.downhill), !isDirected,
      uses.isDisjoint(with: [.connection, .nordic, .hike])
    else { return geometry }
    note("closedRingAsArea", .mended, "a closed downhill line without a direction")
    return .areas([PolygonRings(outer: lines[0])])
  }

  private mutating func osmUses(_ value: String) -> RunUses {
    var uses = RunUses()
    for word in listParts(value) {
      if word == "yes" {
        uses.insert(.downhill)
        note("pisteTypeYes", .noted, "taken for downhill")
      } else {
        uses.formUnion(use(word))
      }
    }
    return uses.isEmpty ? .other : uses
  }

  private mutating func use(_ word: String) -> RunUses {
    if let use = useWords[word] { return use }
    note("useUnknown", .noted, word)
    return .other
  }

  /// Reads a grade; of a list the hardest counts.
  private mutating func difficulty(_ text: String?) -> Difficulty? {
    guard let text else { return nil }
    let words = listParts(text)
    let grades = words.compactMap { Difficulty(rawValue: $0.lowercased()) }
    if grades.count < words.count { note("difficultyUnknown", .noted, text) }
    if grades.count > 1 { note("difficultyList", .noted, text) }
    return grades.max()
  }

  /// The colours OpenSkiMap names.
  mutating func convention(_ feature: SourceFeature) -> DifficultyConvention? {
    guard let word = feature.text("difficultyConvention") ?? feature.text("runConvention") else { return nil }
    if let convention = DifficultyConvention(rawValue: word) { return convention }
    note("conventionUnknown", .noted, word)
    return nil
  }

  /// The status OpenSkiMap names.
  mutating func status(_ feature: SourceFeature) -> Lifecycle {
    if let status = feature.statusProperty { return status }
    note("statusUnknown", .noted, feature.text("status") ?? "")
    return .unknown
  }

  private static func isGroomed(_ word: String?) -> Bool? {
    guard let word else { return nil }
    return word != "backcountry" && word != "no"
  }
}

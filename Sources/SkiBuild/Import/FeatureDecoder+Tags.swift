import SkiBase
import SkiGraph

/// Classification of raw OSM features by their tags, and their lifecycle.
extension FeatureDecoder {
  /// The subject of raw OSM tags, with the tag's value and the lifecycle of its prefix.
  enum Subject: Equatable {
    case run(words: [String], Lifecycle?)
    case aerialway(word: String, Lifecycle?)
    case railway(word: String, Lifecycle?)
    case station(isRailway: Bool)
    /// A lift's tags on the outline of a building.
    case stationBuilding(isRailway: Bool, Lifecycle?)
    case area
    case hut
    case crossing
    case transceiver(SpotKind)
    case street(word: String)

    /// The role of a file of such features.
    var role: FeatureRole {
      switch self {
      case .run: .runs
      case .aerialway, .railway: .lifts
      case .station, .stationBuilding, .hut, .crossing, .transceiver: .spots
      case .area: .areas
      case .street: .streets
      }
    }
  }

  /// The lifecycle of a prefix, and the keys made with it.
  private struct Prefix {
    var word: String
    var status: Lifecycle
    /// The key that is the prefix alone.
    var own: PropertyKey?
    var pisteType, aerialway, railway: PropertyKey?

    init(_ word: String, _ status: Lifecycle) {
      self.word = word
      self.status = status
      own = PropertyKey(rawValue: word)
      pisteType = PropertyKey(rawValue: "\(word):piste:type")
      aerialway = PropertyKey(rawValue: "\(word):aerialway")
      railway = PropertyKey(rawValue: "\(word):railway")
    }
  }

  private static let prefixes = [
    Prefix("razed", .razed), Prefix("demolished", .razed), Prefix("removed", .razed),
    Prefix("dismantled", .razed), Prefix("abandoned", .abandoned), Prefix("disused", .disused),
    Prefix("construction", .construction), Prefix("planned", .planned), Prefix("proposed", .proposed),
    Prefix("historic", .razed),
  ]

  /// The tags that state a lifecycle with `yes`, the most final first.
  private static let stateKeys: [(key: PropertyKey, status: Lifecycle)] = prefixes.filter {
    $0.word != "historic"
  }
  .flatMap { state in
    [state.word, "piste:\(state.word)", "aerialway:\(state.word)"]
      .compactMap { word in PropertyKey(rawValue: word).map { ($0, state.status) } }
  }

  private static let prefixedRunKeys = prefixes.compactMap { prefix in
    prefix.pisteType.map { (key: $0, status: prefix.status) }
  }

  private static let hutWords: Set<String> = [
    "alpine_hut", "wilderness_hut", "restaurant", "fast_food", "cafe", "bar", "pub", "biergarten", "shelter",
  ]

  /// The subject of the tags; nil when it is not related to skiing.
  var openStreetMapSubject: Subject? {
    let order: [FeatureRole] = roles.main == .lifts ? [.lifts, .runs] : [.runs, .lifts]
    for kind in order {
      if let subject = kind == .runs ? runSubject : liftSubject { return subject }
    }
    if tags.word(.landuse) == "winter_sports" || tags.word(.site) == "piste" { return .area }
    if tags.word(.amenity) == "avalanche_transceiver" {
      let isCheckpoint = tags.word(.avalancheTransceiver) == "checkpoint"
      return .transceiver(isCheckpoint ? .avalancheTransceiverCheckpoint : .avalancheTransceiverTraining)
    }
    if tags.word(.pisteDismount) != nil { return .crossing }
    let isHut = [tags.word(.tourism), tags.word(.amenity)].contains {
      $0.map(Self.hutWords.contains) ?? false
    }
    if isHut && roles.all.contains(.spots) { return .hut }
    return roles.all.contains(.streets) ? tags.word(.highway).map { .street(word: $0) } : nil
  }

  private var runSubject: Subject? {
    let words = tags.words(.pisteType)
    if !words.isEmpty { return .run(words: words, nil) }
    for (key, status) in Self.prefixedRunKeys where tags.has(key) {
      let words = tags.words(key)
      if !words.isEmpty { return .run(words: words, status) }
    }
    return nil
  }

  private static let railwayStops: Set<String> = ["station", "halt", "stop", "tram_stop"]
  private static let railwayLifts: Set<String> = ["funicular", "rack", "rack_railway"]

  /// The subject of lift tags: a station or the lift.
  private var liftSubject: Subject? {
    let isPoint = geometry?.type == "Point"
    if tags.word(.aerialway) == "station" { return .station(isRailway: false) }
    if let word = tags.word(.railway), Self.railwayStops.contains(word) { return .station(isRailway: true) }
    if isPoint, tags.word(.aerialwayAccess) != nil { return .station(isRailway: false) }
    if let (word, status) = liftTag(.aerialway, \.aerialway) {
      guard isBuildingOutline, !excludedLiftWords.contains(word) else {
        return .aerialway(word: word, status)
      }
      return .stationBuilding(isRailway: false, status)
    }
    if let (word, status) = liftTag(.railway, \.railway) {
      guard isBuildingOutline, Self.railwayLifts.contains(word) else { return .railway(word: word, status) }
      return .stationBuilding(isRailway: true, status)
    }
    return nil
  }

  /// Indicates whether the feature is the outline of a building, a closed line or a polygon.
  private var isBuildingOutline: Bool {
    guard let word = tags.word(.building), word != "no", let geometry else { return false }
    return geometry.isPolygon || geometry.isRing
  }

  /// Returns the value of a lift tag and its lifecycle: `disused:aerialway=x`, `aerialway=disused` + `disused=x`.
  private func liftTag(
    _ key: PropertyKey, _ prefixed: KeyPath<Prefix, PropertyKey?>
  ) -> (word: String, status: Lifecycle?)? {
    if let word = tags.word(key) {
      guard let state = Self.prefixes.first(where: { $0.word == word }) else { return (word, nil) }
      let inner =
        state[keyPath: prefixed].flatMap(tags.word)
        ?? state.own.flatMap(tags.word).flatMap { $0 == "yes" ? nil : $0 }
      return (inner ?? "unknown", state.status)
    }
    for prefix in Self.prefixes {
      if let word = prefix[keyPath: prefixed].flatMap(tags.word) { return (word, prefix.status) }
    }
    return nil
  }

  /// Returns the lifecycle of a feature: that of its tag's prefix, else of `disused=yes`, `piste:abandoned=yes` or
  /// `state`.
  func lifecycle(_ prefixed: Lifecycle?) -> Lifecycle {
    if let prefixed { return prefixed }
    for (key, status) in Self.stateKeys where tags.flag(key) == true { return status }
    for key in [PropertyKey.state, .status, .lifecycle] {
      if let word = tags.word(key), let match = Self.prefixes.first(where: { $0.word == word }) {
        return match.status
      }
    }
    return .operating
  }

  /// The bridge, tunnel (or cover) and layer tags.
  var level: Level {
    func holds(_ key: PropertyKey) -> Bool { tags.word(key).map { $0 != "no" } ?? false }
    let layer = tags.number(.layer).flatMap { abs($0) <= 10 ? Int($0) : nil } ?? 0
    return Level(
      isBridge: holds(.bridge), isTunnel: holds(.tunnel) || tags.flag(.covered) == true, layer: layer)
  }

  mutating func openStreetMapFeature(_ subject: Subject?) throws(FeatureRejection) -> SkiFeature {
    switch subject {
    case .run(let words, let status)?: return .run(try openStreetMapRun(words, status))
    case .aerialway(let word, let status)?: return try aerialway(word, status)
    case .railway(let word, let status)?: return .lift(try railway(word, status))
    case .station(let isRailway)?: return .spot(try station(isRailway: isRailway))
    case .stationBuilding(let isRailway, let status)?:
      return .spot(try stationBuilding(isRailway: isRailway, status))
    case .area?: return .area(try openStreetMapArea())
    case .hut?: return .spot(try spot(.hut))
    case .crossing?: return .spot(try spot(.crossing))
    case .transceiver(let kind)?: return .spot(try spot(kind))
    case .street(let word)?: return .street(try street(word))
    case nil:
      throw FeatureRejection(
        "notASkiFeature", "neither OpenSkiMap properties nor OSM ski tags state its kind")
    }
  }

  private mutating func openStreetMapArea() throws(FeatureRejection) -> SkiArea {
    let geometry = try cleanGeometry()
    guard let centre = geometry.centre else { throw FeatureRejection("geometryMissing") }
    var outlines: [PolygonRings] = []
    if case .areas(let areas) = geometry { outlines = areas }
    return SkiArea(
      id: id, name: FeatureName.name(tags.text(.name)), status: lifecycle(nil), outlines: outlines,
      centre: centre)
  }

  mutating func spot(_ kind: SpotKind) throws(FeatureRejection) -> Spot {
    let geometry = try cleanGeometry()
    guard let place = geometry.centre else { throw FeatureRejection("geometryMissing") }
    var spot = Spot(id: id, name: FeatureName.name(tags.text(.name)), kind: kind, coordinate: place)
    spot.alternativeNames = alternativeNames(besides: spot.name)
    if case .point(_, let elevation) = geometry { spot.elevationMetres = elevation }
    spot.radiusMetres = geometry.radiusMetres(around: place)
    return spot
  }
}

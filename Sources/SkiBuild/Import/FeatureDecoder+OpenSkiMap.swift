import SkiBase
import SkiGraph

/// Decoding of OpenSkiMap's form, whose terms are those of the model.
extension FeatureDecoder {
  mutating func openSkiMapFeature(_ kind: FeatureRole) throws(FeatureRejection) -> SkiFeature {
    switch kind {
    case .runs: .run(try openSkiMapRun())
    case .lifts: isStationOutline ? .spot(try openSkiMapStation()) : .lift(try openSkiMapLift())
    case .areas: .area(try openSkiMapArea())
    case .spots: .spot(try openSkiMapSpot())
    case .streets: throw FeatureRejection("notASkiFeature", "OpenSkiMap has no streets")
    }
  }

  private mutating func openSkiMapRun() throws(FeatureRejection) -> Run {
    let uses = openSkiMapUses()
    let oneway = oneway(.oneway)
    // OpenSkiMap marks every downhill run as one-way, so that only two-way identifies a loop.
    let geometry = try runGeometry(uses, oneway == .twoWay ? oneway : nil, false)
    let name = FeatureName.name(tags.text(.name))
    let signs = convention(.difficultyConvention)
    var run = Run(
      id: id, name: name, refs: signNumbers(tags.text(.ref), name),
      uses: uses, difficulty: difficulty(tags.words(.difficulty), signs, at: geometry.somePlace),
      convention: signs, oneway: oneway, status: openSkiMapStatus(),
      terrain: terrain(groomingKey: .grooming), skiAreaIDs: skiAreaIDs, geometry: geometry)
    run.alternativeNames = alternativeNames(besides: name)
    run.access = accessTags
    run.openingHours = openingHours
    return run
  }

  private mutating func openSkiMapUses() -> RunUses {
    guard let words = tags.uses ?? tags.word(.uses).map({ [$0] }), !words.isEmpty else {
      note("useMissing", .noted, "taken as downhill")
      return .downhill
    }
    return uses(words)
  }

  /// Indicates whether a lift is the outline of a station: a polygon, or a closed line that is no rope's loop.
  ///
  /// OpenSkiMap keeps no tag that says so.
  private var isStationOutline: Bool { geometry.map { $0.isPolygon || $0.isCompactRing } ?? false }

  /// Returns the station that a lift's properties on an outline mean.
  private mutating func openSkiMapStation() throws(FeatureRejection) -> Spot {
    let word = tags.word(.liftType) ?? ""
    guard !excludedLiftWords.contains(word) else { throw FeatureRejection("notAPassengerLift", word) }
    let status = openSkiMapStatus()
    guard status == .operating else { throw FeatureRejection("stationNotOperating", status.rawValue) }
    note("liftIsStation", .mended, "the outline of a building: a station of the lifts around it")
    var station = try spot(.liftStation)
    station.isRailway = ["funicular", "railway", "rack_railway"].contains(word)
    return station
  }

  private mutating func openSkiMapLift() throws(FeatureRejection) -> Lift {
    let word = tags.word(.liftType)
    if let word, excludedLiftWords.contains(word) { throw FeatureRejection("notAPassengerLift", word) }
    let lines = try liftLines()
    let ropes = word.flatMap { CabinRopes(word: $0) }
    let kind = ropes != nil ? .gondola : word.map { LiftKind(rawValue: $0) ?? .unknown } ?? .unknown
    if kind == .unknown {
      note(
        word == nil ? "liftKindMissing" : "liftKindUnknown", .noted, word.map { String($0.prefix(60)) } ?? "")
    }
    var lift = Lift(
      id: id, name: FeatureName.name(tags.text(.name)), refs: ReferenceNumbers.list(tags.text(.ref)),
      kind: kind,
      occupancy: wholeNumber(.occupancy, 1...1000), capacityPerHour: wholeNumber(.capacity, 20...20_000),
      durationSeconds: openSkiMapDuration(), isDetachable: tags.flag(.detachable), oneway: oneway(.oneway),
      status: openSkiMapStatus(), skiAreaIDs: skiAreaIDs, stations: liftStations(), parts: lines)
    (lift.ropes, lift.hasBubble, lift.isHeated) = (ropes, tags.flag(.bubble), tags.flag(.heating))
    addNamesAndAccess(to: &lift)
    return lift
  }

  private mutating func openSkiMapDuration() -> Double? {
    guard tags.has(.duration) else { return nil }
    let number = tags.number(.duration) ?? tags.text(.duration).flatMap(Self.isoDurationSeconds)
    guard let seconds = number, seconds > 0, seconds <= 7200 else {
      note("durationUnreadable", .noted, tags.text(.duration) ?? "")
      return nil
    }
    return seconds
  }

  /// Returns the stations a lift lists that have a coordinate.
  private mutating func liftStations() -> [LiftStation] {
    let placed = tags.stations.filter { $0.coordinate != nil }
    if placed.count < tags.stations.count {
      note("stationPlaceMissing", .noted, "\(tags.stations.count - placed.count) of \(tags.stations.count)")
    }
    return placed.compactMap { station in
      station.coordinate.map { place in
        LiftStation(
          name: station.name, position: station.position, coordinate: place,
          allowsBoarding: station.entry ?? true, allowsAlighting: station.exit ?? true)
      }
    }
  }

  private mutating func openSkiMapArea() throws(FeatureRejection) -> SkiArea {
    let geometry = try cleanGeometry()
    guard let centre = geometry.centre else { throw FeatureRejection("geometryMissing") }
    var outlines: [PolygonRings] = []
    if case .areas(let areas) = geometry { outlines = areas }
    return SkiArea(
      id: id, name: FeatureName.name(tags.text(.name)), convention: convention(.runConvention),
      status: openSkiMapStatus(), outlines: outlines, centre: centre)
  }

  private mutating func openSkiMapSpot() throws(FeatureRejection) -> Spot {
    let word = tags.word(.spotType) ?? ""
    let kind = SpotKind(rawValue: word) ?? .other
    if kind == .other { note("spotKindUnknown", .noted, String(word.prefix(60))) }
    let geometry = try cleanGeometry()
    guard let place = geometry.centre else { throw FeatureRejection("geometryMissing") }
    var spot = Spot(
      id: id, name: FeatureName.name(tags.text(.name)), kind: kind,
      liftID: tags.text(.liftId).map { SourceID($0) },
      position: tags.word(.position), allowsBoarding: tags.flag(.entry), allowsAlighting: tags.flag(.exit),
      coordinate: place)
    spot.alternativeNames = alternativeNames(besides: spot.name)
    if case .point(_, let elevation) = geometry { spot.elevationMetres = elevation }
    return spot
  }

  private mutating func openSkiMapStatus() -> Lifecycle {
    guard let word = tags.word(.status) else { return .operating }
    if let status = Lifecycle(rawValue: word), status != .unknown { return status }
    note("statusUnknown", .noted, String(word.prefix(60)))
    return .unknown
  }

  private mutating func convention(_ key: PropertyKey) -> DifficultyConvention? {
    guard let word = tags.word(key) else { return nil }
    if let convention = DifficultyConvention(rawValue: word) { return convention }
    note("conventionUnknown", .noted, String(word.prefix(60)))
    return nil
  }

  private var skiAreaIDs: [SourceID] {
    let areas = tags.areas
    return areas.count < 2 ? areas.map { SourceID($0.id) } : areas.uniqued(on: \.id).map { SourceID($0.id) }
  }
}

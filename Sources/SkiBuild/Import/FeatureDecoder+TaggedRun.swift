import SkiBase
import SkiGraph

/// Decoding of runs in raw OSM tags.
extension FeatureDecoder {
  mutating func openStreetMapRun(_ words: [String], _ status: Lifecycle?) throws(FeatureRejection) -> Run {
    let uses = uses(words)
    let isRoad = tags.word(.highway) != nil
    var direction = oneway(.pisteOneway) ?? (isRoad ? nil : oneway(.oneway))
    if direction == nil, let role = tags.pisteDirection {
      direction = role
      note(
        "directionFromRelation", .noted, "a piste relation says \(role == .oneway ? "forward" : "backward")")
    }
    if let text = tags.text(.onewayConditional) {
      note("conditionUnread", .noted, "\(PropertyKey.onewayConditional.rawValue)=\(text.prefix(60))")
    }
    let geometry = try runGeometry(uses, direction, isRoad)
    let name = runName(isRoad)
    var run = Run(
      id: id, name: name, refs: runRefs(name, isRoad), uses: uses,
      difficulty: difficulty(tags.words(.pisteDifficulty), at: geometry.somePlace), oneway: direction,
      status: lifecycle(status),
      level: level, terrain: terrain(groomingKey: .pisteGrooming), geometry: geometry)
    run.alternativeNames = alternativeNames(besides: name)
    run.access = accessTags
    run.openingHours = openingHours
    return run
  }

  /// Returns `piste:name` if `name` is missing or that of a road; else `name`; else that of the only piste relation of
  /// the way.
  private func runName(_ isRoad: Bool) -> String? {
    let own = FeatureName.name(tags.text(.name))
    let piste = FeatureName.name(tags.text(.pisteName))
    return (isRoad ? piste ?? own : own ?? piste) ?? tags.onlyPiste?.name
  }

  /// Returns the numbers of `piste:ref`; else of `ref`, unless it is that of a road; else a name that is a number.
  private func runRefs(_ name: String?, _ isRoad: Bool) -> [String] {
    let own = signNumbers(tags.text(.pisteRef) ?? (isRoad ? nil : tags.text(.ref)), name)
    return own.isEmpty ? signNumbers(tags.onlyPiste?.ref, nil) : own
  }

  /// Returns the geometry of a run, with closed lines classified by ``ringArea(_:_:_:_:)``.
  mutating func runGeometry(
    _ uses: RunUses, _ direction: OnewayTag?, _ isRoad: Bool
  ) throws(FeatureRejection) -> RunGeometry {
    switch try cleanGeometry() {
    case .point: throw FeatureRejection("geometryUnsupported", "a run drawn as a point")
    case .areas(let areas): return .areas(areas)
    case .lines(let lines):
      guard let ring = ringArea(lines, uses, direction, isRoad) else { return .lines(lines) }
      return .areas([ring])
    }
  }

  /// Returns the area of a closed line; nil when it is a line.
  ///
  /// `area=yes` makes an area, `area=no` a line. Without that tag a closed line is an area when it is downhill (or a
  /// snow park or playground), has no direction, is no road, and is no connection, nordic, hike, ski tour or sled run:
  /// a loop has one of these properties, since no loop descends throughout.
  private mutating func ringArea(
    _ lines: [Polyline], _ uses: RunUses, _ direction: OnewayTag?, _ isRoad: Bool
  ) -> PolygonRings? {
    let isTagged = tags.flag(.area)
    guard isTagged != false else { return nil }
    guard lines.count == 1, lines[0].coordinates.first == lines[0].coordinates.last,
      Set(lines[0].coordinates).count >= 3
    else {
      if isTagged == true {
        note("areaUnclosed", .noted, "area=yes on a line that is not closed; kept as a line")
      }
      return nil
    }
    let loops: RunUses = [.connection, .nordic, .hike, .skitour, .sled, .sleigh, .fatbike, .iceSkate]
    let isLoop = direction != nil || isRoad || !uses.isDisjoint(with: loops)
    if isTagged == nil {
      guard !isLoop, !uses.isDisjoint(with: [.downhill, .snowPark, .playground]) else { return nil }
      note("closedRingAsArea", .mended, "a closed downhill line without area=yes")
    }
    return PolygonRings(outer: lines[0])
  }
}

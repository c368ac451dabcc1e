package import SkiBase

extension RoutingGraph {
  /// Returns a feature with all its attributes.
  /// - Complexity: O(length of its texts).
  package func feature(_ index: FeatureIndex) -> GraphFeature {
    var feature = attributes(of: index)
    (feature.id, feature.name, feature.refs) = (sourceID(of: index), name(of: index), refs(of: index))
    storage.featureTexts.add(to: &feature, index.rawValue)
    return feature
  }

  /// Returns whether the graph has streets.
  /// - Complexity: O(*f*) in features.
  package func hasStreets() -> Bool {
    (0..<featureCount).contains { kindCode(of: $0) == FeatureKind.street.code }
  }

  /// Returns the difficulty convention of most runs, of all features where there are no runs; of equally frequent ones the
  /// first.
  /// - Complexity: O(*f*) in features.
  package func usualConvention() -> DifficultyConvention {
    var counts = [Int](repeating: 0, count: DifficultyConvention.allCases.count)
    var isRun = false
    for index in 0..<featureCount {
      if !isRun, kindCode(of: index) == FeatureKind.run.code {
        isRun = true
        counts = counts.map { _ in 0 }
      }
      let code = Int(conventionCode(of: index))
      if counts.indices.contains(code), !isRun || kindCode(of: index) == FeatureKind.run.code {
        counts[code] += 1
      }
    }
    let code = counts.indices.max { (counts[$0], $1) < (counts[$1], $0) } ?? 0
    return DifficultyConvention(code: UInt8(code)) ?? .europe
  }

  /// Returns the id of a feature in its source.
  /// - Complexity: O(length of the id).
  package func sourceID(of index: FeatureIndex) -> SourceID {
    SourceID(storage.string(storage.featureRecord[index.position].id) ?? "")
  }

  /// Returns the name of a feature; nil when it has none.
  /// - Complexity: O(length of the name).
  package func name(of index: FeatureIndex) -> String? {
    storage.string(storage.featureRecord[index.position].name)
  }

  /// Returns the numbers on the sign of a feature, in source order.
  /// - Complexity: O(length of the numbers).
  package func refs(of index: FeatureIndex) -> [String] {
    ReferenceNumbers.list(storage.string(storage.featureRecord[index.position].ref))
  }

  /// Returns a feature without its texts: with an empty id, and without names, numbers, access tags and opening hours.
  /// - Complexity: O(1).
  package func attributes(of index: FeatureIndex) -> GraphFeature {
    let record = storage.featureRecord[index.position]
    var feature = GraphFeature(
      kind: FeatureKind(code: record.kind) ?? .run, id: SourceID(""),
      status: Lifecycle(code: record.status) ?? .unknown,
      convention: DifficultyConvention(code: record.convention) ?? .europe,
      start: GraphPoint(
        position: FixedCoordinate(latitudeE7: record.startLatitude, longitudeE7: record.startLongitude),
        elevationCentimetres: Self.optional(record.startElevation)),
      end: GraphPoint(
        position: FixedCoordinate(latitudeE7: record.endLatitude, longitudeE7: record.endLongitude),
        elevationCentimetres: Self.optional(record.endElevation)))
    feature.difficulty = Difficulty(rank: record.difficulty)
    feature.estimatedDifficulty = Difficulty(rank: record.estimatedDifficulty)
    feature.uses = RunUses(rawValue: record.uses)
    feature.isArea = record.flags & 1 != 0
    feature.terrain = record.terrain
    (feature.isDetachable, feature.ropes) = (record.flag(.detachable), record.ropes)
    (feature.occupancy, feature.hasBubble, feature.isHeated) = carrier(of: index)
    feature.liftKind = LiftKind(code: record.liftKind) ?? .unknown
    feature.streetKind = streetKind(of: index)
    feature.capacityPerHour = record.capacityPerHour == 0 ? nil : Int(record.capacityPerHour)
    feature.durationMilliseconds = record.durationMilliseconds == 0 ? nil : Int(record.durationMilliseconds)
    feature.parent = record.parent == .max ? nil : FeatureIndex(record.parent)
    feature.area = record.area == .max ? nil : AreaIndex(record.area)
    feature.zone = storage.string(record.zone &- 1)
    feature.startNode = record.startNode == .max ? nil : NodeIndex(record.startNode)
    feature.endNode = record.endNode == .max ? nil : NodeIndex(record.endNode)
    return feature
  }

  /// Returns a ski area.
  package func area(_ index: AreaIndex) -> GraphArea {
    let record = storage.areaRecord[index.position]
    let low = FixedCoordinate(latitudeE7: record.south, longitudeE7: record.west).coordinate
    let high = FixedCoordinate(latitudeE7: record.north, longitudeE7: record.east).coordinate
    return GraphArea(
      name: storage.string(record.name), id: storage.string(record.id).map(SourceID.init),
      operatingLiftCount: Int(record.operatingLiftCount),
      bounds: BoundingBox(
        south: low.latitude, west: low.longitude, north: high.latitude, east: high.longitude),
      zone: storage.string(record.zone &- 1))
  }

  /// Returns the name of the time zone of a feature: of its ski area, else its own; nil when the map has none for it.
  package func zone(of feature: FeatureIndex) -> String? {
    let record = storage.featureRecord[feature.position]
    if record.area != .max { return area(AreaIndex(record.area)).zone }
    return storage.string(record.zone &- 1)
  }

  /// Returns the name of the time zone of the lift or run nearest to a coordinate, and its distance in metres.
  /// - Complexity: O(*f*) in features.
  package func zone(near place: Coordinate) -> (zone: String, metres: Double)? {
    var nearest: (zone: String, metres: Double)?
    for position in 0..<storage.featureRecord.count {
      let record = storage.featureRecord[position]
      guard record.area != .max || record.zone != 0 else { continue }
      let start = FixedCoordinate(latitudeE7: record.startLatitude, longitudeE7: record.startLongitude)
      let metres = place.distanceMetres(to: start.coordinate)
      if let nearest, nearest.metres <= metres { continue }
      if let zone = zone(of: FeatureIndex(UInt32(position))) { nearest = (zone, metres) }
    }
    return nearest
  }

  /// Returns the lines of a feature, one per link; its start point alone when it has no links.
  package func lines(of feature: FeatureIndex) -> [[Coordinate]] {
    let lines = links(of: feature).map { link in
      pointRange(LinkIndex(link)).map { linkPoint($0).coordinate }
    }
    return lines.isEmpty ? [[self.feature(feature).start.coordinate]] : lines
  }
}

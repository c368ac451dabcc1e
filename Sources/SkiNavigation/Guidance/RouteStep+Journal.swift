import SkiBase
import SkiGraph
import SkiRouting

/// The journal form of steps: attributes on one line, points and edges on separate lines.
extension RouteStep {
  func journalFacts() -> JSONValue {
    .present([
      "kind": .string(kind.rawValue), "feature": feature.map { .number($0.rawValue) },
      "id": id.map { .string($0.rawValue) }, "name": name.map(JSONValue.string),
      "ref": refs.isEmpty ? nil : .string(refs.joined(separator: ";")),
      "from": link.map { .string($0.from) }, "to": link.map { .string($0.to) },
      "difficulty": difficulty.map { .string($0.rawValue) },
      "estimated": isDifficultyEstimated ? .bool(true) : nil,
      "movement": movement == StepMovement(on: kind) ? nil : .string(movement.rawValue),
      "heightInferred": isHeightInferred ? .bool(true) : nil,
      "directionUnknown": isDirectionUnknown ? .bool(true) : nil,
      "steeper": isSteeperThanGraded ? .bool(true) : nil, "convention": .string(convention.rawValue),
      "liftKind": liftKind.map { .string($0.rawValue) }, "seats": seats.map { .number($0) },
      "bubble": hasBubble.map(JSONValue.bool), "heated": isHeated.map(JSONValue.bool),
      "down": isDown.map(JSONValue.bool), "stayingOn": isStayingOn ? .bool(true) : nil,
      "stayOnStation": stayOnStation.map(JSONValue.string), "unmapped": isUnmapped ? .bool(true) : nil,
      "streetKind": streetKind.map { .string($0.rawValue) },
      "grooming": terrain.grooming.map { .string($0.rawValue) },
      "gladed": terrain.isGladed.map(JSONValue.bool), "lit": terrain.isLit.map(JSONValue.bool),
      "patrolled": terrain.isPatrolled.map(JSONValue.bool),
      "snowmaking": terrain.hasSnowmaking.map(JSONValue.bool),
      "milliseconds": .number(milliseconds), "waitMilliseconds": .number(waitMilliseconds),
      "closedMilliseconds": closedMilliseconds == 0 ? nil : .number(closedMilliseconds),
      "lengthMetres": .exact(lengthMetres), "ascentMetres": ascentMetres.map(JSONValue.exact),
      "descentMetres": descentMetres.map(JSONValue.exact),
      "maxGradient": maxGradient.map { .exact($0.ratio) }, "points": .number(points.count),
      "edges": .number(edges.count),
    ])
  }

  /// Reads the facts; points and edges follow, so many of each.
  static func facts(journal value: JSONTree) throws -> (step: RouteStep, points: Int, edges: Int) {
    var fields = try JournalFields(value, "a step")
    var step = RouteStep(kind: try fields.required("kind") { $0.word() })
    step.feature = try fields.optional("feature") { $0.integer(UInt32.self).map(FeatureIndex.init) }
    step.id = try fields.optional("id", \.text).map(SourceID.init)
    step.name = try fields.optional("name", \.text)
    step.refs = ReferenceNumbers.list(try fields.optional("ref", \.text))
    step.link = try Self.link(&fields)
    step.difficulty = try fields.optional("difficulty") { $0.word() }
    step.isDifficultyEstimated = try fields.optional("estimated", \.bool) ?? false
    step.isSteeperThanGraded = try fields.optional("steeper", \.bool) ?? false
    step.movement = try fields.optional("movement") { $0.word() } ?? step.movement
    step.isHeightInferred = try fields.optional("heightInferred", \.bool) ?? false
    step.isDirectionUnknown = try fields.optional("directionUnknown", \.bool) ?? false
    step.convention = try fields.required("convention") { $0.word() }
    step.liftKind = try fields.optional("liftKind") { $0.word() }
    step.seats = try fields.optional("seats") { $0.integer() }
    step.hasBubble = try fields.optional("bubble", \.bool)
    step.isHeated = try fields.optional("heated", \.bool)
    step.isDown = try fields.optional("down", \.bool)
    step.isStayingOn = try fields.optional("stayingOn", \.bool) ?? false
    step.stayOnStation = try fields.optional("stayOnStation", \.text)
    step.isUnmapped = try fields.optional("unmapped", \.bool) ?? false
    step.streetKind = try fields.optional("streetKind") { $0.word() }
    step.terrain = try Self.terrain(&fields)
    step.milliseconds = try fields.required("milliseconds") { $0.integer() }
    step.waitMilliseconds = try fields.required("waitMilliseconds") { $0.integer() }
    step.closedMilliseconds = try fields.optional("closedMilliseconds") { $0.integer() } ?? 0
    step.lengthMetres = try fields.required("lengthMetres", \.double)
    step.ascentMetres = try fields.optional("ascentMetres", \.double)
    step.descentMetres = try fields.optional("descentMetres", \.double)
    step.maxGradient = try fields.optional("maxGradient", \.double).map(Gradient.init(ratio:))
    let points = try fields.required("points") { $0.integer(Int.self) }
    let edges = try fields.required("edges") { $0.integer(Int.self) }
    try fields.end()
    return (step, points, edges)
  }

  private static func link(_ fields: inout JournalFields) throws -> RunLink? {
    guard let from = try fields.optional("from", \.text) else { return nil }
    return RunLink(from: from, to: try fields.required("to", \.text))
  }

  private static func terrain(_ fields: inout JournalFields) throws -> RunTerrain {
    RunTerrain(
      grooming: try fields.optional("grooming") { $0.word() },
      isGladed: try fields.optional("gladed", \.bool), isLit: try fields.optional("lit", \.bool),
      isPatrolled: try fields.optional("patrolled", \.bool),
      hasSnowmaking: try fields.optional("snowmaking", \.bool))
  }
}

/// The journal form of points: three numbers each, in 1e-7 degrees and centimetres, null where unknown.
extension GraphPoint {
  static func journal(_ points: some Collection<GraphPoint>) -> JSONValue {
    .array(
      points.flatMap { point -> [JSONValue] in
        [
          .number(point.position.latitudeE7), .number(point.position.longitudeE7),
          point.elevationCentimetres.map { .number($0) } ?? .null,
        ]
      })
  }

  static func read(journal value: JSONTree) -> [GraphPoint]? {
    guard let numbers = value.elements, numbers.count.isMultiple(of: 3) else { return nil }
    var points: [GraphPoint] = []
    points.reserveCapacity(numbers.count / 3)
    for index in stride(from: 0, to: numbers.count, by: 3) {
      guard let latitude = numbers[index].integer(Int32.self),
        let longitude = numbers[index + 1].integer(Int32.self)
      else { return nil }
      let elevation = numbers[index + 2].integer(Int32.self)
      guard elevation != nil || numbers[index + 2] == .null else { return nil }
      points.append(
        GraphPoint(
          position: FixedCoordinate(latitudeE7: latitude, longitudeE7: longitude),
          elevationCentimetres: elevation))
    }
    return points
  }
}

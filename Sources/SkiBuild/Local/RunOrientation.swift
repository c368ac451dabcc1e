import SkiGraph

/// The direction of a run, with a finding about it.
struct RunOrientation: Sendable, Hashable {
  var travel: Travel
  /// The finding to report; nil when the drawn line and the tags agree with the terrain.
  var finding: Finding?

  /// A finding about a direction.
  enum Finding: String, Sendable {
    /// The line is drawn uphill without a tag, and was reversed.
    case runDrawnUphill
    /// The tag leads up where the terrain clearly falls: the terrain decides.
    case onewayAgainstTerrain
    /// The tag leads up a slope too slight to decide: the tag decides.
    case onewayUpSlightly
    /// The tag allows both ways on a slope too steep to pole up: the tag decides.
    case twoWayOnSlope
    /// The drawn line is the only evidence of the direction.
    case directionAsDrawn
    /// The run is flat and untagged, and poled along both ways.
    case flatRunBothWays

    var outcome: ImportReport.Outcome {
      switch self {
      case .runDrawnUphill, .onewayAgainstTerrain: .mended
      default: .noted
      }
    }

    /// Indicates whether tag, line and terrain contradict each other, so that one of them is wrong.
    var isConflict: Bool {
      switch self {
      case .directionAsDrawn, .flatRunBothWays: false
      default: true
      }
    }
  }

  /// Creates the orientation of one line of a run.
  ///
  /// A two-way tag decides first, then a clear drop, then a one-way tag; a short flat line without a tag goes both
  /// ways, any other as it is drawn.
  /// - Parameters:
  ///   - dropMetres: The elevation of the first vertex above the last, in metres; nil when unknown.
  ///   - mapLengthMetres: The length on the map, in metres.
  ///   - isLiftExit: `true` if it is a link that begins at the upper terminal of a lift, which skiers leave downwards:
  ///     no tag and only a clear rise as drawn turns it.
  init(
    run: Run, dropMetres: Double?, mapLengthMetres: Double, isLiftExit: Bool = false,
    options: GraphBuildOptions
  ) {
    let tagged: Travel? = run.oneway.map { $0 == .reverse ? .against : .along }
    travel = tagged ?? .along
    if run.isTwoWay {
      travel = .both
      if run.oneway == .twoWay, !run.isClimbed, let dropMetres,
        abs(dropMetres) > max(GraphBuildOptions.clearDropMetres, Self.climbingGradient * mapLengthMetres)
      {
        finding = .twoWayOnSlope
      }
    } else if let drop = dropMetres, abs(drop) > GraphBuildOptions.clearDropMetres,
      abs(drop) > GraphBuildOptions.clearDropGradient * mapLengthMetres,
      !isLiftExit || drop > 0 || tagged == nil && drop < -GraphBuildOptions.liftExitRiseMetres
    {
      travel = drop > 0 ? .along : .against
      if let tagged, tagged != travel {
        finding = .onewayAgainstTerrain
      } else if tagged == nil, drop < 0 {
        finding = .runDrawnUphill
      }
    } else if let tagged {
      let climb = (tagged == .along ? -1 : 1) * (dropMetres ?? 0)
      if climb > Self.slightClimbMetres { finding = .onewayUpSlightly }
    } else {
      let isFlat = dropMetres.map { Self.isFlat($0, mapLengthMetres, options) }
      travel = isFlat == true ? .both : .along
      finding = isFlat == true ? .flatRunBothWays : .directionAsDrawn
    }
  }
}

extension RunOrientation {
  /// Returns whether a run without a clear drop is used both ways: it is short and hardly falls or rises as drawn, or
  /// it rises gently over a long distance.
  private static func isFlat(_ drop: Double, _ length: Double, _ options: GraphBuildOptions) -> Bool {
    if drop < 0 {
      return length <= GraphBuildOptions.flatRunLimitMetres || drop < -GraphBuildOptions.clearDropMetres
    }
    return length <= GraphBuildOptions.flatRunLimitMetres && (drop <= 1 || drop <= polingGradient * length)
  }

  /// The greatest gradient up which skiers pole.
  private static let polingGradient = 0.05
  /// The gradient above which skiers climb instead of poling.
  private static let climbingGradient = 0.10
  /// The climb in metres up to which a one-way tag uphill is no contradiction.
  private static let slightClimbMetres = 1.0
}

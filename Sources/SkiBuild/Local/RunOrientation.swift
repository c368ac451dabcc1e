import SkiModel

/// Which way a run is skied, and what was odd about it.
struct RunOrientation: Sendable, Hashable {
  var travel: Travel
  /// The code to report, with its outcome; nil when the drawn line and the tags agree with the ground.
  var finding: Finding?

  /// Something to report about a direction.
  enum Finding: String, Sendable {
    /// Drawn uphill without a tag: turned.
    case runDrawnUphill
    /// The tag says up, the ground says down: the ground wins.
    case onewayAgainstTerrain
    /// The tag leads up a slope too slight to decide: the tag wins.
    case onewayUpSlightly
    /// Tagged as used both ways on a slope nobody pushes up: the tag wins.
    case twoWayOnSlope
    /// Nothing tells the direction but the drawn line.
    case directionAsDrawn
    /// Flat and untagged: skied and pushed both ways.
    case flatRunBothWays

    var outcome: ImportReport.Outcome {
      switch self {
      case .runDrawnUphill, .onewayAgainstTerrain: .mended
      default: .noted
      }
    }

    /// Whether tag, line and ground contradict each other, so that one of them is wrong.
    var isConflict: Bool {
      switch self {
      case .directionAsDrawn, .flatRunBothWays: false
      default: true
      }
    }
  }

  /// Decides the direction of one line of a run.
  ///
  /// An explicit two-way tag holds; else elevation decides where the drop is clear, a tag where it isn't; a short
  /// flat line without a tag goes both ways; what is left goes as it is drawn.
  /// - Parameters:
  ///   - dropMetres: Height of the first vertex above the last; nil when unknown.
  ///   - lengthMetres: Length on the map.
  init(run: Run, dropMetres: Double?, lengthMetres: Double, options: GraphBuildOptions) {
    let tagged: Travel? = run.oneway.map { $0 == .reverse ? .against : .along }
    travel = tagged ?? .along
    if run.isTwoWay {
      travel = .both
      if run.oneway == .twoWay, !run.isClimbed, let dropMetres,
        abs(dropMetres) > max(options.clearDropMetres, Self.unpushedGradient * lengthMetres)
      {
        finding = .twoWayOnSlope
      }
    } else if let drop = dropMetres, abs(drop) > options.clearDropMetres,
      abs(drop) > options.clearDropGradient * lengthMetres
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
      let isFlat = dropMetres.map { Self.isFlat($0, lengthMetres, options) }
      travel = isFlat == true ? .both : .along
      finding = isFlat == true ? .flatRunBothWays : .directionAsDrawn
    }
  }
}

extension RunOrientation {
  /// Whether a run without a clear drop is pushed both ways: it rises as drawn, or it is short and hardly falls.
  private static func isFlat(_ drop: Double, _ length: Double, _ options: GraphBuildOptions) -> Bool {
    if drop < 0 { return length <= options.flatRunLimitMetres || drop < -options.clearDropMetres }
    return length <= options.flatRunLimitMetres && (drop <= 1 || drop <= pushedGradient * length)
  }

  /// Up to this gradient skiers push uphill on the flat.
  private static let pushedGradient = 0.05
  /// Over this gradient a way is climbed, not pushed.
  private static let unpushedGradient = 0.10
  /// A one-way tag that leads up by less than this is no contradiction, metres.
  private static let slightClimbMetres = 1.0
}

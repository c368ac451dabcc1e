import SkiBase

/// The tolerances of a build.
///
/// A value; `Sendable`. Distances are in metres on the map, unless said otherwise. All must be finite and 0 or more;
/// a build refuses others.
public struct GraphBuildOptions: Sendable, Hashable {
  /// The distance within which the end of a run joins another run, in metres; 15 by default.
  public var runEndReachMetres = 15.0
  /// The distance within which passing runs that don't cross are joined, in metres; 3 by default.
  public static let passingReachMetres = 3.0
  /// The distance within which a lift's station is connected to every run, in metres; 30 by default.
  public var stationReachMetres = 30.0
  /// The distance within which a lift's station is connected to a run easier than all nearer ones, in metres; 75 by
  /// default.
  public static let easierRunReachMetres = 75.0
  /// The distance within which stations of different lifts are connected, in metres; 60 by default.
  public static let stationToStationReachMetres = 60.0
  /// The distance within which stations are joined by a walk, in metres; 150 by default.
  public static let stationWalkMetres = 150.0
  /// The distance within which stations are joined by a walk over level ground, in metres; 200 by default.
  public static let levelStationWalkMetres = 200.0
  /// The range of elevations along a walk up to which the ground is level, in metres of elevation; 15 by default.
  public static let levelReliefMetres = 15.0
  /// The distance within which stations have unmapped walks to runs and other stations, in metres; 200 by default.
  public static let unmappedWalkMetres = 200.0
  /// The greatest gradient of a section of a walk in either direction, rise over run; 0.35 by default.
  public static let walkGradientLimit = 0.35
  /// The distance within which a lift's station is connected to a mapped area, in metres; 60 by default.
  public static let stationToAreaReachMetres = 60.0
  /// The distance within which a hut is connected to runs, stations and streets, in metres; 100 by default.
  public static let hutReachMetres = 100.0
  /// The distance within which a lift's station is connected to streets, in metres; 100 by default.
  public static let stationToStreetReachMetres = 100.0
  /// The distance within which the dead end of a run is connected to streets, in metres; 60 by default.
  public static let runEndToStreetReachMetres = 60.0
  /// The walking distance from a lift's station up to which streets are kept, in metres; 2,000 by default.
  public var streetReachMetres = 2000.0
  /// The walking distance from the end of a run or a hut up to which streets are kept, in metres; 1,000 by default.
  public static let streetFromRunEndReachMetres = 1000.0
  /// The greatest distance along streets by which lifts are joined, in metres; 1,500 by default.
  public static let streetBetweenLiftsMetres = 1500.0
  /// The search distances for dead ends in metres, ascending, tried until one is connected; 30, 60, 100 and 150 by
  /// default.
  public var wideningMetres = [30.0, 60.0, 100.0, 150.0]
  /// The greatest length of a connector, in metres; 150 by default.
  public var connectorLimitMetres = 150.0
  /// The greatest length of connectors in a row, in metres; 450, three of the longest, by default.
  public static let connectorChainLimitMetres = 450.0
  /// The greatest ascent along a connector, and from its lowest to its highest point, in metres of elevation; 30 by
  /// default.
  public var connectorClimbLimitMetres = 30.0
  /// The greatest gradient of a section of a connector in either direction, rise over run; 0.6 by default.
  public var connectorGradientLimit = 0.6
  /// The greatest gradient of a section of a connector walked up, rise over run; 0.4 by default.
  ///
  /// Steeper connectors lead down only.
  public static let connectorWalkGradientLimit = 0.4
  /// The greatest elevation of the ground along a connector above or below both its ends, in metres; 10 by default.
  public static let connectorUndulationLimitMetres = 10.0
  /// The distance below which points are the same, in metres; 0.5 by default.
  public static let samePlaceMetres = 0.5
  /// The difference in elevation above which runs that cross pass over each other, in metres; 10 by default.
  public static let crossingHeightLimitMetres = 10.0
  /// The least drop that decides the direction of a run or lift, in metres of elevation; 4 by default.
  public static let clearDropMetres = 4.0
  /// The least mean gradient of a drop that decides the direction of a run, as a positive ratio; 0.02 by default.
  public static let clearDropGradient = 0.02
  /// The length of a run up to which it is a link, where it begins at the upper terminal of a lift, in metres; 150 by
  /// default.
  public static let liftExitLimitMetres = 150.0
  /// The rise as drawn above which such a link is turned, in metres of elevation; 15 by default, the noise of models.
  public static let liftExitRiseMetres = 15.0
  /// The drop up to which a path across a mapped area is flat, in metres of elevation; 1 by default.
  ///
  /// Stricter than for runs, because the paths across one area add up.
  public static let flatCrossingMetres = 1.0
  /// The length up to which a run without clear drop or direction tag is skied both ways, in metres; 500 by default.
  public static let flatRunLimitMetres = 500.0
  /// The distance of centrelines within which runs overlap, in metres; 8 by default.
  public static let overlapWidthMetres = 8.0
  /// The length from which runs overlap, in metres; 30 by default.
  public static let overlapLengthMetres = 30.0
  /// The distance within which a station in mid-span belongs to a lift, in metres; 60 by default.
  public static let midStationReachMetres = 60.0
  /// The distance from the lower end of a lift of unknown kind within which a run must lie, in metres; 150 by default.
  ///
  /// Without such a run the lift is ridden both ways.
  public static let unknownLiftReachMetres = 150.0
  /// The distance within which lift ends and runs belong to one measured area, in metres; 150 by default.
  public static let areaLinkageMetres = 150.0
  /// The distance above which features are never connected, in metres, 1 or more; 500 by default.
  public var groupingMetres = 500.0
  /// The greatest spacing of elevations from an elevation source along lines, in metres, 1 or more; 50 by
  /// default.
  public var heightSpacingMetres = 50.0
  /// The greatest ascent of a path across a mapped area that leads down, in metres of elevation, besides
  /// ``clearDropGradient`` times its length; 5 by default.
  public var crossingClimbMetres = 5.0
  /// The greatest number of entries of a mapped area that are all joined with each other, chosen farthest apart, at
  /// least 1; 128 by default.
  ///
  /// Further entries are joined with the nearest of these only.
  public var areaEntryLimit = 128
  /// The number of points of links from which a region takes no further group, at least 1; 32,768 by
  /// default.
  ///
  /// These are 1.7 to 1.9 MB of map on a synthetic planet; a region is validated as a whole at its first use.
  public var regionPointLimit = 32_768
  /// The number of groups built at the same time, at least 1; nil for one per core.
  ///
  /// The map is the same for any number.
  public var parallelTasks: Int?

  /// Creates the default options.
  public init() {}
}

extension GraphBuildOptions {
  /// Refuses options that no build can work with, when a build starts.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when a distance, gradient or drop is not finite or negative,
  ///   ``wideningMetres`` don't ascend, or an option with a least value is below it.
  func check() throws {
    for option in Mirror(reflecting: self).children {
      let values = option.value as? [Double] ?? (option.value as? Double).map { [$0] } ?? []
      try SkiError.require(
        values.allSatisfy { $0.isFinite && $0 >= 0 },
        "build option \(option.label ?? "") must be finite and 0 or more, got \(option.value)")
    }
    try SkiError.require(
      zip(wideningMetres, wideningMetres.dropFirst()).allSatisfy { $0 < $1 },
      "build option wideningMetres must ascend, got \(wideningMetres)")
    for (name, value) in [("groupingMetres", groupingMetres), ("heightSpacingMetres", heightSpacingMetres)] {
      try SkiError.require(value >= 1, "build option \(name) must be 1 or more, got \(value)")
    }
    let counts = [
      ("areaEntryLimit", areaEntryLimit), ("regionPointLimit", regionPointLimit),
      ("parallelTasks", parallelTasks ?? 1),
    ]
    for (name, count) in counts {
      try SkiError.require(count >= 1, "build option \(name) must be 1 or more, got \(count)")
    }
  }
}

/// The build of a connected graph from mapped runs and lifts.
///
/// Nothing is stored between calls; a build depends on its input alone, not on the order of features.
public enum GraphBuild {
  /// A closure called with the name of a stage (`selecting`, `connecting`) and its progress, 0...1.
  public typealias Progress = @Sendable (_ stage: String, _ fraction: Double) -> Void
}

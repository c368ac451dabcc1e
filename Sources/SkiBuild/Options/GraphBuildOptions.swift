/// The tolerances of a build; the defaults are those every figure of the project is measured with.
///
/// A value; `Sendable`. All distances are metres along the map unless said otherwise.
public struct GraphBuildOptions: Sendable, Hashable {
  /// The end of a run meets another run this near, always. Default 15 m.
  public var runEndReachMetres = 15.0
  /// Runs that pass this near in mid-run, without crossing, are joined. Default 3 m.
  public var passingReachMetres = 3.0
  /// A lift's station meets every run this near. Default 30 m.
  public var stationReachMetres = 30.0
  /// ... and one this near when it is easier than all nearer ones. Default 75 m.
  public var easierRunReachMetres = 75.0
  /// Stations of different lifts this near are joined. Default 60 m.
  public var stationToStationReachMetres = 60.0
  /// A lift's station on the edge of a mapped area meets it this near. Default 60 m.
  public var stationToAreaReachMetres = 60.0
  /// A hut meets runs and stations this near. Default 100 m.
  public var hutReachMetres = 100.0
  /// A lift's station meets streets this near. Default 100 m.
  public var stationToStreetReachMetres = 100.0
  /// The end of a run where no other goes on meets streets this near. Default 60 m.
  public var runEndToStreetReachMetres = 60.0
  /// Streets are kept as far as this on foot from a lift's station. Default 2,000 m.
  public var streetReachMetres = 2000.0
  /// ... and as far as this from the end of a run or a hut. Default 1,000 m.
  public var streetFromRunEndReachMetres = 1000.0
  /// Lifts farther apart than this along streets are not joined by them. Default 1,500 m.
  public var streetBetweenLiftsMetres = 1500.0
  /// What leads nowhere looks farther, step by step, until something is found. Default 30, 60, 100, 150 m.
  public var wideningMetres = [30.0, 60.0, 100.0, 150.0]
  /// The most a connector may be long. Default 150 m.
  public var connectorLimitMetres = 150.0
  /// The most that connectors in a row may be long: three of the longest. Default 450 m.
  public var connectorChainLimitMetres = 450.0
  /// The most a connector may climb or drop, metres of height. Default 30 m.
  public var connectorClimbLimitMetres = 30.0
  /// The steepest a connector may be, rise over run. Default 0.6.
  public var connectorGradientLimit = 0.6
  /// The steepest a connector may be walked up, rise over run; steeper ones are slid down only. Default 0.4.
  public var connectorWalkGradientLimit = 0.4
  /// How far the ground along a connector may rise above or fall below both its ends, metres of height. Default 10 m.
  public var connectorUndulationLimitMetres = 10.0
  /// Places nearer to each other than this are one. Default 0.5 m.
  public var samePlaceMetres = 0.5
  /// Runs that cross with a greater difference in height pass over each other. Default 10 m.
  public var crossingHeightLimitMetres = 10.0
  /// A drop counts as clear from this height on, metres of height. Default 4 m.
  public var clearDropMetres = 4.0
  /// ... and from this gradient on, rise over run. Default 0.02.
  public var clearDropGradient = 0.02
  /// A way across a mapped area is flat up to this drop, or up to that gradient: stricter than for runs, because ways
  /// across one area add up. Default 1 m of height.
  public var flatCrossingMetres = 1.0
  /// A run without clear drop or tag is skied both ways up to this length. Default 500 m.
  public var flatRunLimitMetres = 500.0
  /// Centrelines this near run on the same snow. Default 8 m.
  public var overlapWidthMetres = 8.0
  /// ... when they stay so near for this long. Default 30 m.
  public var overlapLengthMetres = 30.0
  /// A station in mid-span belongs to a lift this near. Default 60 m.
  public var midStationReachMetres = 60.0
  /// A lift of unknown kind with no run this near to its lower end is ridden both ways. Default 150 m.
  public var unknownLiftReachMetres = 150.0
  /// Lift ends and runs this near belong to one measured area. Default 150 m.
  public var areaLinkageMetres = 150.0
  /// Features whose boxes are farther apart than this never meet. Default 500 m.
  public var groupingMetres = 500.0
  /// Lines take a height from an elevation source at least this often. Default 50 m.
  public var heightSpacingMetres = 50.0
  /// A way across a mapped area climbs at most this much on its way down, and 2 % of its length. Default 5 m of height.
  public var crossingClimbMetres = 5.0
  /// Ways across a mapped area join this many places where something touches it with each other, those farthest apart;
  /// further ones are only led to the nearest of these. Default 128.
  public var areaEntryLimit = 128
  /// A region of a map with this many points of links takes in no further neighbours. Default 32,768, which is 1.7 to 1.9 MB
  /// of map on a made planet; a region is checked whole when it is first used.
  public var regionPointLimit = 32_768
  /// Groups of features connected at the same time; nil for one a core. The map is the same for any number.
  public var parallelTasks: Int?

  /// Makes the default options.
  public init() {}
}

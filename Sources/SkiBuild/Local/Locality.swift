import SkiModel

/// A group of features on its own flat map while it is built: the value every stage of the pipeline works on.
struct Locality: BuildStage {
  let context: BuildContext
  var runs: [LocalRun]
  var lifts: [LocalLift]
  var idleLifts: [Lift]
  var spots: [Spot]
  var huts: [LocalHut] = []
  var streets: LocalStreets
  var network: Network
  /// The heights that single vertices have of lines whose others have none.
  var heightMarks: [HeightMark]
  /// The ends of runs mapped as areas, by position.
  var areaEnds: [Int: AreaEnds] = [:]
  /// Where one stays on from one section of a lift into the next.
  var passages: [LiftPassage] = []
  var report = ImportReport()

  /// The input numbers of the streets that are part of the map.
  var usedStreetNumbers: Set<Int> {
    Set(
      streets.ways.lazy.filter { network.root($0.tail) != network.root($0.head) }
        .map { streets.streets[$0.street].number })
  }
}

import SkiModel

/// A group of features on its own flat map while it is built: the value every stage of the pipeline works on.
struct Locality: BuildStage {
  let context: BuildContext
  var runs: [LocalRun]
  var lifts: [LocalLift]
  var idleLifts: [Lift]
  var spots: [Spot]
  /// Huts, as positions among the spots, with the site each is reached by.
  var huts: [(spot: Int, site: Int?)] = []
  var streets = LocalStreets()
  var network: Network
  /// The heights that single vertices have of lines whose others have none.
  var heightMarks: [HeightMark]
  /// The mapped areas that are skied across.
  var crossable: [CrossableArea] = []
  /// The lines of the network by place, once they are all known.
  var lineIndex: LineIndex?
  /// Where one stays on from one section of a lift into the next.
  var passages: [LiftPassage] = []
  var report = ImportReport()
}

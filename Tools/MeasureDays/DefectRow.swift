import SkiSimulation
import SkiTestSupport

/// The row of one defect in the table.
struct DefectRow {
  let defect: RecordingDefect
  var recorded = LapScore()
  var simulated = LapScore()

  static let heading = """
    | defect | recorded: kept | invented | wrong extent | simulated: kept | invented | wrong extent |
    | --- | --- | --- | --- | --- | --- | --- |
    """

  var text: String { "| \(defect) | \(Self.cells(recorded)) | \(Self.cells(simulated)) |" }

  private static func cells(_ score: LapScore) -> String {
    "\(score.kept) of \(score.rides) | \(score.invented) | \(score.wrongExtent)"
  }
}

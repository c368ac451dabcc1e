import SkiModel
import Testing

@testable import SkiImport

/// Access and season tags of runs and lifts.
struct AccessTests {
  static let tags =
    #""access":"Private","ski":"no","foot":"designated","piste:status":"closed","seasonal":"Winter;spring","#
    + #""operational_status":"broken","highway":"track","opening_hours":"Dec-Apr 09:00-16:00; PH off""#

  @Test(
    arguments: [
      (#""piste:type":"downhill""#, FeatureRole.runs), (#""type":"run","uses":["downhill"]"#, .runs),
      (#""aerialway":"gondola""#, .lifts), (#""type":"lift","liftType":"gondola""#, .lifts),
    ])
  func `access values become lower case and opening hours stay as written`(
    _ form: String, _ role: FeatureRole
  ) async throws {
    let result = try await readOne(line("\(form),\(Self.tags)"), as: role)
    let access = try #require(result.run?.access ?? result.lift?.access)
    #expect(
      access.all.map { "\($0.key.rawValue)=\($0.word)" } == [
        "access=private", "ski=no", "foot=designated", "piste:status=closed", "seasonal=winter;spring",
        "operational_status=broken", "highway=track",
      ])
    #expect((result.run?.openingHours ?? result.lift?.openingHours) == "Dec-Apr 09:00-16:00; PH off")
  }

  @Test func `null and blank access tags are not kept`() async throws {
    let run = try #require(try await readOne(line(#""piste:type":"downhill","access":null,"ski":" ""#)).run)
    #expect(run.access.isEmpty && run.openingHours == nil && run.access == AccessTags())
  }
}

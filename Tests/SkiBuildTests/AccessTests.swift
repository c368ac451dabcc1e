import SkiGraph
import Testing

@testable import SkiBuild

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

  @Test(
    arguments: [
      (#""piste:type":"downhill""#, FeatureRole.runs), (#""type":"run","uses":["downhill"]"#, .runs),
      (#""aerialway":"gondola""#, .lifts), (#""type":"lift","liftType":"gondola""#, .lifts),
    ])
  func `conditional tags are kept in lower case`(_ form: String, _ role: FeatureRole) async throws {
    let tags =
      #""access:conditional":"No @ (Nov-Apr)","ski:conditional":"yes @ Sa","piste:status:conditional":"closed @ Mo","#
      + #""opening_hours:conditional":"off @ wind","oneway:conditional":"no @ (May-Oct)""#
    let result = try await readOne(line("\(form),\(tags)"), as: role)
    let access = try #require(result.run?.access ?? result.lift?.access)
    #expect(
      access.all.map { "\($0.key.rawValue)=\($0.word)" } == [
        "access:conditional=no @ (nov-apr)", "ski:conditional=yes @ sa",
        "piste:status:conditional=closed @ mo", "opening_hours:conditional=off @ wind",
        "oneway:conditional=no @ (may-oct)",
      ])
  }

  @Test func `a status that is no lifecycle is that of the operation`() async throws {
    for (word, kept) in [("Closed", "closed"), ("open", "open"), ("disused", nil), ("operating", nil)] {
      let lift = try await readOne(line(#""aerialway":"gondola","status":"\#(word)""#), as: .lifts).lift
      #expect(lift?.access[.operationalStatus] == kept)
      #expect(lift?.status == (word == "disused" ? .disused : .operating))
    }
    let both = #""aerialway":"gondola","status":"closed","operational_status":"open""#
    #expect(try await readOne(line(both), as: .lifts).lift?.access[.operationalStatus] == "open")
  }

  @Test func `the direction of a run at some times only is counted as not evaluated`() async throws {
    let result = try await readOne(
      line(#""@id":"way/1","piste:type":"downhill","oneway:conditional":"no @ Sa""#))
    #expect(result.counted == ["conditionUnread:noted"] && result.run?.oneway == nil)
  }

  @Test func `null and blank access tags are not kept`() async throws {
    let run = try #require(try await readOne(line(#""piste:type":"downhill","access":null,"ski":" ""#)).run)
    #expect(run.access.isEmpty && run.openingHours == nil && run.access == AccessTags())
  }
}

import SkiBase
import SkiTestSupport
import Testing

@testable import SkiAnswers
@testable import SkiGraph

struct SubjectSampleTests {
  private func subject(_ number: Int, _ stratum: String, seed: UInt64 = 1) -> DrawingSubject {
    var key = SampleKey(seed: seed)
    key.combine(Int32(number))
    return DrawingSubject(region: .first, form: .link(LinkIndex(number)), stratum: stratum, key: key.value)
  }

  private func taken(_ subjects: [DrawingSubject], limit: Int) -> [String] {
    var sample = SubjectSample(limit: limit)
    for subject in subjects { sample.add(subject) }
    return sample.taken().map { "\($0.stratum)\($0.position)" }
  }

  @Test func `a sample takes from the strata in turn and all of a rare one`() {
    let common = (0..<900).map { subject($0, "common") }
    let rare = (900..<903).map { subject($0, "rare") }
    let sample = taken(common + rare, limit: 20)
    #expect(sample.filter { $0.hasPrefix("rare") } == ["rare900", "rare901", "rare902"])
    #expect(sample.count == 20)
    #expect(taken(rare, limit: 20) == ["rare900", "rare901", "rare902"])
  }

  @Test func `a sample does not depend on the order of the subjects`() {
    let subjects = (0..<2000).map { subject($0, ["a", "b", "c"][$0 % 3]) }
    var generator = SeededGenerator(seed: 42)
    let expected = taken(subjects, limit: 30)
    for _ in 0..<5 { #expect(taken(subjects.shuffled(using: &generator), limit: 30) == expected) }
  }

  @Test func `another seed gives another sample, and a larger sample contains a smaller one`() {
    let subjects = (0..<500).map { subject($0, "a") }
    let small = Set(taken(subjects, limit: 20))
    #expect(Set(taken(subjects, limit: 60)).isSuperset(of: small))
    #expect(Set(taken((0..<500).map { subject($0, "a", seed: 2) }, limit: 20)) != small)
  }

  @Test func `all subjects and the drawn ones are counted by stratum`() {
    var sample = SubjectSample(limit: 10)
    for number in 0..<40 { sample.add(subject(number, number < 2 ? "few" : "many")) }
    #expect(
      sample.counts().map { "\($0.stratum) \($0.drawn) of \($0.count)" } == ["few 2 of 2", "many 8 of 38"])
  }
}

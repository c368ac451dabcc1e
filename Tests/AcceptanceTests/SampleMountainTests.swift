import SkiTestSupport
import Testing

/// Every expectation of the sample mountain, in both of its forms.
struct SampleMountainTests {
  @Test(arguments: SampleFormat.allCases)
  func `the built sample mountain meets every expectation of its list of traps`(form: SampleFormat)
    async throws
  {
    let mountain = try await SampleMountain(form)
    let traps = try SampleExpectations.read().traps.filter { $0.forms.contains(form.rawValue) }
    #expect(traps.count > 50)
    let complaints = traps.flatMap { SampleCheck.complaints(mountain, $0) }
    #expect(complaints.isEmpty, "\(form): \(complaints.joined(separator: "\n"))")
  }
}

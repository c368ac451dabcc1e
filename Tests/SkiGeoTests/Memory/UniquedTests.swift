import SkiGeo
import Testing

struct UniquedTests {
  @Test func `each element is kept once, where it stands first`() {
    #expect([3, 1, 3, 2, 1].uniqued() == [3, 1, 2])
    #expect([Int]().uniqued().isEmpty)
  }

  @Test func `of elements with the same key the first is kept`() {
    #expect(["run", "lift", "road", "link"].uniqued(on: \.first) == ["run", "lift"])
  }
}

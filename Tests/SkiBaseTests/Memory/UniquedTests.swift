import SkiBase
import Testing

struct UniquedTests {
  @Test func `each element is kept once, at its first position`() {
    #expect([3, 1, 3, 2, 1].uniqued() == [3, 1, 2])
    #expect([Int]().uniqued().isEmpty)
  }

  @Test func `the first of the elements with the same key is kept`() {
    #expect(["run", "lift", "road", "link"].uniqued(on: \.first) == ["run", "lift"])
  }
}

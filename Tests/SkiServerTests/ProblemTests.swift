import CoreMetrics
import HTTPTypes
import Metrics
import SkiBase
import SkiServer
import Testing

@Suite struct ProblemTests {
  @Test(arguments: SkiError.Code.allCases)
  func `every kind of failure is an error of the client or the server`(code: SkiError.Code) {
    #expect((400...599).contains(Problem.status(of: code).code))
  }

  @Test func `failures of the server name no file`() {
    let problem = Problem(
      SkiError(.inputOutput, "file /secret can't be read", subject: "/secret/map", underlying: "x"))
    #expect(!problem.detail.contains("secret"))
    #expect(problem.subject == nil)
  }

  @Test func `metrics are text in order, with histograms that add up`() {
    let registry = MetricsRegistry()
    Counter(label: "b_total", dimensions: [("route", "x")], factory: registry).increment(by: 3)
    Counter(label: "b_total", dimensions: [("route", "x")], factory: registry).increment()
    let timer = Metrics.Timer(label: "a_seconds", dimensions: [], factory: registry)
    for milliseconds in [1, 3, 3000, 100_000] { timer.recordMilliseconds(milliseconds) }
    let lines = registry.text().split(separator: "\n").map(String.init)
    #expect(lines.first == "# TYPE a_seconds histogram")
    #expect(lines.contains("a_seconds_bucket{le=\"0.001\"} 1"))
    #expect(lines.contains("a_seconds_bucket{le=\"0.005\"} 2"))
    #expect(lines.contains("a_seconds_bucket{le=\"+Inf\"} 4"))
    #expect(lines.contains("a_seconds_count 4"))
    #expect(lines.suffix(2) == ["# TYPE b_total counter", "b_total{route=\"x\"} 4"])
  }
}

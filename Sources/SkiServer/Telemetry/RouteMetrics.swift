import CoreMetrics
import Metrics

/// The counters and timers of routes, made once.
struct RouteMetrics: Sendable {
  private let counters: [String: [Counter]]
  private let timers: [String: Metrics.Timer]
  private static let classes = ["1xx", "2xx", "3xx", "4xx", "5xx"]

  /// Creates the metrics of routes by their names, and of requests to none.
  init(_ names: [String], factory: any MetricsFactory) {
    var (counters, timers): ([String: [Counter]], [String: Metrics.Timer]) = ([:], [:])
    for name in names + ["none"] {
      counters[name] = Self.classes.map {
        Counter(
          label: "skiroute_requests_total", dimensions: [("route", name), ("status", $0)], factory: factory)
      }
      timers[name] = Metrics.Timer(
        label: "skiroute_request_seconds", dimensions: [("route", name)], factory: factory)
    }
    (self.counters, self.timers) = (counters, timers)
  }

  /// Counts a request.
  func note(_ name: String, status: Int, _ duration: Duration) {
    guard let row = counters[name], (1...5).contains(status / 100) else { return }
    row[status / 100 - 1].increment()
    let parts = duration.components
    timers[name]?.recordNanoseconds(parts.seconds * 1_000_000_000 + parts.attoseconds / 1_000_000_000)
  }
}

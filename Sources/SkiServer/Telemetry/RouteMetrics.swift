import CoreMetrics
import Metrics

/// The counters and timers of routes, made once.
struct RouteMetrics: Sendable {
  private struct Row {
    let counters: [Counter]
    let timer: Metrics.Timer
  }

  private let rows: [String: Row]
  private static let classes = ["1xx", "2xx", "3xx", "4xx", "5xx"]

  /// Creates the metrics of routes by their names, and of requests to none.
  init(_ names: [String], factory: any MetricsFactory) {
    rows = (names + ["none"]).reduce(into: [:]) { rows, name in
      rows[name] = Row(
        counters: Self.classes.map {
          Counter(
            label: "skiroute_requests_total", dimensions: [("route", name), ("status", $0)], factory: factory)
        },
        timer: Metrics.Timer(
          label: "skiroute_request_seconds", dimensions: [("route", name)], factory: factory))
    }
  }

  /// Counts a request.
  func note(_ name: String, status: Int, _ duration: Duration) {
    guard let row = rows[name], (1...5).contains(status / 100) else { return }
    row.counters[status / 100 - 1].increment()
    let parts = duration.components
    row.timer.recordNanoseconds(parts.seconds * 1_000_000_000 + parts.attoseconds / 1_000_000_000)
  }
}

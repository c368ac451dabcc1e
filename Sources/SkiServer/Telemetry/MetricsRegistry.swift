package import CoreMetrics
import SkiBase
import Synchronization

/// A registry of metrics in memory, written as Prometheus' text.
///
/// Labels are of a few fixed words each: routes, statuses and names, never paths or users. A shared object; `Sendable`.
///
/// **Source:** Prometheus, "Exposition formats", text version 0.0.4.
package final class MetricsRegistry: MetricsFactory {
  private struct Key: Hashable {
    let label: String
    let dimensions: String
  }

  private enum Cell {
    case counter(CounterCell)
    case gauge(GaugeCell)
    case histogram(HistogramCell)

    var kind: String {
      switch self {
      case .counter: "counter"
      case .gauge: "gauge"
      case .histogram: "histogram"
      }
    }
  }

  private let cells = Locked<[Key: Cell]>([:])
  private static let cellLimit = 10_000

  /// Creates an empty registry.
  package init() {}

  private func cell(_ label: String, _ dimensions: [(String, String)], _ make: () -> Cell) -> Cell {
    let text = dimensions.map { "\($0.0)=\"\($0.1)\"" }.joined(separator: ",")
    return cells.withLock { cells in
      let key = Key(label: label, dimensions: text)
      if let known = cells[key] { return known }
      let fresh = make()
      if cells.count < Self.cellLimit { cells[key] = fresh }
      return fresh
    }
  }

  /// Returns the metrics as text, in order of their names.
  /// - Complexity: O(*n* log *n*) in the metrics.
  package func text() -> String {
    let sorted = cells.withLock { cells in
      cells.sorted { ($0.key.label, $0.key.dimensions) < ($1.key.label, $1.key.dimensions) }
    }
    var text = ""
    var last = ""
    for (key, cell) in sorted {
      if key.label != last { text += "# TYPE \(key.label) \(cell.kind)\n" }
      last = key.label
      switch cell {
      case .counter(let counter): text += line(key.label, key.dimensions, "\(counter.value)")
      case .gauge(let gauge): text += line(key.label, key.dimensions, "\(gauge.value)")
      case .histogram(let histogram): text += histogram.text(key.label, key.dimensions)
      }
    }
    return text
  }

  // MARK: MetricsFactory

  package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    if case .counter(let cell) = cell(label, dimensions, { .counter(CounterCell()) }) { return cell }
    return CounterCell()
  }

  package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    if case .gauge(let cell) = cell(label, dimensions, { .gauge(GaugeCell()) }) { return cell }
    return GaugeCell()
  }

  package func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    if case .gauge(let cell) = cell(label, dimensions, { .gauge(GaugeCell()) }) { return cell }
    return GaugeCell()
  }

  package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    if case .histogram(let cell) = cell(label, dimensions, { .histogram(HistogramCell()) }) { return cell }
    return HistogramCell()
  }

  package func destroyCounter(_ handler: any CounterHandler) {}
  package func destroyMeter(_ handler: any MeterHandler) {}
  package func destroyRecorder(_ handler: any RecorderHandler) {}
  package func destroyTimer(_ handler: any TimerHandler) {}
}

/// Returns a line of Prometheus' text.
private func line(_ name: String, _ labels: String, _ value: String) -> String {
  labels.isEmpty ? "\(name) \(value)\n" : "\(name){\(labels)} \(value)\n"
}

/// A number that grows.
private final class CounterCell: CounterHandler {
  private let count = Atomic<Int64>(0)
  var value: Int64 { count.load(ordering: .relaxed) }
  func increment(by amount: Int64) { count.wrappingAdd(amount, ordering: .relaxed) }
  func reset() { count.store(0, ordering: .relaxed) }
}

/// A number that is set.
private final class GaugeCell: MeterHandler, RecorderHandler {
  private let number = Locked(0.0)
  var value: Double { number.withLock { $0 } }
  func set(_ value: Int64) { number.withLock { $0 = Double(value) } }
  func set(_ value: Double) { number.withLock { $0 = value } }
  func increment(by amount: Double) { number.withLock { $0 += amount } }
  func decrement(by amount: Double) { number.withLock { $0 -= amount } }
  func record(_ value: Int64) { set(value) }
  func record(_ value: Double) { set(value) }
}

/// The counts of durations up to fixed bounds.
private final class HistogramCell: TimerHandler {
  private struct State {
    var counts = [Int64](repeating: 0, count: HistogramCell.bounds.count + 1)
    var sumNanoseconds: Int64 = 0
  }

  /// The bounds in seconds.
  static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]
  private let state = Locked(State())

  func recordNanoseconds(_ duration: Int64) {
    let seconds = Double(duration) / 1e9
    let index = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
    state.withLock { state in
      state.counts[index] += 1
      state.sumNanoseconds &+= duration
    }
  }

  func text(_ name: String, _ labels: String) -> String {
    let state = state.withLock { $0 }
    let before = labels.isEmpty ? "" : labels + ","
    var (text, total) = ("", Int64(0))
    for (index, count) in state.counts.enumerated() {
      total += count
      let bound = index < Self.bounds.count ? "\(Self.bounds[index])" : "+Inf"
      text += line("\(name)_bucket", "\(before)le=\"\(bound)\"", "\(total)")
    }
    return text + line("\(name)_sum", labels, "\(Double(state.sumNanoseconds) / 1e9)")
      + line("\(name)_count", labels, "\(total)")
  }
}

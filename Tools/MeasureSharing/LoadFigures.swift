import Foundation
import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople

/// The figures of one process within the measured window.
struct LoadFigures: Sendable, Encodable {
  /// From a fix to a viewer who had been shown the person before, without what is delivered once more.
  var updates = Histogram()
  /// From a fix to a viewer to whom the person was not shown before: they came near, perhaps long after the fix.
  var entries = Histogram()
  /// From a fix to a host, who sees all people.
  var hosts = Histogram()
  /// From a report to its acknowledgement.
  var acknowledgements = Histogram()
  /// From asking for an end to its acknowledgement.
  var ends = Histogram()
  var deliveries = 0
  var removals = 0
  var batches = 0
  var stored = 0
  var otherOutcomes = 0
  var failures = 0
  /// The reports that began more than 100 ms late, because the one before was not acknowledged.
  var late = 0
  var processorSeconds = 0.0
  var peakMebibytes = 0.0
}

/// The window in which is measured, by the time of day in milliseconds.
struct LoadWindow: Sendable {
  var start: Double
  var end: Double

  func contains(_ milliseconds: Double) -> Bool { milliseconds >= start && milliseconds < end }
}

/// The deliveries to one viewer.
struct ViewerLog {
  private var shown: [UserID: Double] = [:]

  /// Adds the changes of a batch to the figures.
  mutating func take(
    _ batch: LocationBatch, at now: Double, isHost: Bool, window: LoadWindow, figures: Locked<LoadFigures>
  ) {
    let earlier = shown
    for change in batch.changes {
      switch change {
      case .present(let location): shown[location.user] = location.observedAt.secondsSince1970 * 1000
      case .gone(let user): shown[user] = nil
      }
    }
    figures.withLock { figures in
      if window.contains(now) { figures.batches += 1 }
      for change in batch.changes {
        if window.contains(now) { figures.deliveries += 1 }
        guard case .present(let location) = change else {
          if window.contains(now) { figures.removals += 1 }
          continue
        }
        let time = location.observedAt.secondsSince1970 * 1000
        guard window.contains(time) else { continue }
        if let before = earlier[location.user] {
          guard time > before else { continue }
          figures.updates.add(now - time)
          if isHost { figures.hosts.add(now - time) }
        } else {
          figures.entries.add(now - time)
        }
      }
    }
  }
}

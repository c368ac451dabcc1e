import SkiBase
import SkiGraph

extension FeedReading {
  /// Returns whether the document comes from before a known one: something that both observed was observed earlier, and
  /// nothing later.
  ///
  /// A server of copies that lags behind may deliver such a document, in which a lift that was closed meanwhile is open.
  /// - Parameters:
  ///   - known: The known reading.
  ///   - latest: The latest time that it can name truly; later ones are not compared.
  /// - Complexity: O(*n*) in the entries.
  func isOlder(than known: FeedReading, upTo latest: UniversalTime) -> Bool {
    let before = known.observations.filter { $0.value <= latest }
    var isOlder = false
    for (key, time) in observations {
      guard let other = before[key] else { continue }
      if time > other { return false }
      isOlder = isOlder || time < other
    }
    return isOlder
  }

  /// The newest observation of each lift and run.
  private var observations: [FeatureStatus.Key: UniversalTime] {
    report.features.reduce(into: [:]) { times, status in
      guard let time = status.observedAt else { return }
      times[status.key] = max(time, times[status.key] ?? time)
    }
  }
}

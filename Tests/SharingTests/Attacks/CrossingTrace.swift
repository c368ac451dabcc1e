import SkiTestSupport

@testable import SkiAPI
@testable import SkiPeople

/// The cells that viewers receive of one wanderer, with the true positions.
struct CrossingTrace {
  /// One moment: the features that an attacker knows, and the truth in the frame of the last change.
  struct Sample {
    var key: CrossingKey
    var ageSeconds: Int
    var truth: Spot
  }

  /// The manner in which cells are shown.
  enum World {
    /// By the publisher.
    case published
    /// At once, as a control.
    case leaky
  }

  static let seconds = 1800
  static let sampleSeconds = 5

  /// Follows a wanderer and returns the samples from the second change of cell on.
  static func samples(
    _ world: World, _ attackers: Attackers, side: Int, metresPerSecond: Double,
    using random: inout SeededGenerator
  ) -> [Sample] {
    var wanderer = Wanderer(metresPerSecond: metresPerSecond, using: &random)
    var (publisher, memory, samples) = (CoarsePublisher(), CrossingMemory(), [Sample]())
    for second in 0..<seconds {
      wanderer.move(using: &random)
      let now = Int64(second) * 1000
      var shown: GridCell? = wanderer.cell
      if world == .published {
        publisher.observe(
          CoarsePublisher.Place(
            cell: wanderer.cell, area: nil, isInSkiArea: true, fixMilliseconds: now), now: now,
          random: &random)
        _ = publisher.performBeat(now: now)
        shown = publisher.shown?.cell
      }
      guard let shown else { continue }
      memory.take(shown.ancestor(sideMetres: side), second: second)
      guard second % sampleSeconds == 0, let key = memory.key(attackers, second: second) else { continue }
      samples.append(
        Sample(
          key: key, ageSeconds: memory.age(second),
          truth: memory.inFrame(wanderer.spot)))
    }
    return samples
  }
}

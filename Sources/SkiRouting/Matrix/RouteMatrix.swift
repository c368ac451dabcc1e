import SkiGraph

/// The times of the fastest routes from each of some sources to each of some destinations.
///
/// It takes 4 bytes for each pair.
public struct RouteMatrix: Hashable, Sendable {
  /// The reason why a source is in no region, by its number; nil for the others.
  public private(set) var sourceReasons: [NoAnswer?]
  /// The reason why a destination is in no region, by its number; nil for the others.
  public private(set) var destinationReasons: [NoAnswer?]
  /// The times by source, then by destination; ``HierarchyWeights/unreachable`` without a route.
  private var times: [UInt32]

  /// The maximum number of pairs.
  public static let greatestPairCount = 25_000_000

  /// The number of sources.
  public var sourceCount: Int { sourceReasons.count }
  /// The number of destinations.
  public var destinationCount: Int { destinationReasons.count }

  init(sourceReasons: [NoAnswer?], destinationReasons: [NoAnswer?]) {
    (self.sourceReasons, self.destinationReasons) = (sourceReasons, destinationReasons)
    times = [UInt32](
      repeating: HierarchyWeights.unreachable, count: sourceReasons.count * destinationReasons.count)
  }

  /// Returns the milliseconds from a source to a destination; nil without a route within the limits.
  /// - Parameters:
  ///   - source: The number of the source, from 0.
  ///   - destination: The number of the destination, from 0.
  /// - Complexity: O(1).
  /// - Precondition: Both numbers are below the counts.
  public func milliseconds(from source: Int, to destination: Int) -> UInt32? {
    let time = times[place(source, destination)]
    return time < HierarchyWeights.unreachable ? time : nil
  }

  /// Sets the time of a pair; ``HierarchyWeights/unreachable`` for none.
  mutating func set(_ milliseconds: UInt32, from source: Int, to destination: Int) {
    times[place(source, destination)] = milliseconds
  }

  /// Sets the times of the pairs of a source with some destinations.
  mutating func set(_ milliseconds: [UInt32], from source: Int, to destinations: [Int]) {
    precondition(milliseconds.count == destinations.count, "each destination has a time")
    for (index, destination) in destinations.enumerated() {
      times[place(source, destination)] = milliseconds[index]
    }
  }

  private func place(_ source: Int, _ destination: Int) -> Int {
    precondition(
      source >= 0 && source < sourceCount && destination >= 0 && destination < destinationCount,
      "the matrix has \(sourceCount) × \(destinationCount) pairs, not (\(source), \(destination))")
    return source * destinationCount + destination
  }
}

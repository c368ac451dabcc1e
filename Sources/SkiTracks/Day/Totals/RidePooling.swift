import SkiBase
import SkiGraph

/// Pools the receiver's elevations of the rides of one lift, where the map has none.
///
/// The rise of a lift is constant and the error of a receiver changes over the day, so the median over the rides is
/// the better estimate.
struct RidePooling {
  /// The distance in metres within which the ends of two rides are at the same station.
  private static let stationMetres = 60.0

  /// The rides of one lift between the same stations in one direction.
  private struct RideGroup {
    var region: RegionIndex
    var feature: FeatureIndex
    /// The ends of the first ride.
    var ends: (start: Coordinate, end: Coordinate)
    /// The rides, as positions in the laps.
    var rides: [Int]

    func contains(_ lap: Lap, from start: Coordinate, to end: Coordinate) -> Bool {
      lap.region == region && lap.feature == feature
        && start.distanceMetres(to: ends.start) <= stationMetres
        && end.distanceMetres(to: ends.end) <= stationMetres
        && start.distanceMetres(to: ends.start) < start.distanceMetres(to: ends.end)
    }
  }

  /// Sets the elevations of rides between the same stations to the medians over them, also of rides without any.
  /// - Complexity: O(*l* · *g* + *l* log *l*) in laps and groups of rides.
  static func pool(_ laps: inout [Lap]) {
    for group in groups(laps) where group.rides.count > 1 {
      let known = group.rides.compactMap { ride -> (start: Double, rise: Double)? in
        guard let start = laps[ride].startElevationMetres, let end = laps[ride].endElevationMetres else {
          return nil
        }
        return (start, end - start)
      }
      guard !known.isEmpty else { continue }
      let (start, rise) = (median(known.map(\.start)), median(known.map(\.rise)))
      for ride in group.rides {
        laps[ride].elevationOrigin = .track
        (laps[ride].startElevationMetres, laps[ride].endElevationMetres) = (start, start + rise)
        (laps[ride].ascentMetres, laps[ride].descentMetres) = (max(0, rise), max(0, -rise))
      }
    }
  }

  private static func groups(_ laps: [Lap]) -> [RideGroup] {
    var groups: [RideGroup] = []
    for (position, lap) in laps.enumerated() where lap.kind == .lift && lap.elevationOrigin != .map {
      guard let start = lap.points.first?.coordinate, let end = lap.points.last?.coordinate else { continue }
      if let group = groups.firstIndex(where: { $0.contains(lap, from: start, to: end) }) {
        groups[group].rides.append(position)
      } else {
        groups.append(
          RideGroup(region: lap.region, feature: lap.feature, ends: (start, end), rides: [position]))
      }
    }
    return groups
  }

  private static func median(_ numbers: [Double]) -> Double {
    let sorted = numbers.sorted()
    let middle = sorted[sorted.count / 2]
    return sorted.count % 2 == 1 ? middle : (middle + sorted[sorted.count / 2 - 1]) / 2
  }
}

public import SkiBase
public import SkiGraph
import SkiRouting
public import SkiTracks

/// A lift that a traveller rides, with the station at which the ride ends; valid for the map it was found on.
public struct RiddenLift: Signposted, Hashable, Sendable {
  /// The region of the lift.
  package var region: RegionIndex
  /// The lift, in its region.
  public var lift: FeatureIndex
  /// The name; nil when unnamed.
  public var name: String?
  /// The numbers on its sign, in source order; empty without any.
  public var refs: [String]
  /// The kind of lift; `unknown` when it is not mapped.
  public var kind: LiftKind
  /// The station at the end of the lift in the direction of the ride; WGS 84 degrees.
  public var exit: Coordinate

  /// Creates a ride from its members.
  package init(
    region: RegionIndex, lift: FeatureIndex, name: String?, refs: [String] = [], kind: LiftKind,
    exit: Coordinate
  ) {
    (self.region, self.lift, self.name, self.refs) = (region, lift, name, refs)
    (self.kind, self.exit) = (kind, exit)
  }

  /// The ride as a step without a length, for announcements.
  var step: RouteStep {
    var step = RouteStep(kind: .lift)
    (step.feature, step.name, step.refs, step.liftKind) = (lift, name, refs, kind)
    return step
  }
}

extension SkiMap {
  /// Returns the lift that a traveller rides at a place on it; nil where the place is on no lift.
  ///
  /// - Parameter place: A place matched on this map.
  /// - Throws: ``SkiError`` with code `.malformedData` when the region was altered, `.inputOutput` or
  ///   `.limitExceeded` when it can't be read into memory, `.invalidArgument` for a place of another map.
  /// - Complexity: O(*s*) in the sections of the lift; O(size of the region) when it is opened.
  public func riddenLift(at place: EdgePlace) throws -> RiddenLift? {
    try graph(of: place).riddenLift(on: place.edge)
  }
}

extension RoutingGraph {
  /// Returns the ride that an edge belongs to; nil for an edge that is no lift.
  /// - Complexity: O(*s*) in the sections of the lift.
  package func riddenLift(on edge: EdgeIndex) -> RiddenLift? {
    let section = link(link(of: edge))
    guard section.kind == .lift, let lift = section.feature else { return nil }
    let facts = feature(lift)
    return RiddenLift(
      region: region, lift: lift, name: facts.name, refs: facts.refs, kind: facts.liftKind,
      exit: point(head(lastSection(of: lift, from: edge))).coordinate)
  }

  /// Returns the last edge of a lift in the direction of one of its sections.
  private func lastSection(of lift: FeatureIndex, from edge: EdgeIndex) -> EdgeIndex {
    var (last, seen) = (edge, Set([link(of: edge)]))
    while true {
      let next = edges(from: head(last)).lazy.map { EdgeIndex($0) }.first {
        self.link(self.link(of: $0)).feature == lift && !seen.contains(self.link(of: $0))
      }
      guard let next else { return last }
      seen.insert(link(of: next))
      last = next
    }
  }
}

public import SkiBase
public import SkiGraph

/// The closures of a router, which change while questions are asked.
///
/// Each change makes a new version. A question sees one version from its first edge to its last, and the next question
/// sees every change that was made before it. Those who need several answers of one version ask a router of it:
/// ```swift
/// try router.close([lift])
/// let closures = router.closures
/// let fixed = try router.at(closures)
/// let (there, back) = (try fixed.route(outward), try fixed.route(homeward))
/// print("by version \(closures.version) of the closures")
/// ```
extension MapRouter {
  /// The present closures with their version.
  public var closures: ClosureState { closureStore.state }

  /// The present closures, then the newest after each change; a slow consumer receives the newest only.
  ///
  /// An iteration ends when its task is cancelled or the router is released.
  public var closureStates: LatestValues<ClosureState> { closureStore.states }

  /// The places closed at present besides those of the schedule.
  public var closed: [Place] { closures.places }

  /// Returns a router of one version of the closures, which shares all prepared data.
  ///
  /// Later changes of the closures of one router do not change those of the other.
  /// - Parameter closures: Closures of a router of this map.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for closures of another map.
  public func at(_ closures: ClosureState) throws(SkiError) -> MapRouter {
    try SkiError.require(
      closures.map == map.id, "closures belong to another map; take those of a router of this map")
    return MapRouter(self, closures: closures)
  }

  /// Closes the lifts and runs of places for all questions asked from now on.
  /// - Parameter places: Places of this map.
  /// - Returns: The version of the closures; it does not change when all are closed already.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a place of another map or a feature that its region does
  ///   not have; `.malformedData`, `.inputOutput` or `.limitExceeded` when a region cannot be read. The closures are
  ///   then unchanged.
  /// - Complexity: O(*f* + *l* + *m* / 64) in closed features, links of those that close, and edges of their regions,
  ///   which are read on first use.
  @discardableResult
  public func close(_ places: [Place]) throws -> Int {
    let places = try CheckedPlaces(places, on: map)
    return closureStore.change { $0.closing(places) }
  }

  /// Reopens the lifts and runs of places for all questions asked from now on; those that the schedule closes stay
  /// closed.
  /// - Parameter places: Places of this map.
  /// - Returns: The version of the closures; it does not change when none is closed.
  /// - Throws: ``SkiError`` as ``close(_:)``.
  /// - Complexity: As ``close(_:)``.
  @discardableResult
  public func reopen(_ places: [Place]) throws -> Int {
    let places = try CheckedPlaces(places, on: map)
    return closureStore.change { $0.reopening(places) }
  }

  /// Closes the lifts and runs of places and reopens all others, in one version.
  /// - Parameter places: Places of this map.
  /// - Returns: The version of the closures; it does not change when just these features are closed already.
  /// - Throws: ``SkiError`` as ``close(_:)``.
  /// - Complexity: As ``close(_:)``.
  @discardableResult
  public func setClosed(_ places: [Place]) throws -> Int {
    let places = try CheckedPlaces(places, on: map)
    return closureStore.change { $0.replacing(with: places) }
  }

  /// Returns a profile with the present closures of a region added.
  package func profile(_ profile: SkierProfile, in region: RegionIndex) -> SkierProfile {
    var profile = profile
    profile.close(closures, in: region)
    return profile
  }

  /// Returns the closures that a question sees.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the router was created with places of another map.
  func checkedClosures() throws(SkiError) -> ClosureState {
    let closures = closures
    if let region = closures.foreignRegion { try map.check(region) }
    return closures
  }
}

extension SkierProfile {
  /// Adds the closures of a region.
  mutating func close(_ state: ClosureState, in region: RegionIndex) {
    closures = closures.union(state.closures(in: region))
  }
}

import SkiGeo
import SkiGraph

extension MapRouter {
  /// Returns the times of the fastest routes from each source to each destination, whatever the schedule.
  ///
  /// A pair has the time of ``route(_:)`` with the objective ``RouteObjective/fastest``. Pairs without a route within the
  /// limits, in different regions or with an end that is not on the network have no time.
  ///
  /// **Source:** Dibbelt, Strasser and Wagner 2016, "Customizable contraction hierarchies"; Delling, Goldberg and
  /// Werneck 2011, "Faster batched shortest paths in road networks".
  /// - Parameters:
  ///   - sources: The starts, by coordinate or place (by node only on a map of one region); nil for a row without times.
  ///   - destinations: The destinations, likewise; nil for a column without times.
  ///   - profile: The skier.
  ///   - snapLimitMetres: The maximum distance of a coordinate from the network, in metres, 0 or more.
  /// - Throws: ``SkiError`` as ``route(_:)``; with code `.limitExceeded` above ``RouteMatrix/greatestPairCount`` pairs.
  /// - Complexity: O(*s* · (*a* + *d*)) in *s* sources, *d* destinations and the *a* arcs of the region's hierarchy,
  ///   which are about 2.3 for each node; the hierarchy is computed on first use, in O(*n* log *n*) on ski networks.
  public func matrix(
    from sources: [RouteEndpoint?], to destinations: [RouteEndpoint?], profile: SkierProfile,
    snapLimitMetres: Double = RouteRequest.defaultSnapLimitMetres
  ) throws -> RouteMatrix {
    let pairs = sources.count.multipliedReportingOverflow(by: destinations.count)
    guard !pairs.overflow, pairs.partialValue <= RouteMatrix.greatestPairCount else {
      throw SkiError(
        .limitExceeded,
        "a matrix of \(sources.count) × \(destinations.count) has more than \(RouteMatrix.greatestPairCount) pairs; "
          + "ask for parts of it")
    }
    let closures = try checkedClosures()
    let starts = try regions(of: sources, as: .start, profile, snapLimitMetres)
    let ends = try regions(of: destinations, as: .destination, profile, snapLimitMetres)
    var matrix = RouteMatrix(
      sourceReasons: starts.map(\.reason), destinationReasons: ends.map(\.reason))
    for region in Set(starts.flatMap(\.regions)).intersection(ends.flatMap(\.regions)) {
      let rows = starts.indices.filter { starts[$0].regions.contains(region) }
      let columns = ends.indices.filter { ends[$0].regions.contains(region) }
      var profile = profile
      profile.close(closures, in: region)
      let search = try MatrixSearch(
        router(for: region), profile: profile,
        sources: Self.numbered(sources, rows), destinations: Self.numbered(destinations, columns),
        snapLimitMetres: snapLimitMetres)
      try search.forEachPair { row, column, milliseconds in
        // A coordinate near several regions belongs to the nearest that the other end is near as well.
        guard starts[row].regions.first(where: ends[column].regions.contains) == region else { return }
        matrix.set(milliseconds, from: row, to: column)
      }
    }
    return matrix
  }

  private static func numbered(
    _ places: [RouteEndpoint?], _ numbers: [Int]
  ) -> [(number: Int, endpoint: RouteEndpoint)] {
    numbers.compactMap { number in places[number].map { (number, $0) } }
  }

  private func regions(
    of places: [RouteEndpoint?], as end: RouteEnd, _ profile: SkierProfile, _ snapLimitMetres: Double
  ) throws -> [Location] {
    let limit = WorkLimit.current
    return try places.map { place in
      try limit.check()
      guard let place else { return Location() }
      return try location(of: place, as: end, profile: profile, snapLimitMetres: snapLimitMetres)
    }
  }
}

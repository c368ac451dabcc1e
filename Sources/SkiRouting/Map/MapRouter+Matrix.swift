import SkiBase
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
  /// - Complexity: O(*s* · (*a* + *d*)) over all processors in *s* sources, *d* destinations and the *a* arcs of the region's hierarchy,
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
    let starts = try matrixPlaces(sources, as: .start, profile, snapLimitMetres)
    let ends = try matrixPlaces(destinations, as: .destination, profile, snapLimitMetres)
    let matrix = Locked(
      RouteMatrix(sourceReasons: starts.map(\.reason), destinationReasons: ends.map(\.reason)))
    let identities = Dictionary((sources + destinations).enumerated().map { ($1, $0) }) { first, _ in first }
    for region in Set(starts.flatMap(\.positions).map(\.region)) {
      var profile = profile
      profile.close(closures, in: region)
      let rows = Self.ends(starts, of: sources, in: region, identities)
      let columns = Self.ends(ends, of: destinations, in: region, identities)
      guard !columns.isEmpty else { continue }
      let search = try MatrixSearch(
        router(for: region), profile: profile, sources: rows, destinations: columns)
      let numbers = columns.map(\.number)
      try search.forEachRow { source, times in
        matrix.withLock { matrix in
          // A source of one region shares it with every destination there.
          if starts[source.number].positions.count == 1 {
            matrix.set(times, from: source.number, to: numbers)
            return
          }
          for (column, time) in zip(columns, times)
          where starts[source.number].region(with: ends[column.number]) == region {
            matrix.set(time, from: source.number, to: column.number)
          }
        }
      }
    }
    return matrix.withLock { $0 }
  }

  /// Returns the ends of one side in a region.
  private static func ends(
    _ places: [MatrixPlace], of endpoints: [RouteEndpoint?], in region: RegionIndex,
    _ identities: [RouteEndpoint?: Int]
  ) -> [MatrixEnds.End] {
    places.indices.compactMap { number in
      places[number].end(in: region).map {
        MatrixEnds.End(number: number, resolved: $0, identity: identities[endpoints[number]] ?? number)
      }
    }
  }
}

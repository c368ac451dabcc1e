import SkiAPI
package import SkiBase
package import SkiGraph
package import SkiRouting

/// A table of times between places, as comma-separated values and as JSON.
///
/// Its formats are described in Data/Formats/tables.md.
package struct MatrixDocument: Sendable {
  private let matrix: RouteMatrix
  private let sources: [String]
  private let destinations: [String]
  private let attributions: [String]

  /// Creates the document of a matrix.
  /// - Parameters:
  ///   - matrix: The times.
  ///   - sources: The names of the sources, in order.
  ///   - destinations: The names of the destinations, in order.
  ///   - data: The sources of the map's data.
  /// - Precondition: There is a name for each source and each destination.
  package init(_ matrix: RouteMatrix, sources: [String], destinations: [String], data: [DataSource]) {
    precondition(
      sources.count == matrix.sourceCount && destinations.count == matrix.destinationCount,
      "a matrix needs a name for each source and each destination")
    (self.matrix, self.sources, self.destinations) = (matrix, sources, destinations)
    attributions = data.attributions()
  }

  /// Calls a closure with each row of comma-separated values: a header with the destinations, then the seconds from
  /// each source, empty without a route.
  /// - Throws: The errors of the closure.
  /// - Complexity: O(*s* · *d*) in sources and destinations.
  package func forEachCSVRow(_ body: (CSVRow) throws -> Void) rethrows {
    try body(CSVRow([.text("seconds")] + destinations.map { .text($0) }))
    for (source, name) in sources.enumerated() {
      var fields: [CSVRow.Field] = [.text(name)]
      for destination in destinations.indices {
        fields.append(
          matrix.milliseconds(from: source, to: destination).map { .decimal(Double($0) / 1000, places: 3) }
            ?? .empty)
      }
      try body(CSVRow(fields))
    }
  }

  /// Returns the times as one JSON object: `version`, `attribution`, `from`, `to` and `seconds`, with an array for each
  /// source and null without a route.
  /// - Complexity: O(*s* · *d*) in sources and destinations.
  package func json() -> TerminalText {
    var answer = MatrixAnswer()
    (answer.attribution, answer.from, answer.to) = (attributions.credit, sources, destinations)
    answer.seconds = sources.indices.map { source in
      destinations.indices.map { matrix.milliseconds(from: source, to: $0).map { Double($0) / 1000 } }
    }
    return answer.line()
  }
}

/// The values of the parameters of a request's path, decoded, by name.
package struct PathValues: Sendable {
  private let names: [String]
  private let values: [String]

  /// Creates values.
  /// - Parameters:
  ///   - names: The names of the parameters.
  ///   - values: The value of each.
  package init(_ names: [String] = [], _ values: [String] = []) {
    precondition(names.count == values.count, "\(names.count) parameters have \(values.count) values")
    (self.names, self.values) = (names, values)
  }

  /// The value of a parameter; nil for a name that the path does not have.
  /// - Complexity: O(*n*) in the parameters of the path.
  package subscript(name: String) -> String? { names.firstIndex(of: name).map { values[$0] } }
}

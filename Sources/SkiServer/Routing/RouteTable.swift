package import HTTPTypes

/// The routes of the server, found by path.
package struct RouteTable: Sendable {
  /// The routes, in order.
  package let routes: [Route]
  private let byText: [String: [Int]]
  private let byPattern: [Int]

  /// Creates a table.
  package init(_ routes: [Route]) {
    self.routes = routes
    let indices = routes.indices
    byText = Dictionary(grouping: indices.filter { routes[$0].path.parameters.isEmpty }) {
      routes[$0].path.text
    }
    byPattern = indices.filter { !routes[$0].path.parameters.isEmpty }
  }

  /// The outcome of a search.
  package enum Match: Sendable {
    /// A route, with the encoded values of its path's parameters.
    case route(Route, [Substring])
    /// The path has other methods only.
    case otherMethods([HTTPRequest.Method])
    case none
  }

  /// Returns the route of a method and a path; a request for the head of a resource gets the route that reads it.
  /// - Complexity: O(*n*) in the routes whose paths have parameters.
  package func match(_ method: HTTPRequest.Method, path: Substring) -> Match {
    let wanted = method == .head ? .get : method
    var others: [HTTPRequest.Method] = []
    for index in byText[String(path)] ?? [] {
      if routes[index].method == wanted { return .route(routes[index], []) }
      others.append(routes[index].method)
    }
    // Empty segments are kept, so that a path has one form only.
    let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for index in byPattern {
      guard let values = routes[index].path.values(of: segments) else { continue }
      if routes[index].method == wanted { return .route(routes[index], values) }
      others.append(routes[index].method)
    }
    return others.isEmpty ? .none : .otherMethods(others)
  }
}

package import HTTPTypes

/// The routes of the server, found by path.
package struct RouteTable: Sendable {
  /// The routes, in order.
  package let routes: [Route]
  private let byText: [String: [Int]]
  /// The routes whose paths have parameters, in order, by the form of the paths they match.
  private let byForm: [Form: [Int]]

  /// The number of segments of a path and the first of them.
  private struct Form: Hashable {
    /// The number; nil for the routes that match any.
    let count: Int?
    let first: Substring
  }

  /// Creates a table.
  package init(_ routes: [Route]) {
    self.routes = routes
    let indices = routes.indices
    byText = Dictionary(grouping: indices.filter { routes[$0].path.parameters.isEmpty }) {
      routes[$0].path.text
    }
    byForm = Dictionary(grouping: indices.filter { !routes[$0].path.parameters.isEmpty }) {
      let path = routes[$0].path
      return Form(count: path.takesRest ? nil : path.segments.count, first: path.first)
    }
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
  /// - Complexity: O(*n*) in the routes of that number of segments and first segment.
  package func match(_ method: HTTPRequest.Method, path: Substring) -> Match {
    let wanted = method == .head ? .get : method
    var others: [HTTPRequest.Method] = []
    for index in byText[String(path)] ?? [] {
      if routes[index].method == wanted { return .route(routes[index], []) }
      others.append(routes[index].method)
    }
    // Empty segments are kept, so that a path has one form only.
    let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for index in candidates(segments) {
      guard let values = routes[index].path.values(of: segments) else { continue }
      if routes[index].method == wanted { return .route(routes[index], values) }
      others.append(routes[index].method)
    }
    return others.isEmpty ? .none : .otherMethods(others)
  }

  /// Returns the routes with parameters that may match a path, in order.
  private func candidates(_ segments: [Substring]) -> [Int] {
    let first = segments.first ?? ""
    let exact = byForm[Form(count: segments.count, first: first)] ?? []
    let open = byForm[Form(count: nil, first: first)] ?? []
    return open.isEmpty ? exact : (exact + open).sorted()
  }
}

package import HTTPTypes

/// The routes of the server, found by path.
///
/// Of several paths that match, the most specific one is the resource, and has the methods of its own routes alone: a text comes
/// before a parameter, the segments to the left before those to the right. The order of the routes does not matter.
package struct RouteTable: Sendable {
  /// The routes, in order.
  package let routes: [HTTPRoute]
  private let byText: [Substring: [Int]]
  /// The routes whose paths have parameters, the most specific first, by the form of the paths they match.
  private let byForm: [Form: [Int]]
  /// The ranks of the paths of all routes.
  private let ranks: [[Int]]

  /// The number of segments of a path and the first of them.
  private struct Form: Hashable {
    /// The number; nil for the routes that match any.
    let count: Int?
    let first: Substring
  }

  /// Creates a table.
  package init(_ routes: [HTTPRoute]) {
    self.routes = routes
    let ranks = routes.map(\.path.rank)
    self.ranks = ranks
    let indices = routes.indices.sorted { Self.comes($0, before: $1, ranks) }
    byText = Dictionary(grouping: indices.filter { routes[$0].path.parameters.isEmpty }) {
      routes[$0].path.text[...]
    }
    var byForm = Dictionary(grouping: indices.filter { !routes[$0].path.parameters.isEmpty }) {
      let path = routes[$0].path
      return Form(count: path.takesRest ? nil : path.segments.count, first: path.first)
    }
    // A path of a number of segments that routes have matches those for any number, too.
    for form in byForm.keys where form.count != nil {
      guard let open = byForm[Form(count: nil, first: form.first)] else { continue }
      byForm[form]?.append(contentsOf: open)
      byForm[form]?.sort { Self.comes($0, before: $1, ranks) }
    }
    self.byForm = byForm
  }

  /// The outcome of a search.
  package enum Match: Sendable {
    /// A route, with the encoded values of its path's parameters.
    case route(HTTPRoute, [Substring])
    /// The path has routes of other methods only.
    case otherMethods([HTTPRoute])
    case none
  }

  /// Returns whether a route is tried before another one: that of the more specific path, or else the earlier one.
  private static func comes(_ route: Int, before other: Int, _ ranks: [[Int]]) -> Bool {
    ranks[route] == ranks[other] ? route < other : ranks[route].lexicographicallyPrecedes(ranks[other])
  }

  /// Returns the route of a method and a path; a request for the head of a resource gets the route that reads it.
  /// - Complexity: O(*n*) in the routes of that number of segments and first segment.
  package func match(_ method: HTTPRequest.Method, path: Substring) -> Match {
    let wanted = method == .head ? .get : method
    if let own = byText[path] {
      guard let found = own.first(where: { routes[$0].method == wanted }) else {
        return .otherMethods(own.map { routes[$0] })
      }
      return .route(routes[found], [])
    }
    var others: [HTTPRoute] = []
    var resource: [Int]?
    let segments = Self.segments(of: path)
    for index in candidates(segments) {
      if let resource, resource != ranks[index] { break }
      guard let values = routes[index].path.values(of: segments) else { continue }
      if routes[index].method == wanted { return .route(routes[index], values) }
      others.append(routes[index])
      resource = ranks[index]
    }
    return others.isEmpty ? .none : .otherMethods(others)
  }

  /// Returns the routes of a path, by any method; none for an unknown one.
  package func resource(_ path: Substring) -> [HTTPRoute] {
    // No route has this method, so that all of the path are found.
    guard case .otherMethods(let routes) = match(.options, path: path) else { return [] }
    return routes
  }

  /// Returns the segments of a path; empty ones are kept, so that a path has one form only.
  private static func segments(of path: Substring) -> [Substring] {
    let bytes = path.utf8.dropFirst()
    var segments: [Substring] = []
    segments.reserveCapacity(8)
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "/")) {
      segments.append(path[start..<end])
      start = bytes.index(after: end)
    }
    segments.append(path[start...])
    return segments
  }

  /// Returns the routes with parameters that may match a path, the most specific first.
  private func candidates(_ segments: [Substring]) -> [Int] {
    let first = segments.first ?? ""
    return byForm[Form(count: segments.count, first: first)] ?? byForm[Form(count: nil, first: first)] ?? []
  }
}

/// The path of a route: segments of text and parameters in braces, such as `/v1/trips/{trip}/people`.
package struct PathTemplate: Sendable, Hashable, ExpressibleByStringLiteral {
  /// A segment.
  enum Segment: Sendable, Hashable {
    case text(String)
    /// A parameter, which may end in text: `{set}.json`.
    case parameter(String, suffix: String)
    /// The rest of the path.
    case rest(String)
  }

  /// The template as text, as in an OpenAPI document.
  package let text: String
  let segments: [Segment]
  /// The names of the parameters, in order.
  package let parameters: [String]

  /// Creates a template from its text; `{name...}` at the end stands for the rest of the path.
  package init(stringLiteral text: String) {
    let segments: [Segment] = text.split(separator: "/").map { part in
      guard part.hasPrefix("{"), let end = part.firstIndex(of: "}") else { return .text(String(part)) }
      let name = String(part[part.index(after: part.startIndex)..<end])
      if name.hasSuffix("...") { return .rest(String(name.dropLast(3))) }
      return .parameter(name, suffix: String(part[part.index(after: end)...]))
    }
    self.segments = segments
    parameters = segments.compactMap { segment in
      switch segment {
      case .text: nil
      case .parameter(let name, _), .rest(let name): name
      }
    }
    self.text = text.replacing("...}", with: "}")
  }

  /// The text of the first segment.
  /// - Precondition: It is no parameter.
  var first: Substring {
    guard case .text(let text)? = segments.first else {
      preconditionFailure("path \(text) must begin with text")
    }
    return text[...]
  }

  /// Indicates whether the last parameter stands for the rest of the path.
  var takesRest: Bool { if case .rest? = segments.last { true } else { false } }

  /// A number for each segment, by which the more specific one of two paths comes first: a text, a parameter with the longer
  /// text behind it, any parameter, the rest.
  var rank: [Int] {
    segments.map { segment in
      switch segment {
      case .text: .min
      case .parameter(_, let suffix): -suffix.utf8.count
      case .rest: .max
      }
    }
  }

  /// Returns the values of the parameters, still encoded, when the template matches a path; nil otherwise.
  /// - Parameter path: The segments of the path.
  func values(of path: [Substring]) -> [Substring]? {
    var values: [Substring] = []
    values.reserveCapacity(parameters.count)
    for (index, segment) in segments.enumerated() {
      if case .rest = segment {
        guard index < path.count, let last = path.last else { return nil }
        values.append(path[index].base[path[index].startIndex..<last.endIndex])
        return values
      }
      guard index < path.count else { return nil }
      switch segment {
      case .text(let text): guard path[index] == text else { return nil }
      case .parameter(_, let suffix):
        let value = path[index]
        guard value.utf8.count > suffix.utf8.count, value.utf8.reversed().starts(with: suffix.utf8.reversed())
        else { return nil }
        values.append(value[..<value.utf8.index(value.endIndex, offsetBy: -suffix.utf8.count)])
      case .rest: break
      }
    }
    return path.count == segments.count ? values : nil
  }
}

import SkiBase

/// The attributes that distinguish places of one name: the kind of a lift or the grade of a run, the ski area, the
/// elevation.
struct PlaceQualifiers {
  /// The kind of a lift as in OpenSkiMap, with spaces, or the colour and the grade of a run.
  private let kinds: [String]
  /// The name of the ski area.
  private let area: String?
  /// The elevation in whole metres.
  private let height: String?

  private init(_ place: Place, _ map: SkiMap) throws {
    let graph = try map.graph(place.region)
    let feature = graph.feature(place.feature)
    switch feature.kind {
    case .lift where feature.liftKind != .unknown:
      kinds = [feature.liftKind.rawValue.replacing("_", with: " ")]
    case .run:
      let grade = feature.difficulty
      kinds = [grade?.colour(in: feature.convention).rawValue, grade?.rawValue].compactMap(\.self)
    default: kinds = []
    }
    area = feature.area.flatMap { graph.area($0).name }
    height = place.point.elevationMetres.map { "\(Int($0.rounded())) m" }
  }

  /// Returns whether a folded text is one of the attributes.
  private func include(_ text: String) -> Bool {
    (kinds + [area, height].compactMap(\.self)).contains { NameFolding.fold($0) == text }
  }

  /// Returns for each of some places of one name an attribute that distinguishes it from all others; nil where none
  /// does.
  /// - Complexity: O(*p*²) in places.
  static func labels(_ places: [Place], _ map: SkiMap) throws -> [String?] {
    let all = try places.map { try PlaceQualifiers($0, map) }
    return all.indices.map { index in
      let others = all.indices.filter { $0 != index }.map { all[$0] }
      return [all[index].kinds.first, all[index].area, all[index].height].compactMap(\.self).first { text in
        let folded = NameFolding.fold(text)
        return !folded.isEmpty && !others.contains { $0.include(folded) }
      }
    }
  }

  /// Returns the places with an attribute.
  static func filter(_ places: [Place], by text: String, _ map: SkiMap) throws -> [Place] {
    let folded = NameFolding.fold(text)
    return folded.isEmpty ? [] : try places.filter { try PlaceQualifiers($0, map).include(folded) }
  }
}

extension PlaceFinder {
  /// Returns the places of a name with a qualifier after it: `la Serra (chair lift)`, `la Serra, 2110 m`.
  func qualified(_ query: PlaceQuery, _ index: NameIndex) throws -> [Place] {
    for (open, close) in [("(", ")"), (",", "")] {
      guard query.name.hasSuffix(close), let at = query.name.lastIndex(of: Character(open)) else { continue }
      let base = NameFolding.fold(String(query.name[..<at]))
      let rest = query.name[query.name.index(after: at)...].dropLast(close.count)
      let named = index.exact(base).filter { query.fits($0) }
      let found = try PlaceQualifiers.filter(try places(named, query), by: String(rest), map)
      if !found.isEmpty { return found }
    }
    return []
  }
}

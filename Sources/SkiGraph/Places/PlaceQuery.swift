import SkiBase

/// The parsed text of a place: `lift:Name@top`.
struct PlaceQuery {
  /// The end of a feature.
  enum End: String { case top, bottom }

  /// The text as written.
  let text: String
  /// The name or id without prefix and suffix.
  var name: String
  /// The kind selected by the prefix; nil without one.
  var kind: FeatureKind?
  /// The end selected by the suffix; nil without one.
  var end: End?

  /// Parses a text.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for an empty name and for `@name`, which is reserved.
  init(_ text: String) throws(SkiError) {
    self.text = text
    var rest = text[...].drop { $0.isWhitespace }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    if rest.hasPrefix("@") {
      throw SkiError(
        .invalidArgument,
        "place \(text.shownSafely()) names a traveller, which is on no map; name a lift, run or hut")
    }
    for kind in [FeatureKind.lift, .run, .station, .hut]
    where rest.lowercased().hasPrefix(kind.rawValue + ":") {
      self.kind = kind
      rest = rest.dropFirst(kind.rawValue.count + 1).drop { $0.isWhitespace }
      break
    }
    for end in [End.top, .bottom] where rest.lowercased().hasSuffix("@" + end.rawValue) {
      self.end = end
      rest = rest.dropLast(end.rawValue.count + 1)
      break
    }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    name = String(rest)
    try SkiError.require(
      !name.isEmpty, "place is empty; name a lift, run or hut, or write latitude,longitude")
  }

  /// Returns whether a kind agrees with the prefix.
  func fits(_ kind: FeatureKind) -> Bool { self.kind == nil || self.kind == kind }

  /// Returns whether the kind of a key's feature agrees with the prefix.
  func fits(_ key: NameKey) -> Bool { FeatureKind(code: key.kind).map(fits) ?? false }

  /// Returns the maximum edit distance for a folded name: 0 up to 3 letters, 1 up to 7, then 2.
  static func toleratedErrors(_ folded: String) -> Int {
    switch folded.count {
    case ...3: 0
    case ...7: 1
    default: 2
    }
  }
}

/// The queries for numbers with a word for the kind before them: `run 66`, `Lift 12`, `piste n° 4`.
extension PlaceQuery {
  /// The words for runs and lifts, folded.
  private static let kindWords: [String: FeatureKind] = [
    "run": .run, "trail": .run, "slope": .run, "piste": .run, "pista": .run, "abfahrt": .run, "lift": .lift,
    "chair": .lift, "bahn": .lift, "remontee": .lift,
  ]
  /// The words for "number" between kind and number, folded.
  private static let numberWords: Set<String> = ["no", "nr", "n", "num", "number", "nummer", "numero"]

  /// The kind and the folded number of a query that consists of them; nil otherwise.
  var kindAndNumber: (kind: FeatureKind, number: String)? {
    var words = NameFolding.fold(name).split(separator: " ")[...]
    guard let first = words.popFirst(), let kind = Self.kindWords[String(first)] else { return nil }
    if words.count > 1, let word = words.first, Self.numberWords.contains(String(word)) {
      words.removeFirst()
    }
    let number = words.joined(separator: " ")
    return number.contains(where: \.isNumber) ? (kind, number) : nil
  }

  /// Returns the runs or lifts with the number of the query.
  /// - Complexity: O(log *n* + *k*) in names *n* and results *k*.
  func numbered(in index: NameIndex) -> [NameKey] {
    guard let (kind, number) = kindAndNumber else { return [] }
    return index.exact(number).filter { $0.kind == kind.code }
  }
}

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

import SkiBase
package import SkiGraph

/// A decoded feature in the model's types.
@nonexhaustive
package enum SkiFeature: Sendable, Hashable {
  case run(Run)
  case lift(Lift)
  case area(SkiArea)
  case spot(Spot)
  case street(Street)

  /// The id in the source file.
  package var id: SourceID {
    switch self {
    case .run(let run): run.id
    case .lift(let lift): lift.id
    case .area(let area): area.id
    case .spot(let spot): spot.id
    case .street(let street): street.id
    }
  }
}

/// The position of a feature in its document, which names a feature without id.
struct FeaturePosition {
  var document: String
  /// The number in the document, from 1.
  var number: Int

  var text: String { "\(document)#\(number)" }
}

/// The result of decoding one feature: a value of the model, or the reason against it, with notes.
struct DecodedFeature: Sendable {
  /// The decoded feature; nil when it was left out, for the reason that is the last of ``notes``.
  var feature: SkiFeature?
  var id: String
  var notes: [FeatureNote]
  /// The ski areas defined inside the feature.
  var areas: [SkiArea] = []
  /// The kind its properties state, also of one that was left out; nil when they state none.
  var kind: FeatureRole?
  /// The number a run has in place of a grade, 0...5; nil for other features.
  var gradeNumber: Int?
  /// Indicates whether the feature is from OpenStreetMap: by its id, its sources, or because it was decoded from one of
  /// the two forms, which only OpenStreetMap's data has.
  var isFromOpenStreetMap: Bool

  /// Returns the result for a feature rejected by the scanner.
  static func refused(_ refusal: FeatureRefusal, at position: String) -> DecodedFeature {
    switch refusal {
    case .tooLarge: leftOut("featureTooLarge", "larger than a run or lift can be", at: position)
    case .tooDeep:
      leftOut("featureTooDeep", "values nest deeper than \(JSONCursor.depthLimit) levels", at: position)
    }
  }

  /// Returns the result for a feature that is no valid JSON.
  static func broken(_ reason: String, byte: Int64, at position: String) -> DecodedFeature {
    leftOut("featureNoJSON", reason, at: "\(position), byte \(byte)")
  }

  private static func leftOut(_ code: String, _ detail: String, at position: String) -> DecodedFeature {
    let note = FeatureNote(code: code, outcome: .leftOut, detail: detail)
    return DecodedFeature(id: position, notes: [note], isFromOpenStreetMap: false)
  }
}

/// The decoder of raw features into the model's types; it detects the form of each by its properties.
///
/// OpenSkiMap's form has `type` (`run`, `lift`, `skiArea`, `spot`) or other characteristic properties; raw OSM has
/// tags. The kind of a feature follows from its properties; the document's main role applies only where they are
/// ambiguous.
struct FeatureDecoder {
  let roles: DocumentRoles
  let tags: Properties
  let geometry: RawGeometry?
  var notes: [FeatureNote] = []
  let id: SourceID
  /// The kind the properties state; nil before they are read, and when they state none.
  private var kind: FeatureRole?
  /// The number in place of a grade; nil without.
  var gradeNumber: Int?

  private init(_ raw: RawFeature, roles: DocumentRoles, id: SourceID) {
    (self.roles, tags, geometry, self.id) = (roles, raw.properties, raw.geometry, id)
  }

  /// Decodes one feature.
  /// - Complexity: O(*n*) in the size of the feature.
  static func decode(_ raw: RawFeature, roles: DocumentRoles, position: FeaturePosition) -> DecodedFeature {
    let own = raw.properties.featureID()
    let ownID = own ?? raw.topLevelID
    let id = ownID ?? position.text
    var decoder = FeatureDecoder(raw, roles: roles, id: SourceID(id))
    var result = DecodedFeature(
      id: id, notes: [],
      isFromOpenStreetMap: raw.properties.namesOpenStreetMap || Self.isOpenStreetMapID(id))
    do throws(FeatureRejection) {
      guard raw.isFeature else {
        throw FeatureRejection("notAFeature", "an element that is not a GeoJSON feature")
      }
      let feature = try decoder.feature()
      if ownID == nil { decoder.note("idMissing", .noted, "the position in the file is used as the id") }
      if raw.hasRepairedText {
        decoder.note("textRepaired", .mended, "bytes that are not UTF-8 were replaced by U+FFFD")
      }
      if raw.hasTruncatedText {
        decoder.note("textShortened", .mended, "texts over \(Properties.textLimitBytes) bytes were cut")
      }
      (result.feature, result.gradeNumber) = (feature, decoder.gradeNumber)
      result.isFromOpenStreetMap = true
      result.areas = decoder.referencedAreas(of: feature)
    } catch {
      decoder.notes = [FeatureNote(code: error.code, outcome: .leftOut, detail: error.detail)]
    }
    (result.notes, result.kind) = (decoder.notes, result.feature?.role ?? decoder.kind)
    return result
  }

  private static func isOpenStreetMapID(_ id: String) -> Bool {
    id.hasPrefix("way/") || id.hasPrefix("node/") || id.hasPrefix("relation/")
  }

  private mutating func feature() throws(FeatureRejection) -> SkiFeature {
    guard tags.isPresent else { throw FeatureRejection("propertiesMissing") }
    kind = openSkiMapKind()
    if let kind { return try openSkiMapFeature(kind) }
    let subject = openStreetMapSubject
    kind = subject?.role
    return try openStreetMapFeature(subject)
  }

  /// Returns the role of a feature in OpenSkiMap's form; nil for other forms.
  private func openSkiMapKind() -> FeatureRole? {
    switch tags.text(.type) {
    case "run"?: return .runs
    case "lift"?: return .lifts
    case "skiArea"?: return .areas
    case "spot"?: return .spots
    default: break
    }
    if tags.text(.liftType) != nil { return .lifts }
    if tags.text(.spotType) != nil { return .spots }
    if tags.uses != nil { return .runs }
    let keys: [PropertyKey] = [.difficulty, .difficultyConvention, .runConvention, .status]
    let isOpenSkiMap =
      keys.contains(where: tags.has) || !tags.areas.isEmpty || tags.namesOpenStreetMap
    return isOpenSkiMap && openStreetMapSubject == nil ? roles.main : nil
  }

  mutating func note(_ code: String, _ outcome: ImportReport.Outcome, _ detail: String = "") {
    guard !notes.contains(where: { $0.code == code && $0.outcome == outcome }) else { return }
    notes.append(FeatureNote(code: code, outcome: outcome, detail: detail))
  }

  /// Returns the cleaned geometry and notes its repairs.
  mutating func cleanGeometry() throws(FeatureRejection) -> CleanGeometry {
    var cleaner = GeometryCleaner()
    let clean = try cleaner.clean(geometry)
    notes.append(contentsOf: cleaner.notes)
    return clean
  }

  /// Returns the geometry of a lift, lines only.
  mutating func liftLines() throws(FeatureRejection) -> [Polyline] {
    guard case .lines(let lines) = try cleanGeometry() else {
      throw FeatureRejection("geometryUnsupported", "a lift drawn as \(geometry?.type ?? "nothing")")
    }
    return lines
  }

  /// Returns the ski areas defined inside a feature; a missing location is taken from the feature.
  private func referencedAreas(of feature: SkiFeature) -> [SkiArea] {
    tags.areas.compactMap { reference in
      guard reference.name != nil || reference.status != nil || reference.centre != nil else { return nil }
      guard let centre = reference.centre ?? feature.somePlace else { return nil }
      return SkiArea(
        id: SourceID(reference.id), name: reference.name,
        convention: reference.convention.flatMap { DifficultyConvention(rawValue: $0) },
        status: reference.status.map { Lifecycle(rawValue: $0) ?? .unknown } ?? .operating, centre: centre)
    }
  }
}

extension SkiFeature {
  /// The role of a file of such features.
  fileprivate var role: FeatureRole {
    switch self {
    case .run: .runs
    case .lift: .lifts
    case .area: .areas
    case .spot: .spots
    case .street: .streets
    }
  }

  /// A coordinate on the feature.
  fileprivate var somePlace: Coordinate? {
    switch self {
    case .run(let run): run.geometry.somePlace
    case .lift(let lift): lift.parts.first?.coordinates.first
    case .area(let area): area.centre
    case .spot(let spot): spot.coordinate
    case .street(let street): street.lines.first?.coordinates.first
    }
  }
}

extension RunGeometry {
  /// The first coordinate.
  var somePlace: Coordinate? {
    switch self {
    case .lines(let lines): lines.first?.coordinates.first
    case .areas(let areas): areas.first?.outer.coordinates.first
    }
  }
}

extension CleanGeometry {
  /// The point itself, or the centre of the extent of other geometries.
  var centre: Coordinate? {
    switch self {
    case .point(let place, _): place
    case .lines(let lines): GeometryBox.centre(of: lines.flatMap(\.coordinates))
    case .areas(let areas): GeometryBox.centre(of: areas.flatMap(\.outer.coordinates))
    }
  }

  /// Returns the distance in metres from a place to the farthest vertex; 0 for a point.
  /// - Complexity: O(*n*) in the vertices.
  func radiusMetres(around place: Coordinate) -> Double {
    let lines: [Polyline] =
      switch self {
      case .point: []
      case .lines(let lines): lines
      case .areas(let areas): areas.map(\.outer)
      }
    return lines.reduce(0) { $1.coordinates.reduce($0) { max($0, place.distanceMetres(to: $1)) } }
  }
}

/// Decoding of access and opening hours, kept as tagged.
extension FeatureDecoder {
  private static let accessKeys = AccessTags.Key.allCases.compactMap { key in
    PropertyKey(rawValue: key.rawValue).map { (key: key, tag: $0) }
  }

  /// The access and season tags; `status` is that of the operation, unless it is a lifecycle.
  var accessTags: AccessTags {
    var access = AccessTags()
    for (key, tag) in Self.accessKeys where tags.has(tag) { access[key] = tags.word(tag) }
    if access[.operationalStatus] == nil, let word = tags.word(.status), Lifecycle(rawValue: word) == nil {
      access[.operationalStatus] = word
    }
    return access
  }

  /// The opening hours as tagged, under OpenStreetMap's or OpenSkiMap's key; nil without.
  var openingHours: String? { tags.text(.openingHoursTag) ?? tags.text(.openingHours) }

  /// Adds the properties common to both forms of lifts.
  func addNamesAndAccess(to lift: inout Lift) {
    lift.alternativeNames = alternativeNames(besides: lift.name)
    lift.access = accessTags
    lift.openingHours = openingHours
  }
}

/// Decoding of grooming and terrain, whose values both forms share.
extension FeatureDecoder {
  /// Returns the terrain of a run; unknown values are counted.
  mutating func terrain(groomingKey: PropertyKey) -> RunTerrain {
    RunTerrain(
      grooming: grooming(groomingKey), isGladed: tags.flag(.gladed) ?? tags.flag(.pisteGladed),
      isLit: lit(.pisteLit) ?? lit(.lit),
      isPatrolled: tags.flag(.patrolled) ?? tags.flag(.pistePatrolled),
      hasSnowmaking: tags.flag(.snowmaking) ?? tags.flag(.pisteSnowmaking))
  }

  /// The values that mappers use for `classic`.
  private static let plainGroomingWords: Set<String> = ["yes", "downhill", "groomed"]
  /// The precedence of several values: the first of these applies, since it is true of part of the run.
  private static let groomingOrder: [Grooming] = [
    .mogul, .backcountry, .ungroomed, .scooter, .classicAndSkating, .skating, .classic,
  ]

  /// Returns the grooming of a value or list; nil without a known value.
  private mutating func grooming(_ key: PropertyKey) -> Grooming? {
    let words = tags.words(key)
    if words.count == 1, let grooming = Grooming(rawValue: words[0]) { return grooming }
    guard !words.isEmpty else { return nil }
    var known: Set<Grooming> = []
    for word in words {
      if let grooming = Grooming(rawValue: Self.plainGroomingWords.contains(word) ? "classic" : word) {
        known.insert(grooming)
      } else {
        note("groomingUnknown", .noted, String(word.prefix(60)))
      }
    }
    if known == [.classic, .skating] { return .classicAndSkating }
    return Self.groomingOrder.first(where: known.contains)
  }

  /// The values of `lit` that state the times of lighting.
  private static let litWords: Set<String> = [
    "24/7", "automatic", "dusk-dawn", "sunset-sunrise", "limited", "interval", "operating_times",
  ]

  /// Returns whether a run is lit; nil when unknown.
  private mutating func lit(_ key: PropertyKey) -> Bool? {
    guard let word = tags.word(key) else { return nil }
    if let flag = tags.flag(key) { return flag }
    if Self.litWords.contains(word) { return true }
    if word == "disused" { return false }
    note("litUnknown", .noted, "\(key.rawValue)=\(word.prefix(60))")
    return nil
  }
}

/// Decoding of alternative names and reference numbers.
extension FeatureDecoder {
  /// Returns the reference numbers of a list; without any, the name if it is a number.
  func signNumbers(_ list: String?, _ name: String?) -> [String] {
    let numbers = ReferenceNumbers.list(list)
    guard numbers.isEmpty, let name, FeatureName.isNumber(name) else { return numbers }
    return [name]
  }

  /// Returns the alternative names of a feature: `name:de`, `alt_name`, `old_name:fr` and others, each possibly a
  /// `;`-list.
  ///
  /// Duplicates are omitted. The order is by kind, then language, none first.
  /// - Complexity: O(*n* log *n*) in names, O(*p*) in properties.
  func alternativeNames(besides name: String?) -> [AlternativeName] {
    var found: [AlternativeName] = []
    for (key, kind) in Self.plainNameKeys where tags.has(key) {
      Self.addNames(tags.text(key), kind, language: nil, besides: name, to: &found)
    }
    for entry in tags.names {
      Self.addNames(
        Properties.text(entry.value), entry.kind, language: entry.language, besides: name, to: &found)
    }
    guard found.count > 1 else { return found }
    found.sort { ($0.kind.code, $0.language ?? "", $0.text) < ($1.kind.code, $1.language ?? "", $1.text) }
    return found.uniqued(on: \.text)
  }

  /// The keys of names in no language.
  private static let plainNameKeys = AlternativeName.Kind.allCases.filter { $0 != .translated }.compactMap {
    kind in
    PropertyKey(rawValue: kind.rawValue).map { (key: $0, kind: kind) }
  }

  /// Appends the names of a `;`-list.
  private static func addNames(
    _ list: String?, _ kind: AlternativeName.Kind, language: String?, besides name: String?,
    to found: inout [AlternativeName]
  ) {
    for part in (list ?? "").split(separator: ";") {
      guard let text = FeatureName.name(String(part)), text != name else { continue }
      found.append(AlternativeName(kind, language: language, text))
    }
  }

  /// Returns the kind and language of a key; nil for keys of no alternative name (`name` itself, `name:etymology`).
  ///
  /// A language is a code of two or three letters, optionally followed by more after `-` or `_`, as in BCP 47.
  static func nameKey(_ key: String) -> (AlternativeName.Kind, language: String?)? {
    for kind in AlternativeName.Kind.allCases where key.hasPrefix(kind.rawValue) {
      let rest = key.dropFirst(kind.rawValue.count)
      if rest.isEmpty { return kind == .translated ? nil : (kind, nil) }
      guard rest.first == ":" else { continue }
      let language = rest.dropFirst()
      let code = language.prefix { $0 != "-" && $0 != "_" }
      let isLanguage =
        (2...3).contains(code.utf8.count) && code.allSatisfy({ ("a"..."z").contains($0) })
        && language.utf8.count <= 35 && language.dropFirst(code.count).allSatisfy(Self.isPartOfLanguage)
      return isLanguage ? (kind, String(language)) : nil
    }
    return nil
  }
  private static func isPartOfLanguage(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || character == "-" || character == "_")
  }
}

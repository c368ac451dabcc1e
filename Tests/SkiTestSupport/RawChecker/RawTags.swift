import Foundation

/// The uses of a feature by a raw file.
enum RawOneway: Sendable { case untagged, drawn, against, both }

/// The raw properties of a run or lift, read independently of the importer.
struct RawTags: Sendable {
  var id: String
  var name: String?
  var isOperating: Bool
  var oneway: RawOneway
  /// Words of `piste:type` or `uses`.
  var uses: Set<String> = []
  /// The hardest grade word; nil when ungraded.
  var difficulty: String?
  /// Indicates whether it is tagged as ungroomed.
  var isUngroomed = false
  /// The number on the sign.
  var ref: String?
  /// The convention of this feature, if the file states one.
  var convention: String?
  /// The kind in OpenSkiMap's words; `unknown`, or nil for a feature that is not a lift for skiers.
  var liftKind: String?
  /// The value of `highway`, without `_link`; nil for what is no street.
  var highway: String?
  /// Indicates whether `winter_service=yes`.
  var isCleared = false
}

extension RawTags {
  /// Indicates whether cars use streets of this kind.
  var isForCars: Bool {
    let kinds: Set = [
      "trunk", "primary", "secondary", "tertiary", "unclassified", "residential", "living_street", "service",
      "road",
    ]
    return highway.map(kinds.contains) ?? false
  }

  /// Indicates whether it is a track or path that is under snow far from streets.
  var isHiddenBySnow: Bool {
    !isCleared && ["track", "path", "footway", "bridleway"].contains(highway ?? "")
  }
}

private let lifecycleWords: Set = ["disused", "abandoned", "construction", "proposed", "planned", "razed"]

let rawGrades = ["novice", "easy", "intermediate", "advanced", "expert", "freeride", "extreme"]

/// Returns the place of a grade word on the scale from 1 to 7, nil for any other word.
func rawRank(_ grade: String?) -> Int? {
  grade.flatMap { rawGrades.firstIndex(of: $0) }.map { $0 + 1 }
}

extension RawTags {
  init?(feature: RawObject) {
    let properties = feature["properties"] as? RawObject ?? [:]
    let isOpenSkiMap = ["run", "lift"].contains(properties["type"] as? String)
    let id = isOpenSkiMap ? rawText(properties["id"]) : rawText(properties["@id"])
    guard let id = id ?? rawText(feature["id"]) else { return nil }
    self.init(
      id: id, name: properties["name"] as? String, isOperating: Self.isOperating(properties),
      oneway: Self.oneway(properties))
    uses =
      isOpenSkiMap
      ? Set((properties["uses"] as? [Any] ?? []).compactMap { $0 as? String })
      : Set(Self.words(properties["piste:type"]))
    difficulty = Self.words(properties[isOpenSkiMap ? "difficulty" : "piste:difficulty"])
      .max { (rawRank($0) ?? 0) < (rawRank($1) ?? 0) }
    if rawRank(difficulty) == nil { difficulty = nil }
    let grooming = rawText(properties[isOpenSkiMap ? "grooming" : "piste:grooming"])?.lowercased()
    isUngroomed = grooming == "backcountry" || grooming == "no"
    ref = rawText(properties["piste:ref"]) ?? rawText(properties["ref"])
    convention = properties["difficultyConvention"] as? String
    highway = rawText(properties["highway"]).map { word in
      word.hasSuffix("_link") ? String(word.dropLast(5)) : word
    }
    isCleared = rawText(properties["winter_service"])?.lowercased() == "yes"
    liftKind = isOpenSkiMap ? properties["liftType"] as? String ?? "unknown" : Self.osmKind(properties)
  }

  /// Indicates whether an explicit tag lets the run be used in both directions.
  var isTwoWayRun: Bool {
    oneway == .both || !uses.isDisjoint(with: ["connection", "hike", "skitour"])
  }

  /// Indicates whether it is an ungroomed run without a grade, or one named an itinerary.
  var isItinerary: Bool {
    guard isUngroomed, uses.contains("downhill") || uses.contains("yes") else { return false }
    guard difficulty != nil else { return true }
    let words = "\(name ?? "") \(ref ?? "")".lowercased()
    return [
      "itiner", "itinér", "skiroute", "ski route", "skitour", "variante", "freeride", "off-piste",
      "off piste",
      "offpist", "hors-piste", "hors piste", "fuera de pista", "fora pista", "fuoripista", "fuori pista",
    ].contains { words.contains($0) }
  }

  private static func words(_ value: Any?) -> [String] {
    guard let text = value as? String else { return [] }
    return text.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
  }

  private static func isOperating(_ properties: RawObject) -> Bool {
    if let status = properties["status"] as? String, status != "operating" { return false }
    if isBarred(properties) { return false }
    for (key, value) in properties {
      let parts = key.split(separator: ":").map(String.init)
      let saysNo = ["no", "false", "0"].contains(rawText(value) ?? "no")
      if parts.count == 1, lifecycleWords.contains(key), !saysNo { return false }
      if parts.count > 1, lifecycleWords.contains(parts[0]), !saysNo,
        ["aerialway", "railway", "piste"].contains(parts[1])
      {
        return false
      }
      if parts.count == 2, ["piste", "aerialway"].contains(parts[0]), lifecycleWords.contains(parts[1]),
        !saysNo
      {
        return false
      }
      if ["aerialway", "railway"].contains(key), words(value).contains(where: lifecycleWords.contains) {
        return false
      }
    }
    return true
  }

  private static func oneway(_ properties: RawObject) -> RawOneway {
    let value = properties["piste:oneway"] ?? properties["oneway"]
    if value is NSNull { return .untagged }
    if let text = value as? String {
      switch text.lowercased() {
      case "yes", "true", "1": return .drawn
      case "-1", "reverse": return .against
      case "no", "false", "0": return .both
      default: return .untagged
      }
    }
    if let isOneway = value as? Bool { return isOneway ? .drawn : .both }
    guard let number = rawNumber(value) else { return .untagged }
    return number < 0 ? .against : .drawn
  }

  private static func osmKind(_ properties: RawObject) -> String? {
    let railway = words(properties["railway"])
    if railway.contains("funicular") { return "funicular" }
    if properties["rack"] != nil, !railway.isEmpty { return "rack_railway" }
    if !railway.isEmpty, properties["aerialway"] == nil { return "railway" }
    let aerialway = words(properties["aerialway"])
    if let known = aerialway.first(where: rawKnownAerialways.contains) { return known }
    return aerialway.contains(where: ["goods", "zip_line", "station", "pylon"].contains) ? nil : "unknown"
  }
}

private let rawKnownAerialways: Set = [
  "gondola", "chair_lift", "cable_car", "mixed_lift", "drag_lift", "t-bar", "j-bar", "platter", "rope_tow",
  "magic_carpet",
]
/// The kinds ridden in both directions without a tag.
let rawTwoWayKinds: Set = ["gondola", "cable_car", "funicular", "railway", "rack_railway", "mixed_lift"]
/// The kinds ridden up only without a tag.
let rawUpwardKinds: Set = [
  "chair_lift", "drag_lift", "t-bar", "j-bar", "platter", "rope_tow", "magic_carpet",
]

/// Returns the hardest grade a ceiling word admits under a convention, nil for a foreign word.
func rawCeilingRank(_ word: String, convention: String) -> Int? {
  if let rank = rawRank(word), rank <= 5 { return rank }
  let table: [String: [String: String]] = [
    "europe": ["green": "novice", "blue": "easy", "red": "intermediate", "black": "expert"],
    "north_america": [
      "green": "easy", "blue": "intermediate", "red": "intermediate", "black": "advanced",
      "double-black": "expert",
    ],
    "japan": ["green": "easy", "blue": "easy", "red": "intermediate", "black": "expert"],
  ]
  let grades = table[convention] ?? [:]
  return rawRank(grades[word] ?? (word == "double-black" ? "expert" : nil))
}

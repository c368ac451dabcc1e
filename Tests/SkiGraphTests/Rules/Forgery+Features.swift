import SkiBase

@testable import SkiGraph

extension Forgery {
  /// Replaces a field of the record of the first feature of a kind.
  private static func record(
    _ rule: MapRule, _ what: String, at offset: Int, _ size: Int = 4, kind: UInt64 = 0,
    _ value: @escaping @Sendable (ForgedMap) -> UInt64
  ) -> Forgery {
    Forgery(rule, what) {
      $0.set(.featureRecord, $0.feature(kind: kind), value($0), at: offset, bytes: size)
    }
  }

  static let features: [Forgery] =
    [
      ("kind", 0, 5), ("status", 1, 8), ("convention", 2, 3), ("grade", 3, 8), ("estimated grade", 4, 8),
      ("kind of lift", 5, 14), ("kind of street", 72, 17), ("grooming", 73, 8),
    ].map { (what, offset, code) in
      record(.featureCodes, "an unknown \(what)", at: offset, 1, kind: 3) { _ in code }
    } + [
      record(.featureTexts, "a feature without id", at: 20) { _ in Self.none },
      record(.featureTexts, "an id that is no text", at: 20) { UInt64($0.count(.stringOffsets)) - 1 },
      record(.featureTexts, "a name that is no text", at: 24) { UInt64($0.count(.stringOffsets)) - 1 },
      record(.featureTexts, "a number that is no text", at: 28) { UInt64($0.count(.stringOffsets)) - 1 },
      record(.featureTexts, "a time zone that is no text", at: 76) { UInt64($0.count(.stringOffsets)) },
      record(.featureParent, "a station of a lift that is not there", at: 32, kind: 2) {
        UInt64($0.count(.featureRecord))
      },
      record(.featureParent, "a station of a run", at: 32, kind: 2) { UInt64($0.feature(kind: 0)) },
      record(.featureParent, "a hut that belongs to a lift", at: 32, kind: 3) {
        UInt64($0.feature(kind: 1))
      },
      record(.featureArea, "an area that is not there", at: 36) { UInt64($0.count(.areaRecord)) },
      record(.featureNodes, "a start that is no node", at: 40) { UInt64($0.count(.nodeLatitude)) },
      record(.featureNodes, "an end that is no node", at: 44) { UInt64($0.count(.nodeLatitude)) },
      record(.featurePlace, "a start beyond the pole", at: 48) { _ in 900_000_001 },
      record(.featurePlace, "a start beyond the antimeridian", at: 52) { _ in 1_800_000_001 },
      record(.featurePlace, "an end beyond the pole", at: 60) { _ in 900_000_001 },
      record(.featurePlace, "an end beyond the antimeridian", at: 64) { _ in 1_800_000_001 },
      record(.featureElevation, "a start above all mountains", at: 56) { _ in 1_000_001 },
      record(.featureElevation, "an end above all mountains", at: 68) { _ in 1_000_001 },
    ] + featureLinks + texts + areas

  private static let featureLinks: [Forgery] = [
    value(.featureLinks, .featureFirstLink, 0, 1, "a link in front of all features"),
    Forgery(.featureLinks, "links that end before they begin") {
      let position = $0.linkedFeature()
      $0.set(.featureFirstLink, position, UInt64($0.count(.linkTail)))
    },
    Forgery(.featureLinks, "links that are not there") {
      $0.set(.featureFirstLink, $0.count(.featureFirstLink) - 1, UInt64($0.count(.linkTail)) + 1)
    },
    Forgery(.featureLinks, "a link of another feature") {
      let position = $0.linkedFeature() + 1
      $0.set(.featureFirstLink, position, $0.value(.featureFirstLink, position) + 1)
    },
    Forgery(.featureLinks, "a link behind those of its feature") {
      let last = $0.count(.featureFirstLink) - 1
      let value = $0.value(.featureFirstLink, last)
      for position in 0...last where $0.value(.featureFirstLink, position) == value {
        $0.set(.featureFirstLink, position, value - 1)
      }
    },
  ]

  private static let texts: [Forgery] = [
    Forgery(.rareText, "a text of a feature before the last one's") {
      $0.set(.featureText, 0, $0.value(.featureText, $0.count(.featureText) - 1, bytes: 4), bytes: 4)
    },
    Forgery(.rareText, "a text of no feature") {
      $0.set(.featureText, $0.count(.featureText) - 1, UInt64($0.count(.featureRecord)), bytes: 4)
    },
    Forgery(.rareText, "a text that is not there") {
      $0.set(.featureText, 0, UInt64($0.count(.stringOffsets)) - 1, at: 8, bytes: 4)
    },
    Forgery(.rareText, "a text that is none") { $0.set(.featureText, 0, Self.none, at: 8, bytes: 4) },
    Forgery(.rareText, "a language that is not there") {
      $0.set(.featureText, 0, UInt64($0.count(.stringOffsets)) - 1, at: 12, bytes: 4)
    },
  ]

  private static let areas: [Forgery] = [
    Forgery(.areaTexts, "an area's name that is no text") {
      $0.set(.areaRecord, 0, UInt64($0.count(.stringOffsets)) - 1, bytes: 4)
    },
    Forgery(.areaTexts, "an area's id that is no text") {
      $0.set(.areaRecord, 0, UInt64($0.count(.stringOffsets)) - 1, at: 4, bytes: 4)
    },
    Forgery(.areaTexts, "an area's time zone that is no text") {
      $0.set(.areaRecord, 0, UInt64($0.count(.stringOffsets)), at: 12, bytes: 4)
    },
    Forgery(.areaBox, "an area beyond the South Pole") {
      $0.set(.areaRecord, 0, signed: -900_000_001, at: 16)
    },
    Forgery(.areaBox, "an area beyond the antimeridian") {
      $0.set(.areaRecord, 0, signed: 1_800_000_001, at: 28)
    },
    Forgery(.areaBox, "an area upside down") { $0.set(.areaRecord, 0, signed: 0, at: 24) },
    Forgery(.areaBox, "an area with its east in its west") { $0.set(.areaRecord, 0, signed: 0, at: 28) },
  ]

  static let outlines: [Forgery] =
    [SectionID.ringFeature, .ringKind, .ringFirstPoint, .ringLatitude, .ringLongitude].map { section in
      Forgery(.ringSections, "outlines without \(section)") { $0.hide(section) }
    } + [
      value(.ringCorners, .ringFirstPoint, 0, 1, "a corner in front of all outlines"),
      Forgery(.ringCorners, "a corner behind all outlines") {
        let last = $0.count(.ringFirstPoint) - 1
        $0.set(.ringFirstPoint, last, $0.value(.ringFirstPoint, last) - 1)
      },
      value(.ringCorners, .ringFirstPoint, 1, 2, "an outline of two corners"),
      Forgery(.ringCorners, "an outline that ends behind all corners") {
        $0.set(.ringFirstPoint, 1, UInt64($0.count(.ringLatitude)) + 1)
      },
      Forgery(.ringFeature, "an outline of no feature") {
        $0.set(.ringFeature, $0.count(.ringFeature) - 1, UInt64($0.count(.featureRecord)))
      },
      Forgery(.ringFeature, "an outline of a lift") {
        $0.set(.ringFeature, $0.count(.ringFeature) - 1, UInt64($0.count(.featureRecord)) - 1)
      },
      Forgery(.ringFeature, "outlines in another order") {
        $0.swap(.ringFeature, 0, $0.count(.ringFeature) - 1)
      },
      value(.ringKind, .ringKind, 0, 1, "a hole in nothing"),
      value(.ringKind, .ringKind, 1, 2, "a ring of an unknown kind"),
      Forgery(.ringPlace, "a corner beyond the pole") { $0.set(.ringLatitude, 1, signed: 900_000_001) },
      Forgery(.ringPlace, "a corner beyond the antimeridian") {
        $0.set(.ringLongitude, 1, signed: 1_800_000_001)
      },
      Forgery(.ringEnd, "an outline that repeats its first corner") {
        let last = Int($0.value(.ringFirstPoint, 1)) - 1
        $0.copy(.ringLatitude, from: 0, to: last)
        $0.copy(.ringLongitude, from: 0, to: last)
      },
    ]
}

extension ForgedMap {
  /// The first feature after the first one that has links, with further links after its own.
  fileprivate func linkedFeature() -> Int {
    let first = values(.featureFirstLink)
    return (1..<first.count - 1).first { first[$0] < first[$0 + 1] && first[$0] < first[first.count - 1] }
      ?? 1
  }
}

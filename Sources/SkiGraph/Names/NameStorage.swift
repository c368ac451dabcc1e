import SkiGeo
import SkiModel

/// Typed views of the names and ids of a map, checked once when they are first asked for.
///
/// `@unchecked Sendable`: every view points into `bytes`, which is immutable and kept alive by this object.
final class NameStorage: @unchecked Sendable {
  private let bytes: MapBytes
  let keys: UnsafeBufferPointer<NameKey>
  let ids: UnsafeBufferPointer<IDKey>
  let texts: TextViews
  let words: WordViews

  /// Finds and checks the sections of a part of a map.
  /// - Throws: ``SkiError`` with code `.malformedData` when a name has no text or no feature. (A wrong order loses a find,
  ///   no more.)
  /// - Complexity: O(*n*) in names.
  init(bytes: MapBytes, part: Range<Int>, regions: [MapPart]) throws {
    self.bytes = bytes
    let table = try SectionTable(UnsafeRawBufferPointer(rebasing: bytes.buffer[part]))
    keys = try table.section(.nameKey)
    ids = try table.section(.idKey)
    texts = try TextViews(table)
    words = try WordViews(table, texts, nameCount: keys.count)
    let kinds = FeatureKind.allCases.count
    func isFeature(_ region: UInt32, _ feature: UInt32) -> Bool {
      Int(region) < regions.count && feature < regions[Int(region)].featureCount
    }
    let namesAreSound = keys.allSatisfy {
      Int($0.string) < texts.count && Int($0.kind) < kinds && isFeature($0.region, $0.feature)
    }
    guard namesAreSound, ids.allSatisfy({ isFeature($0.region, $0.feature) }) else {
      throw SkiError(.malformedData, "map is inconsistent: names; build it again")
    }
  }
}

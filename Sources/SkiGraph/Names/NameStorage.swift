import SkiBase

/// The typed views of the names and ids of a map, checked on first use.
///
/// `@unchecked Sendable`: every view points into `bytes`, which is immutable and kept alive by this object.
final class NameStorage: @unchecked Sendable {
  private let bytes: MapBytes
  let keys: SectionRow<NameKey>
  let ids: SectionRow<IDKey>
  let texts: TextViews
  let words: WordViews

  /// Finds and checks the sections of the part with the names.
  /// - Throws: ``SkiError`` with code `.malformedData` that names the rule broken.
  /// - Complexity: O(*n*) in names and their bytes.
  init(bytes: MapBytes, regions: [MapPart]) throws(SkiError) {
    self.bytes = bytes
    let table = try SectionTable(bytes.buffer, of: "names")
    keys = try table.section(.nameKey)
    ids = try table.section(.idKey)
    texts = try TextViews(table)
    words = try WordViews(table)
    try NameValidation(keys: keys, ids: ids, texts: texts, words: words, regions: regions).check()
  }
}

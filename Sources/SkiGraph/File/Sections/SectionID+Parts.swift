extension SectionID {
  private static let texts: [SectionID] = [.stringOffsets, .stringBytes]
  /// The sections of the part with all names.
  static let ofNames: [SectionID] = texts + [.nameKey, .idKey, .wordKey, .wordName, .wordPart]
  /// The sections of the part with the data sources.
  static let ofSources: [SectionID] = texts + [.sourceStrings]
  /// The sections of the part with the import report.
  static let ofReport: [SectionID] = [.report]
  /// The sections of a height grid in a region, all present or none.
  static let ofHeights: [SectionID] = [
    .heightGrid, .heightTile, .heightFirstByte, .heightBytes, .heightAttribution,
  ]
  /// The sections of a region.
  static let ofRegion: [SectionID] = allCases.filter {
    ![.nameKey, .idKey, .wordKey, .wordName, .wordPart, .sourceStrings, .report].contains($0)
  }
}

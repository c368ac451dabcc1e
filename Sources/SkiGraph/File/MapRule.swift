import SkiBase

/// A rule of the format, checked for every part of a map before use.
///
/// The raw values are listed in Data/Formats/skimap.md and appear in errors.
enum MapRule: String, CaseIterable, Sendable {
  // The directory.
  case partLength = "part-length"
  case partPlace = "part-place"
  case partRows = "part-rows"
  case partBox = "part-box"
  case partGap = "part-gap"
  case partKinds = "part-kinds"
  // The sections of a part.
  case sectionTable = "section-table"
  case sectionLimit = "section-limit"
  case sectionPlace = "section-place"
  case sectionOnce = "section-once"
  case sectionWidth = "section-width"
  case stringOffsets = "string-offsets"
  // Counts of a region.
  case nodeCounts = "node-counts"
  case edgeCounts = "edge-counts"
  case linkCounts = "link-counts"
  case pointCounts = "point-counts"
  case featureCounts = "feature-counts"
  case regionCounts = "region-counts"
  case regionBox = "region-box"
  // Nodes and points.
  case nodePlace = "node-place"
  case nodeElevation = "node-elevation"
  case nodeJunction = "node-junction"
  case nodeConfidence = "node-confidence"
  case firstOut = "first-out"
  case nodeDegree = "node-degree"
  case eliminationOrder = "elimination-order"
  case pointPlace = "point-place"
  case pointElevation = "point-elevation"
  case pointDistance = "point-distance"
  case inferredHeight = "inferred-height"
  // Links.
  case linkNodes = "link-nodes"
  case linkKind = "link-kind"
  case linkCause = "link-cause"
  case linkDifficulty = "link-difficulty"
  case linkConfidence = "link-confidence"
  case linkFeature = "link-feature"
  case linkFeatureKind = "link-feature-kind"
  case linkPoints = "link-points"
  case linkEnds = "link-ends"
  case linkHeights = "link-heights"
  case linkEdges = "link-edges"
  // Edges.
  case edgeLink = "edge-link"
  case edgeEnds = "edge-ends"
  case edgeKnown = "edge-known"
  case edgeOrder = "edge-order"
  case cabinRide = "cabin-ride"
  case cabinNode = "cabin-node"
  // Features and areas.
  case featureCodes = "feature-codes"
  case featureTexts = "feature-texts"
  case featurePlace = "feature-place"
  case featureElevation = "feature-elevation"
  case featureNodes = "feature-nodes"
  case featureParent = "feature-parent"
  case featureArea = "feature-area"
  case featureLinks = "feature-links"
  case rareText = "rare-text"
  case areaTexts = "area-texts"
  case areaBox = "area-box"
  // The spatial index.
  case treeCounts = "tree-counts"
  case treeItem = "tree-item"
  case treeLeafBox = "tree-leaf-box"
  case treeInnerBox = "tree-inner-box"
  case treeComplete = "tree-complete"
  // Outlines.
  case ringSections = "ring-sections"
  case ringCounts = "ring-counts"
  case ringCorners = "ring-corners"
  case ringFeature = "ring-feature"
  case ringKind = "ring-kind"
  case ringPlace = "ring-place"
  case ringEnd = "ring-end"
  // The height grid.
  case heightSections = "height-sections"
  case heightCounts = "height-counts"
  case heightLattice = "height-lattice"
  case heightStep = "height-step"
  case heightTile = "height-tile"
  case heightOrder = "height-order"
  case heightBytes = "height-bytes"
  case heightCode = "height-code"
  case heightAttribution = "height-attribution"
  // Names, sources.
  case nameText = "name-text"
  case nameFeature = "name-feature"
  case nameKind = "name-kind"
  case nameOrder = "name-order"
  case idFeature = "id-feature"
  case idCount = "id-count"
  case idOrder = "id-order"
  case wordSections = "word-sections"
  case wordText = "word-text"
  case wordNames = "word-names"
  case wordOrder = "word-order"
  case wordPart = "word-part"
  case wordPartOrder = "word-part-order"
  case sourceStrings = "source-strings"

  /// Returns the error of a map that breaks the rule.
  /// - Parameters:
  ///   - section: The section that breaks it.
  ///   - position: The first element that breaks it.
  ///   - part: The name of the part: `region 3`.
  func broken(_ section: SectionID, _ position: Int, in part: String) -> SkiError {
    broken(at: "\(section)[\(position)] of its \(part)")
  }

  /// Returns the error of a map that breaks the rule at a described location.
  func broken(at place: String) -> SkiError {
    SkiError(.malformedData, "map breaks rule \(rawValue) at \(place); build it again")
  }
}

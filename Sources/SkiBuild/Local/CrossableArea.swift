/// A mapped area that is skied across, with the sites at which something meets it.
struct CrossableArea {
  var run: Int
  var area: LocalArea
  var layer: Int
  var entries: [Int] = []
  /// The gradient of the plane through the inferred elevations of its entries, as a ratio; nil without any.
  var inferredGradient: Double?
}

/// The sites at which skiers enter and leave a run mapped as areas.
struct AreaEnds: Sendable {
  var upper: Int
  var lower: Int
}

/// A mapped area that is skied across, with the sites at which something meets it.
struct CrossableArea {
  var run: Int
  var area: LocalArea
  var layer: Int
  var entries: [Int] = []
}

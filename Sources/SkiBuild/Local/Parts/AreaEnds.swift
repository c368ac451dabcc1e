/// A site where skiers enter a run mapped as areas, and one where they leave it.
struct AreaEnds: Sendable {
  var upper: Int
  var lower: Int
}

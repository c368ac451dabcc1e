/// The sites at which skiers enter and leave a run mapped as areas.
struct AreaEnds: Sendable {
  var upper: Int
  var lower: Int
}

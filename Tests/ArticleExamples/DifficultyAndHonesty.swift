import SkiBase
import SkiGraph
import SkiRouting

func difficultyAndHonesty() throws {
  var skier = SkierProfile(ability: .intermediate, ceiling: .colour(.red))
  skier.ungraded = .refuse
  skier.avoidedTerrain = [.glades, .moguls]

  let map = try SkiMap.open(path: "sample.skimap")
  let finder = PlaceFinder(map: map)
  let request = RouteRequest(
    from: .place(try finder.place("Montsoleil")), to: .place(try finder.place("Crête")), profile: skier)
  guard let route = try MapRouter(map: map).route(request).value else { return }

  for step in route.steps where step.kind == .run {
    let grade = step.difficulty.map(\.rawValue) ?? "ungraded"
    print(step.name ?? "", grade, step.isDifficultyEstimated ? "estimated" : "as mapped")
  }
  if let hardest = route.hardestSection() { print(hardest.gradient.ratio) }
}

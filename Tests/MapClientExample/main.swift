import SkiAPI
import SkiBase
import SkiClient
import SkiGraph

// The questions over a server's map; an app that asks for routes alone needs no engine and no log-in.
let server = ServerConnection(to: try ServerAddress(CommandLine.arguments.last ?? "http://127.0.0.1:8080"))
let map = MapClient(at: server)

// A field for places asks with each letter that is typed.
for place in try await map.places(PlacesQuestion(query: "mont")) {
  print("\(place.kind.rawValue) \(place.name ?? place.id.rawValue)")
}

var question = RouteQuestion(from: "Montsoleil", to: "Crête")
question.skier.maxDifficulty = "red"
guard case .route(let answer) = try await map.route(question), let totals = answer.route.totals else {
  fatalError("no way to Crête in red")
}
print("\(answer.route.from) to \(answer.route.to): \(Int(totals.seconds / 60)) minutes")
for step in answer.steps { print(step.name ?? step.movement.rawValue) }

// No way is an answer, too: one with the reason.
question.skier.maxDifficulty = "green"
if case .route(let answer) = try await map.route(question), let missing = answer.route.missing {
  print(missing.message)
}

import SkiAPI
import SkiBase
import SkiGraph
import SkiNavigation
import SkiPeople

/// A server of live sharing whose users are commands on standard input, one JSON object a line.
///
/// Tools/faults starts several on one store, and stops, kills and cuts them off.
@main
struct FaultServer {
  static func main() async throws {
    let settings = try ServerSettings(CommandLine.arguments.dropFirst())
    let output = LineOutput()
    let clock = settings.clock
    let storage = try await settings.openStorage()
    let until = clock.now().advanced(bySeconds: 86_400)
    // Each accepted fix is stored, so that an acknowledgement names the fix that must be kept.
    var matching = LiveMatcherOptions()
    matching.greatestSilenceSeconds = 0
    let environment = SkiEnvironment(
      map: try SkiMap.open(path: settings.map), storage: storage, membership: OneTrip(until: until),
      clock: clock, matching: matching)
    // Detached, since reading the commands blocks the main thread.
    let running = Task.detached { await environment.run() }
    let session = CommandSession(environment: environment, output: output, clock: clock, until: until)
    output.write(Reply(tag: 0))
    while let line = readLine() { session.perform(line) }
    running.cancel()
    await running.value
  }
}

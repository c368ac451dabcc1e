import Foundation
import SkiBase

/// Measures live sharing in one server process; see `Tools/measure-sharing`, which starts several and a database.
@main
enum MeasureSharing {
  static func main() async {
    do {
      let words = Array(CommandLine.arguments.dropFirst())
      let settings = try Settings(Array(words.dropFirst()))
      switch words.first {
      case "prepare": try await Preparation.run(settings)
      case "load": try await LoadProcess(settings).run()
      case "acknowledge": try await Acknowledging.run(settings)
      case "erase": try await Erasing.run(settings)
      case "nearby": try NearbyMeasure.run(settings)
      default: throw SkiError(.invalidArgument, "unknown mode; use Tools/measure-sharing")
      }
    } catch {
      FileHandle.standardError.write(Data("measure-sharing: \(error)\n".utf8))
      exit(1)
    }
  }
}

import FuzzSupport
import SkiAnswers
import SkiBase
import SkiGraph

@_cdecl("FuzzSkiMap_main")
package func start(
  _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  fuzz(count, arguments) { data, size in
    examine(copied(data, size))
    return 0
  }
}

/// The errors that opening a map or a part of it may throw.
private let mapCodes: Set<SkiError.Code> = [.malformedData, .unsupportedFormat]

/// Opens a map and uses its valid parts as the command does.
private func examine(_ bytes: [UInt8]) {
  checkHeightCode(bytes)
  guard let map = checked({ try SkiMap(bytes: bytes) }) else { return }
  let chosen = choice(from: bytes)
  let isWhole = checked { try map.verify() } != nil
  let graphs = map.regions.prefix(8).compactMap { region in checked { try map.graph(region) } }
  require(!isWhole || graphs.count == min(8, map.regionCount), "a map is whole, but not all its regions are")
  for graph in graphs {
    checkGraph(graph)
    checkSnaps(graph, chosen)
    checkHeights(graph, isWhole: isWhole)
  }
  checkNames(map, graphs, chosen, isWhole: isWhole)
  checkRoutes(map, graphs, chosen)
  guard isWhole else { return }
  do {
    let survey = try MapSurvey(map)
    require(!survey.text().string.isEmpty && !survey.json().text().isEmpty, "a survey says nothing")
    _ = try map.reportJSON()
  } catch {
    fatalError("broken promise: a whole map can't be surveyed: \(error)")
  }
}

/// Returns the result of a step of opening; nil after a documented error.
private func checked<Value>(_ step: () throws -> Value) -> Value? {
  do {
    return try step()
  } catch {
    require(error, isOneOf: mapCodes)
    return nil
  }
}

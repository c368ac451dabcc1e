import ArgumentParser
import SkiAPI
import SkiAnswers
import SkiBase
import SkiGraph
import SkiRouting

/// `skiroute matrix`: writes the times of the fastest routes between all places of two lists.
struct MatrixCommand: TimedCommand {
  static let configuration = CommandConfiguration(
    commandName: "matrix",
    abstract: "Writes a table of the times of the fastest routes between places.",
    discussion: """
      Each line of a file is a place: a name or latitude,longitude. Times are in seconds and ignore opening hours; a pair without \
      a route within the limits has none. Lines that name no place are listed on standard error, and their rows or columns are empty.

      Examples:
        skiroute matrix --from hotels.txt
        skiroute matrix --from hotels.txt --to lifts.txt --format json
      """)

  /// The formats of a matrix; see Data/Formats/tables.md.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case csv, json
  }

  @Option(help: "The file of the places to start from.") var from: String
  @Option(help: "The file of the destinations; else those of --from.") var to: String?
  @OptionGroup var asked: DocumentOptions<SkierOptions>
  @OptionGroup var source: MapOptions
  @Option(help: "csv or json.") var format: Format = .csv
  @OptionGroup var time: TimeOptions

  func run() throws {
    let skier = try asked.document()
    let service = MapService(map: try MapSelection.open(source.map))
    let question = try QuestionContext(skier, day: .unknown, over: service)
    let sources = try PlaceList(path: from, finder: question.finder)
    let destinations = try to.map { try PlaceList(path: $0, finder: question.finder) } ?? sources
    let matrix = try question.router.matrix(
      from: sources.ends.map(\.?.endpoint), to: destinations.ends.map(\.?.endpoint),
      profile: skier.profile(), snapLimitMetres: skier.snap)
    try write(matrix, sources, destinations, question.map)
    note(matrix.sourceReasons, sources)
    if to != nil { note(matrix.destinationReasons, destinations) }
    let faults = sources.faults + (to == nil ? [] : destinations.faults)
    for fault in faults.prefix(Self.listedFaults) { Console.note("skiroute: \(fault.description)") }
    guard faults.isEmpty else {
      throw SkiError(
        .malformedData,
        faults.count == 1
          ? "1 line names no place; correct it, the others were answered"
          : "\(faults.count) lines name no place; correct them, the others were answered",
        subject: sources.faults.isEmpty ? to : from)
    }
  }

  /// The maximum number of lines that are listed with their reason.
  private static let listedFaults = 10

  private func write(
    _ matrix: RouteMatrix, _ sources: PlaceList, _ destinations: PlaceList, _ map: SkiMap
  ) throws {
    let document = MatrixDocument(
      matrix, sources: sources.labels, destinations: destinations.labels, data: map.sources)
    switch format {
    case .csv: try document.forEachCSVRow(Console.write)
    case .json: try Console.write(document.json())
    }
  }

  /// Notes the reasons of places that are not on the network.
  private func note(_ reasons: [NoAnswer?], _ list: PlaceList) {
    let missing = zip(list.labels, reasons).compactMap { label, reason in reason.map { (label, $0) } }
    for (label, reason) in missing.prefix(Self.listedFaults) {
      Console.note("skiroute: \(label): \(reason.message())")
    }
    guard missing.count > Self.listedFaults else { return }
    Console.note("skiroute: \(missing.count - Self.listedFaults) more places are not on the network")
  }
}

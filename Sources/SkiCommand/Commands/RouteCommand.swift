import ArgumentParser
import SkiAPI
import SkiAnswers
import SkiBase
import SkiGraph
import SkiRouting

/// `skiroute FROM TO`: computes a route.
struct RouteCommand: TimedCommand {
  static let configuration = CommandConfiguration(
    commandName: "route", abstract: "Routes from one place to another (the default).",
    discussion: """
      FROM and TO are names of lifts, runs, stations or huts, or latitude,longitude. lift:X, run:X, X@top \
      and X@bottom select one of several. A lift means its boarding end, a run its upper end. With a \
      departure time, hours of lifts or a status, times are considered: the route waits for what opens, \
      and takes nothing that closes too early.

      Examples:
        skiroute route Montsoleil Crête --max-difficulty red
        skiroute Montsoleil Crête --depart 10:00 --closing 16:30 --directions
      """)

  @OptionGroup var asked: DocumentOptions<RouteQuestion>
  @OptionGroup var source: MapOptions
  @OptionGroup var day: DayFileOptions
  @Option(help: "text, json, geojson or gpx.") var format: RouteFormat = .text
  @OptionGroup var pictures: PictureOptions
  @Option(help: "Also draw the elevation profile of the route as a picture: an .svg, .png or .html file.")
  var profilePicture: OutputName?
  @OptionGroup var time: TimeOptions

  func run() throws {
    let question = try asked.document()
    try checkFormat(question.directions)
    try question.checkedChoice(
      drawsOneRoute: pictures.picture != nil || profilePicture != nil || format == .gpx)
    var files = try FilePlan.of(MapSelection.files(source.map) + day.files, elevation: pictures.elevation)
    let plan = try pictures.plan(&files)
    let heights = try profilePicture.map { try PictureFile($0, in: &files) }
    let conditions = try conditions(of: question)
    let service = MapService(map: try MapSelection.open(source.map))
    switch try question.answer(over: service, under: conditions) {
    case .several(let several):
      try format.write(several.document)
      if several.isNegative { throw ExitStatusError(status: .noRoute) }
    case .one(let document):
      // Drawn first, so that nothing is answered when a picture can't be written; without a route there is no picture.
      if case .answer = document.result { try draw(document, map: service.map, plan: plan, heights: heights) }
      try answer(document)
      guard case .noAnswer(let reason) = document.result else { return }
      NoAnswerError.noteSnap(reason)
      throw ExitStatusError(status: .noRoute)
    }
  }

  /// Reads the conditions of the day where the clock counts.
  private func conditions(of question: RouteQuestion) throws -> DayConditions {
    let none = DayConditions(now: UniversalTime(secondsSince1970: 0))
    guard day.status != nil || question.home != nil || question.hours.isGiven(under: none) else {
      return none
    }
    return try day.conditions()
  }

  /// Checks that the format has what is asked for.
  private func checkFormat(_ terms: DirectionsOptions) throws {
    try terms.check()
    guard format == .gpx,
      let lonely = [("--directions", terms.directions), ("--profile", terms.profile)].first(where: \.1)
    else { return }
    throw SkiError(
      .invalidArgument,
      "option \(lonely.0) is for text, json and geojson, not for gpx; choose another format")
  }

  /// Draws the requested pictures.
  private func draw(
    _ document: RouteDocument, map: SkiMap, plan: PicturePlan?, heights: PictureFile?
  ) throws {
    let title = "\(document.from) → \(document.to)"
    if let plan {
      let drawn = try RoutePicture(document, map: map, size: pictures.thumbnail ? .thumbnail : .page)
      let svg = drawn.svg(over: try plan.relief(of: drawn.extent, on: map))
      try plan.file.write(svg, size: drawn.pixelSize, title: title)
    }
    if let heights {
      let drawn = RoutePicture(heightsOf: document)
      try heights.write(drawn.svg(), size: drawn.pixelSize, title: title)
    }
  }

  private func answer(_ document: RouteDocument) throws {
    switch format {
    case .text: try Console.write(document.text(colour: Console.wantsColour(), columns: Console.columns()))
    case .json: try Console.write(document.json())
    case .geojson: try Console.write(document.geoJSON())
    case .gpx: try Console.write(document.gpx())
    }
  }
}

import ArgumentParser
import SkiFormats
import SkiGeo
import SkiGraph
import SkiReports
import SkiRouting
import SkiService

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

  @Argument(help: ArgumentHelp(KeyText.from)) var from: String
  @Argument(help: ArgumentHelp(KeyText.to)) var to: String
  @OptionGroup var skier: SkierOptions
  @OptionGroup var hours: HoursOptions
  @Option(
    help: ArgumentHelp(KeyText.homeWarning))
  var home: String?
  @Option(help: "text, json, geojson or gpx.") var format: RouteFormat = .text
  @OptionGroup var telling: DirectionsOptions
  @OptionGroup var choices: ChoiceOptions
  @OptionGroup var pictures: PictureOptions
  @OptionGroup var time: TimeOptions

  func run() throws {
    let question = question
    try telling.check(format: format)
    try question.checkedChoice(
      drawsOneRoute: pictures.picture != nil || telling.profilePicture != nil || format == .gpx)
    var files = try FilePlan.of(MapSelection.files(skier.map) + hours.files, elevation: pictures.elevation)
    let plan = try pictures.plan(&files)
    let heights = try telling.picture(&files)
    let conditions = try conditions()
    let service = MapService(map: try MapSelection.open(skier.map))
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
  private func conditions() throws -> DayConditions {
    hours.isGiven || home != nil
      ? try hours.conditions() : DayConditions(now: UniversalTime(secondsSince1970: 0))
  }

  /// The question of the arguments.
  private var question: RouteQuestion {
    var question = RouteQuestion()
    (question.from, question.to, question.home) = (from, to, home)
    (question.skier, question.hours) = (skier.terms, hours.terms)
    (question.directions, question.choices) = (telling.terms, choices.terms)
    return question
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

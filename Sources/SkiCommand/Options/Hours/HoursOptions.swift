import ArgumentParser
import SkiService

/// The options of the clock: hours, status and holidays.
struct HoursOptions: ParsableArguments {
  @Option(help: ArgumentHelp(KeyText.depart)) var depart: String?
  @Option(help: ArgumentHelp(KeyText.opening)) var opening: String?
  @Option(
    help: ArgumentHelp(KeyText.closing))
  var closing: String?
  @Option(help: "States of lifts and runs today: a JSON file, see Data/Formats/status.md.") var status:
    String?

  @Option(
    help: ArgumentHelp(KeyText.date))
  var date: String?
  @Option(help: ArgumentHelp(KeyText.zone)) var zone: String?
  @Option(
    help:
      "Holidays that opening hours refer to: a file with one date in each line; see Data/Formats/status.md.")
  var holidays: String?

  /// Indicates whether the answer is time-dependent.
  var isGiven: Bool { depart != nil || opening != nil || closing != nil || status != nil || date != nil }

  /// The input files.
  var files: [String] { [status, holidays].compactMap(\.self) }

  /// The clock of the options.
  var terms: DayTerms {
    var terms = DayTerms()
    (terms.depart, terms.opening, terms.closing) = (depart, opening, closing)
    (terms.date, terms.zone) = (date, zone)
    return terms
  }

  /// Reads the files of the day.
  /// - Throws: ``SkiError`` as ``StatusReader/read(_:path:)``, and the errors of reading the files.
  func conditions() throws -> DayConditions {
    try DayFiles.conditions(status: status, holidays: holidays)
  }
}

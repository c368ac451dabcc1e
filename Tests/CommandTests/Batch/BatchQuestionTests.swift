import Foundation
import SkiBase
import SkiTestSupport
import Testing

/// The questions of `skiroute batch` beside the commands that answer them one by one.
struct BatchQuestionTests {
  private static let village = "Funiculaire du Village@bottom"
  private static let hut = "Chalet du Vallon Perdu"

  /// The members of a line, and the arguments of the command with the same question.
  private static let questions: [(members: String, arguments: [String])] = [
    (#""from":"Montsoleil","to":"Crête""#, ["Montsoleil", "Crête"]),
    (
      #""question":"route","from":"Montsoleil","to":"Crête","maxDifficulty":"red","ability":"advanced","board":true"#,
      ["Montsoleil", "Crête", "--max-difficulty", "red", "--ability", "advanced", "--board"]
    ),
    (
      #""from":"Montsoleil","to":"Crête","avoid":["drag_lift","glades"],"closed":"Aurore","ungraded":"allow","allow":["freeride,tour"],"fastest":true"#,
      [
        "Montsoleil", "Crête", "--avoid", "drag_lift", "--avoid", "glades", "--closed", "Aurore",
        "--ungraded",
        "allow", "--allow", "freeride,tour", "--fastest",
      ]
    ),
    (
      #""from":"46.0498,-4.9028","to":"Crête","snap":4000.5,"night":false,"home":null"#,
      ["46.0498,-4.9028", "Crête", "--snap", "4000.5"]
    ),
    (#""from":"46.07,-4.92","to":"Crête""#, ["46.07,-4.92", "Crête"]),
    (#""from":"Crête","to":"\(village)","night":true"#, ["Crête", village, "--night"]),
    (
      #""from":"Crête","to":"\(village)","maxDifficulty":"green""#,
      ["Crête", village, "--max-difficulty", "green"]
    ),
    (
      #""from":"Montsoleil","to":"Crête","home":"\(village)","depart":"15:00","closing":"16:30","opening":"09:00","date":"2026-02-14""#,
      [
        "Montsoleil", "Crête", "--home", village, "--depart", "15:00", "--closing", "16:30", "--opening",
        "09:00",
        "--date", "2026-02-14",
      ]
    ),
    (
      #""from":"Montsoleil","to":"Crête","directions":true,"language":"fr","profile":true"#,
      ["Montsoleil", "Crête", "--directions", "--language", "fr", "--profile"]
    ),
    (
      #""from":"\(village)","to":"Crête","alternatives":3,"depart":"10:00""#,
      [village, "Crête", "--alternatives", "3", "--depart", "10:00"]
    ),
    (#""from":"\(village)","to":"Crête","pareto":true"#, [village, "Crête", "--pareto"]),
    (
      #""from":"\(village)","to":"\(village)","via":["Crête","\(hut)"],"pause":20,"depart":"10:00""#,
      [village, village, "--via", "Crête", "--via", hut, "--pause", "20", "--depart", "10:00"]
    ),
    (
      #""from":"Crête","to":"\(village)","prefer":"red","shun":["flats","crowds"],"depart":"10:00""#,
      ["Crête", village, "--prefer", "red", "--shun", "flats", "--shun", "crowds", "--depart", "10:00"]
    ),
    (
      #""question":"home","from":"Crête","home":"\(village)","closing":"16:30","depart":"12:00""#,
      ["home", "Crête", "--home", village, "--closing", "16:30", "--depart", "12:00"]
    ),
    (
      #""question":"home","home":"\(village)","closing":"16:30""#,
      ["home", "--home", village, "--closing", "16:30"]
    ),
    (
      #""question":"home","from":"\(hut)","home":"\(village)","closing":"06:30""#,
      ["home", hut, "--home", village, "--closing", "06:30"]
    ),
    (
      #""question":"reach","from":"Montsoleil","minutes":60,"home":"\(village)","depart":"15:00","closing":"16:30""#,
      [
        "reach", "Montsoleil", "--minutes", "60", "--home", village, "--depart", "15:00", "--closing",
        "16:30",
      ]
    ),
    (
      #""question":"meet","places":["Montsoleil","Crête"],"person":["Anna max-difficulty=blue ability=beginner","Ben depart=15:10"],"depart":"15:00""#,
      [
        "meet", "Montsoleil", "Crête", "--person", "Anna max-difficulty=blue ability=beginner", "--person",
        "Ben depart=15:10", "--depart", "15:00",
      ]
    ),
    (
      #""question":"meet","places":["Montsoleil","Crête"],"at":"\(hut)","oneWay":true,"depart":"15:00""#,
      ["meet", "Montsoleil", "Crête", "--at", hut, "--one-way", "--depart", "15:00"]
    ),
    (
      #""question":"whatif","close":["Montsoleil"],"home":"\(village)","maxDifficulty":"black""#,
      ["whatif", "--close", "Montsoleil", "--home", village, "--max-difficulty", "black"]
    ),
    (
      #""question":"day","home":"\(village)","from":"14:00","until":"16:00","goal":"metres","end":"Crête","lunch":"\(hut)","lunchAt":"14:30","lunchBy":"15:30","lunchMinutes":20"#,
      [
        "day", village, "--from", "14:00", "--until", "16:00", "--goal", "metres", "--end", "Crête",
        "--lunch",
        hut,
        "--lunch-at", "14:30", "--lunch-by", "15:30", "--lunch-minutes", "20",
      ]
    ),
    (
      #""question":"day","home":"\(village)","from":"15:00","until":"16:00","run":["Vallon Noir"],"maxDifficulty":"black""#,
      [
        "day", village, "--from", "15:00", "--until", "16:00", "--run", "Vallon Noir", "--max-difficulty",
        "black",
      ]
    ),
    (
      #""question":"day","home":"Montsoleil","from":"15:20","until":"16:00","goal":"runs""#,
      ["day", "Montsoleil", "--from", "15:20", "--until", "16:00", "--goal", "runs"]
    ),
    (#""question":"places","query":"grand","limit":3"#, ["places", "grand", "--limit", "3"]),
    (
      #""question":"locate","place":"46.0498,-4.9028","accuracy":8"#,
      ["locate", "46.0498,-4.9028", "--accuracy", "8"]
    ),
  ]

  /// The members with the names of places put in.
  private static func line(_ id: Int, _ members: String) -> String {
    let named = members.replacing(#"\(village)"#, with: village).replacing(#"\(hut)"#, with: hut)
    return "{\(named),\"id\":\(id)}"
  }

  @Test func `each answer has the bytes that the single command writes`() throws {
    let lines = Self.questions.enumerated().map { Self.line($0, $1.members) }
    let run = try BatchRun(lines, ["--workers", "2"])
    #expect(run.outcome.exitCode == 0 && run.outcome.standardError.isEmpty, "\(run.outcome)")
    try #require(run.lines.count == lines.count)
    for (id, (question, answer)) in zip(Self.questions, run.lines).enumerated() {
      let single = try skiroute(question.arguments + ["--format", "json"])
      #expect([0, 1].contains(single.exitCode), "\(question.arguments): \(single)")
      var expected = "{\"id\":\(id),\"answer\":" + single.text.dropLast()
      if !single.standardError.isEmpty {
        let notes = single.errorText.split(separator: "\n").map {
          // The command names options, a line of a batch keys.
          $0.trimmingPrefix("skiroute: ").replacing("--", with: "")
        }
        expected += ",\"notes\":[" + notes.map { "\"\($0)\"" }.joined(separator: ",") + "]"
      }
      #expect(answer == expected + "}", "\(question.arguments)")
    }
  }

  @Test func `a status and holidays apply to every line as to a single command`() throws {
    let scratch = ScratchFolder()
    let status = scratch.write(
      #"{"version":1,"features":[{"name":"Montsoleil","hours":[{"opens":"09:00","closes":"09:30"}]}]}"#,
      to: "status.json")
    let holidays = scratch.write("2026-02-14 Carnival\n", to: "days.txt")
    let members = #""from":"Montsoleil","to":"Crête@top","depart":"10:00","date":"2026-02-14""#
    let run = try BatchRun([Self.line(1, members)], ["--status", status, "--holidays", holidays])
    let single = try skiroute(
      "Montsoleil", "Crête@top", "--depart", "10:00", "--date", "2026-02-14", "--status", status,
      "--holidays",
      holidays, "--format", "json")
    #expect(run.outcome.exitCode == 0 && [0, 1].contains(single.exitCode), "\(run.outcome) \(single)")
    #expect(run.lines == ["{\"id\":1,\"answer\":\(single.text.dropLast())}"])
  }

  @Test func `the keys of each question are the options of its command, but for files`() throws {
    let files: Set = ["map", "format", "timeout", "help", "version"]
    let days: Set = ["status", "holidays"]
    let pictures: Set = [
      "picture", "thumbnail", "scale", "elevation", "elevationEncoding", "verticalUnit", "profilePicture",
    ]
    let options = try Self.options()
    for question in ["route", "home", "reach", "meet", "whatif", "day", "places", "locate"] {
      let error = try #require(
        try BatchRun(["{\"question\":\"\(question)\",\"qqqqqqqqqqqq\":1}"]).errors().first ?? nil)
      let known = try #require(error.message.split(separator: "write one of: ").last)
      let keys = Set(known.split(separator: ", ").map(String.init)).subtracting(["id", "question", "timeout"])
      let expected = try #require(options[question]).subtracting(files).subtracting(days)
        .subtracting(pictures)
      #expect(keys == expected, "\(question)")
    }
  }

  @Test func `a tour and a route without one are written as recorded`() throws {
    let run = try BatchRun([
      #"{"id":"one","from":"Montsoleil","to":"Aurore"}"#,
      #"{"id":2.50,"question":"reach","from":"-33.1,-70.2"}"#,
      #"{"question":"whatif","close":"Aurore","home":"46.07,-4.92"}"#,
      #"{"id":"é\"\u0007","question":"places","query":"noir"}"#,
      #"{"id":5,"question":"day","home":"Montsoleil","from":"15:00","until":"15:30"}"#,
      #"{"id":6,"form":"Montsoleil"}"#,
    ])
    #expect(run.outcome.exitCode == 65, "\(run.outcome)")
    try expectGolden(run.outcome.text, "batch")
  }

  /// Returns the arguments and options of each command in camel case, by its name.
  private static func options() throws -> [String: Set<String>] {
    struct Dump: Decodable { let command: Entry }
    struct Entry: Decodable {
      struct Argument: Decodable {
        struct Name: Decodable { let name: String }
        let valueName: String?
        let preferredName: Name?
      }
      let commandName: String
      let arguments: [Argument]?
      let subcommands: [Entry]?
    }
    let outcome = try skiroute("--experimental-dump-help")
    let entries = try JSONDecoder().decode(Dump.self, from: outcome.standardOutput).command.subcommands ?? []
    return Dictionary(
      uniqueKeysWithValues: entries.map { entry in
        let names = (entry.arguments ?? []).map { $0.preferredName?.name ?? $0.valueName ?? "" }
        return (entry.commandName, Set(names.map(camelCase)))
      })
  }

  private static func camelCase(_ option: String) -> String {
    let words = option.split(separator: "-")
    return words.prefix(1).joined() + words.dropFirst().map(\.capitalized).joined()
  }
}

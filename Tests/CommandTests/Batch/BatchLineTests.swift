import Foundation
import SkiBase
import SkiTestSupport
import Testing

/// The lines of `skiroute batch`: their order, and lines that are no question.
struct BatchLineTests {
  @Test func `answers keep the order of the lines on any number of threads`() throws {
    let lines = (0..<600).map { id in
      switch id % 5 {
      case 0: #"{"id":\#(id),"from":"Montsoleil","to":"Crête"}"#
      case 1: #"{"id":\#(id),"question":"places","query":"noir"}"#
      case 2: #"{"id":\#(id),"question":"locate","place":"46.0498,-4.9028"}"#
      case 3: #"{"id":\#(id),"from":"Crête","to":"Montsoleil","closed":"Aurore","snap":\#(id)}"#
      default: #"{"id":\#(id),"from":"nowhere at all","to":"Crête"}"#
      }
    }
    let runs = try ["1", "2", "7"].map { try BatchRun(lines, ["--workers", $0]) }
    for run in runs {
      #expect(run.outcome.exitCode == 65, "\(run.outcome)")
      #expect(run.outcome.errorText.contains("120 of 600 lines have errors"), "\(run.outcome)")
      #expect(run.outcome.text == runs[0].outcome.text)
    }
    #expect(try runs[0].objects().map { $0["id"] as? Int } == Array(0..<600))
  }

  @Test(arguments: [
    ("{", "malformedData", "not JSON"), ("[]", "malformedData", "a list"), ("7", "malformedData", "number 7"),
    (#""text""#, "malformedData", "a text"), ("null", "malformedData", "null"),
    (#"{"from":"a","from":"b"}"#, "malformedData", "given twice"),
    (#"{"from":"Montsoleil"}{}"#, "malformedData", "the end"),
    (#"{"question":"rout"}"#, "invalidArgument", "did you mean route?"),
    (#"{"question":"xyzzy"}"#, "invalidArgument", "day, home, locate"),
    (#"{"question":3}"#, "invalidArgument", "must be a text, got the number 3"),
    ("{}", "invalidArgument", "key from is missing; route needs from and to"),
    (#"{"from":null,"to":"Crête"}"#, "invalidArgument", "key from is missing"),
    (#"{"from":"Montsoleil","to":"Crête","max-difficulty":"red"}"#, "invalidArgument", "mean maxDifficulty?"),
    (#"{"from":"Montsoleil","to":"Crête","maxdificulty":"red"}"#, "invalidArgument", "mean maxDifficulty?"),
    (#"{"from":"Montsoleil","to":"Crête","map":"x"}"#, "invalidArgument", "write --map FILE"),
    (#"{"from":"Montsoleil","to":"Crête","format":"gpx"}"#, "invalidArgument", "answers are JSON"),
    (#"{"from":"Montsoleil","to":"Crête","picture":"x.svg"}"#, "invalidArgument", "pictures are for"),
    (#"{"from":[45.3,6.6],"to":"Crête"}"#, "invalidArgument", "from must be a text, got a list"),
    (#"{"from":"Montsoleil","to":"Crête","board":"yes"}"#, "invalidArgument", "must be true or false"),
    (#"{"from":"Montsoleil","to":"Crête","alternatives":2.5}"#, "invalidArgument", "a whole number"),
    (#"{"from":"Montsoleil","to":"Crête","alternatives":99999999999999999999}"#, "invalidArgument", "number"),
    (#"{"from":"Montsoleil","to":"Crête","snap":"far"}"#, "invalidArgument", "must be a number, got a text"),
    (#"{"from":"Montsoleil","to":"Crête","snap":1e999}"#, "invalidArgument", "a number"),
    (#"{"from":"Montsoleil","to":"Crête","avoid":[1]}"#, "invalidArgument", "a list of texts"),
    (#"{"from":"Montsoleil","to":"Crête","language":"xx"}"#, "invalidArgument", "en, fr, de"),
    (#"{"from":"Montsoleil","to":"Crête","timeout":-1}"#, "invalidArgument", "timeout must be"),
    (#"{"from":"Montsoleil","to":"Crête","timeout":1e-9}"#, "timedOut", "not finished within"),
    (#"{"from":"Montsoleil","to":"Crête","maxDifficulty":"purple"}"#, "invalidArgument", "double-black"),
    (#"{"from":"Xyzzyx","to":"Crête"}"#, "unknownPlace", "Xyzzyx"),
    (#"{"from":"360,360","to":"Crête"}"#, "invalidArgument", "360,360"),
    (#"{"from":"@me","to":"Crête"}"#, "invalidArgument", "@me"),
    (#"{"question":"day","home":"Montsoleil","goal":"fun"}"#, "invalidArgument", "metres, distance, runs"),
    (#"{"question":"meet","places":[]}"#, "invalidArgument", "places are missing"),
    (#"{"question":"whatif","close":[],"home":"Crête"}"#, "invalidArgument", "what closes is missing"),
    (#"{"question":"locate","place":"Crête"}"#, "invalidArgument", "latitude,longitude"),
    (#"{"question":"home","from":"Crête"}"#, "invalidArgument", "key home is missing"),
    (#"{"id":{},"from":"Montsoleil","to":"Crête"}"#, "invalidArgument", "key id must be"),
  ])
  func `a line that can't be answered has its error, and the others are answered`(
    line: String, code: String, words: String
  ) throws {
    let good = #"{"id":1,"question":"locate","place":"46.0498,-4.9028"}"#
    let run = try BatchRun([good, line, good])
    #expect(run.outcome.exitCode == 65, "\(run.outcome)")
    #expect(
      run.outcome.errorText
        == "skiroute: error: standard input: 1 of 3 lines has an error, stated in place of the answer; correct it\n"
    )
    let errors = try run.errors()
    try #require(errors.count == 3)
    #expect(errors[0] == nil && errors[2] == nil)
    let error = try #require(errors[1])
    #expect(error.code == code && error.message.contains(words) && error.line == 2, "\(error)")
  }

  @Test func `blank lines, carriage returns, a byte order mark and an unterminated last line are accepted`()
    throws
  {
    let question = #"{"question":"locate","place":"46.0498,-4.9028"}"#
    let text = "\u{FEFF}\(question)\r\n\n  \t\r\n \(question) \n\n{\"id\":4,\"a\":1}"
    let run = try BatchRun(bytes: Data(text.utf8))
    let errors = try run.errors()
    try #require(errors.count == 3)
    #expect(errors[0] == nil && errors[1] == nil && errors[2]?.line == 6, "\(run.outcome)")
    #expect(try BatchRun([]).outcome.exitCode == 0)
  }

  @Test func `lines that are not UTF-8, nest deeply or exceed the length are refused`() throws {
    let question = #"{"question":"locate","place":"46.0498,-4.9028"}"#
    var bytes = Data("{\"from\":\"".utf8) + [0xFF, 0xFE] + Data("\",\"to\":\"a\"}\n".utf8)
    bytes += Data("{\"from\":\(String(repeating: "[", count: 100_000))\n".utf8)
    bytes += Data("{\"id\":\"\(String(repeating: "x", count: 3 << 20))\"}\n\(question)\n".utf8)
    bytes += Data("{\"id\":\"\(String(repeating: "y", count: 1 << 20))".utf8)
    let run = try BatchRun(bytes: bytes)
    let errors = try run.errors()
    #expect(
      errors.map { $0?.code } == ["malformedData", "malformedData", "limitExceeded", nil, "limitExceeded"],
      "\(run.outcome)")
  }

  @Test func `a line without an end is given up after 64 MiB, in little memory`() throws {
    let question = #"{"id":1,"question":"locate","place":"46.0498,-4.9028"}"#
    let run = try BatchRun(bytes: Data("\(question)\n".utf8) + Data(repeating: 0x78, count: 70 << 20))
    #expect(run.outcome.exitCode == 65 && run.lines.count == 1, "\(run.outcome)")
    #expect(run.outcome.errorText.contains("line 2 has no end within 64 MiB"), "\(run.outcome)")
    #expect(run.outcome.peakMemoryBytes < 200 << 20, "\(run.outcome.peakMemoryBytes)")
  }

  @Test func `altered lines give one answer each`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    let originals = [
      #"{"id":1,"from":"Montsoleil","to":"Crête","maxDifficulty":"red","snap":150.5,"via":["Aurore"]}"#,
      #"{"id":"a","question":"reach","from":"46.0498,-4.9028","minutes":20,"depart":"15:00"}"#,
      #"{"question":"places","query":"noir","limit":2}"#,
    ].map { Array($0.utf8) }
    var bytes = Data()
    for _ in 0..<500 {
      var line = originals[Int.random(in: 0..<originals.count, using: &random)]
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let position = Int.random(in: 0..<line.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: line[position] = UInt8.random(in: 0...255, using: &random)
        case 1: line.remove(at: position)
        default: line.insert(line[Int.random(in: 0..<line.count, using: &random)], at: position)
        }
      }
      line.removeAll { $0 == 0x0A }
      bytes += Data(line) + [0x0A]
    }
    let run = try BatchRun(bytes: bytes)
    #expect([0, 65].contains(run.outcome.exitCode), "seed \(seed): \(run.outcome)")
    let objects = try run.objects()
    #expect(objects.count == 500, "seed \(seed)")
    for object in objects {
      let members = ["answer", "noAnswer", "error"].filter { object[$0] != nil }
      #expect(object.keys.contains("id") && members.count == 1, "seed \(seed): \(object)")
    }
  }

  @Test func `a hundred thousand lines need no more memory than a few`() throws {
    let few = try BatchRun(Array(repeating: "[]", count: 10))
    let many = try BatchRun(Array(repeating: "[]", count: 100_000), ["--workers", "2"])
    #expect(many.outcome.exitCode == 65 && many.lines.count == 100_000)
    #expect(many.outcome.peakMemoryBytes < few.outcome.peakMemoryBytes + 64 << 20)
  }
}

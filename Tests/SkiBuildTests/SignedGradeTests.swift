import SkiGraph
import Testing

@testable import SkiBuild

/// Runs whose source gives colours or numbers in place of grades.
struct SignedGradeTests {
  @Test(
    arguments: [
      ("green", Difficulty.novice, Difficulty.easy), ("blue", .easy, .intermediate),
      ("Red", .intermediate, .intermediate), ("black", .advanced, .advanced), ("noire", .advanced, .advanced),
      ("double-black", .expert, .expert), ("Double Black Diamond", .expert, .expert),
      ("black_diamond", .advanced, .advanced), ("rot", .intermediate, .intermediate),
      ("yellow", .freeride, nil), ("grey", nil, nil), ("purple", nil, nil),
      ("blue;red", .intermediate, .intermediate),
      ("easy;black", .advanced, .advanced), ("7", nil, nil), ("", nil, nil),
    ] as [(String, Difficulty?, Difficulty?)])
  func `a colour is read as the grade of its region`(
    _ word: String, _ europe: Difficulty?, _ america: Difficulty?
  ) async throws {
    for (place, grade) in [("[[6,45],[6.001,45.001]]", europe), ("[[-121.5,46.9],[-121.49,46.9]]", america)] {
      let tags = #""@id":"way/1","piste:type":"downhill","piste:difficulty":"\#(word)""#
      let result = try await readOne(line(tags, place))
      #expect(result.run?.difficulty == grade)
      let code = grade == nil ? "difficultyUnknown:noted" : "difficultyColour:mended"
      #expect(result.counted == (word.isEmpty ? [] : [code]))
    }
  }

  @Test func `the convention of a run precedes that of its place`() async throws {
    let result = try await readOne(
      line(
        #""type":"run","id":"r","uses":["downhill"],"difficulty":"blue","difficultyConvention":"north_america""#
      ))
    #expect(result.run?.difficulty == .intermediate)
  }

  private func grades(_ numbers: [String]) async throws -> (grades: [Difficulty?], counted: [String]) {
    let runs = numbers.enumerated().map { index, number in
      line("\"@id\":\"way/\(index)\",\"piste:type\":\"downhill\",\"piste:difficulty\":\(number)")
    }
    let result = try await read(collection(runs.joined(separator: ",")))
    #expect(result.isBalanced)
    return (result.data.runs.map(\.difficulty), result.counted)
  }

  @Test func `numbers are grades where the file shows a scale of five`() async throws {
    let five = try await grades(["1", "\"3\"", "5", "0", "\"red\""])
    #expect(five.grades == [.novice, .intermediate, .expert, nil, .intermediate])
    #expect(
      five.counted == ["difficultyColour:mended", "difficultyNumber:mended", "difficultyUnknown:noted"])
    let fromZero = try await grades(["0", "2", "4"])
    #expect(fromZero.grades == [.novice, .intermediate, .expert])
    #expect(fromZero.counted == ["difficultyNumber:mended"])
  }

  @Test(arguments: [
    ["1", "2", "3"], ["1", "2", "3", "4"], ["5"], ["1", "5"], ["0", "1", "2", "3"], ["2"],
  ])
  func `numbers of another or an unknown scale leave runs ungraded`(_ numbers: [String]) async throws {
    let result = try await grades(numbers)
    #expect(result.grades.allSatisfy { $0 == nil } && result.counted == ["difficultyUnknown:noted"])
  }

  @Test func `each file has its own scale`() async throws {
    func document(_ name: String, _ numbers: [Int]) -> SkiDocument {
      let runs = numbers.map {
        line("\"@id\":\"\(name)/\($0)\",\"piste:type\":\"downhill\",\"piste:difficulty\":\($0)")
      }
      return SkiDocument(
        .runs, name: name, bytes: Array(collection(runs.joined(separator: ",")).utf8))
    }
    let documents = [document("a", [1, 2, 3]), document("b", [5, 4, 3])]
    let (data, report) = try await SkiReader(documents: documents).read()
    #expect(data.runs.map(\.difficulty) == [nil, nil, nil, .expert, .advanced, .intermediate])
    #expect(report.count(of: "difficultyNumber") == 3 && report.count(of: "difficultyUnknown") == 3)
  }
}

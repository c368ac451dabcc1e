import Foundation
import SkiGraph
import SkiTracks

/// Matches noisy days offline: how near the truth, and how many points a second on one core.
///
/// The index is made and the fixes are read before the clock starts; the first round warms up and is not counted.
struct MatchingBenchmark {
  let folder: String
  let tag: String
  var rounds = 3
  var limit = Int.max
  /// The file of answers for other tools to score: for each trace a line of one edge a fix (`-` where none was
  /// found), and a line of the edges travelled.
  var output: String?
  /// The number of mistakes of a kind to show, on standard error.
  var examples = 0

  func run() throws {
    let world = try MatchingWorld(folder: folder)
    let file = try TraceFile(folder: folder, tag: tag, limit: limit)
    var usage = Usage.now()
    let matcher = TrackMatcher(index: MatchIndex(graph: world.graph))
    let indexSeconds = Usage.now().since(usage).cpuSeconds
    var tracks: [MatchedTrack] = []
    var (wall, cpu): ([Double], [Double]) = ([], [])
    for round in 0...rounds {
      usage = Usage.now()
      tracks = try file.traces.map { try matcher.match($0.fixes) }
      let spent = Usage.now().since(usage)
      if round > 0 || rounds == 0 {
        wall.append(spent.wallSeconds)
        cpu.append(spent.cpuSeconds)
      }
    }
    let answers = tracks.map { Self.answer($0, world) }
    var score = MatchingScore()
    for (answer, trace) in zip(answers, file.traces) {
      score.add(answer, to: trace, world.ends, sigma: file.sigma)
    }
    report(score, file, indexSeconds: indexSeconds, wall: wall.sorted(), cpu: cpu.sorted())
    if let output { try write(answers, to: output) }
    show(file, answers, world.ends)
  }

  /// Says an answer in the file's edges.
  static func answer(_ track: MatchedTrack, _ world: MatchingWorld) -> MatchingAnswer {
    var answer = MatchingAnswer()
    answer.perFix = track.fixes.map { $0.place.map { world.fileEdge[$0.edge.position] } }
    for passage in track.passages {
      let edge = world.fileEdge[passage.edge.position]
      if answer.sequence.last != edge { answer.sequence.append(edge) }
    }
    return answer
  }

  private func report(
    _ score: MatchingScore, _ file: TraceFile, indexSeconds: Double, wall: [Double], cpu: [Double]
  ) {
    let points = Double(file.fixCount)
    print(
      JSONText.object(
        [
          ("what", .text("match")), ("tag", .text(tag)), ("traces", .number(Double(file.traces.count))),
          ("points", .number(points)),
          ("points_per_s", .number(points / wall[wall.count / 2])),
          ("points_per_cpu_s", .number(points / cpu[cpu.count / 2])),
          ("index_seconds", .number(indexSeconds)),
        ] + figures(score)))
  }

  /// Scores an answer that another matcher wrote, in the form of ``output``.
  func score(answer path: String) throws {
    let ends = MatchingEnds(try SkiGraphFile(folder: folder))
    let file = try TraceFile(folder: folder, tag: tag, limit: limit)
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    var (score, answers) = (MatchingScore(), [MatchingAnswer]())
    for (number, trace) in file.traces.enumerated() {
      guard lines.count > 2 * number + 1 else { throw BenchError("\(path) has too few lines") }
      let answer = MatchingAnswer(
        perFix: lines[2 * number].split(separator: " ").map { UInt32($0) },
        sequence: lines[2 * number + 1].split(separator: " ").compactMap { UInt32($0) })
      guard answer.perFix.count == trace.fixes.count else {
        throw BenchError("trace \(number) of \(path) is not whole")
      }
      score.add(answer, to: trace, ends, sigma: file.sigma)
      answers.append(answer)
    }
    print(JSONText.object([("what", .text("score")), ("tag", .text(tag))] + figures(score)))
    show(file, answers, ends)
  }

  private func figures(_ score: MatchingScore) -> [(String, JSONText.Value)] {
    [
      ("RMF_sequence", .number(score.mismatch)), ("missed", .number(score.missed / score.total)),
      ("added", .number(score.added / score.total)), ("point_accuracy", .number(score.accuracy)),
      ("point_accuracy_tolerant", .number(score.tolerantAccuracy)),
      ("wrong", .number(Double(score.fixes - score.right - score.tolerated))),
    ]
  }

  private func show(_ file: TraceFile, _ answers: [MatchingAnswer], _ ends: MatchingEnds) {
    guard examples > 0 else { return }
    let mistakes = MatchingMistakes(file, answers, ends)
    FileHandle.standardError.write(Data(mistakes.text(examples: examples).utf8))
  }

  private func write(_ answers: [MatchingAnswer], to path: String) throws {
    var text = ""
    for answer in answers {
      text += answer.perFix.map { $0.map(String.init) ?? "-" }.joined(separator: " ") + "\n"
      text += answer.sequence.map(String.init).joined(separator: " ") + "\n"
    }
    try Data(text.utf8).write(to: URL(filePath: path))
  }
}

import Foundation
import SkiBuild
import SkiGraph

/// Times the reader alone: bytes to features, kept or not.
struct ReadBenchmark {
  private var input = SkiInput()
  private var keeps = false
  private var options = SkiReader.Options()
  private var rounds = 1

  /// Takes `--runs FILE`, `--lifts FILE`, `--areas FILE`, `--spots FILE`, `--keep`, `--tasks N`, `--rounds N`.
  init(arguments: [String]) throws {
    var rest = arguments[...]
    while let flag = rest.popFirst() {
      if flag == "--keep" {
        keeps = true
        continue
      }
      guard let value = rest.popFirst() else { throw BenchError("\(flag) needs a value") }
      switch flag {
      case "--runs": input.runs.append(value)
      case "--lifts": input.lifts.append(value)
      case "--areas": input.areas.append(value)
      case "--spots": input.spots.append(value)
      case "--rounds": rounds = max(1, Int(value) ?? 1)
      case "--tasks": options.parallelTasks = Int(value)
      default: throw BenchError("\(flag) is unknown")
      }
    }
  }

  /// Reads so many times, and prints one line of JSON about one reading.
  func run() async throws {
    let before = Usage.now()
    let bytes = ProgressBytes()
    var features = 0
    for _ in 0..<rounds { features = try await read(noting: bytes) }
    let spent = Usage.now().since(before)
    let megabytes = Double(bytes.value) / 1e6
    let cpuSeconds = spent.cpuSeconds / Double(rounds)
    print(
      JSONText.object([
        ("what", .text("read")), ("megabytes", .number(megabytes)), ("features", .number(Double(features))),
        ("rounds", .number(Double(rounds))), ("wallSeconds", .number(spent.wallSeconds / Double(rounds))),
        ("cpuSeconds", .number(cpuSeconds)),
        ("megabytesPerCPUSecond", .number(megabytes / max(1e-9, cpuSeconds))),
        ("peakMebibytes", .number(Usage.peakMebibytes())),
        ("progressCalls", .number(Double(bytes.calls / rounds))),
      ]))
  }

  /// Returns how many features there were.
  private func read(noting bytes: ProgressBytes) async throws -> Int {
    let reader = SkiReader(input: input, options: options)
    let progress: SkiReader.Progress = { done, _ in bytes.note(done) }
    if keeps {
      let (data, _) = try await reader.read(progress: progress)
      return data.runs.count + data.lifts.count + data.areas.count + data.spots.count
    }
    var features = 0
    _ = try await reader.forEachFeature(progress: progress) { _ in features += 1 }
    return features
  }
}

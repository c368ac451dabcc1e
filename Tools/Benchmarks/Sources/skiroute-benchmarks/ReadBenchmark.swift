import Foundation
import SkiImport
import SkiModel

/// Times the reader alone: bytes to features, kept or not.
struct ReadBenchmark {
  private var input = SkiInput()
  private var keeps = false
  private var options = SkiReader.Options()

  /// Takes `--runs FILE`, `--lifts FILE`, `--areas FILE`, `--spots FILE`, `--keep`, `--tasks N`.
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
      case "--tasks": options.parallelTasks = Int(value)
      default: throw BenchError("\(flag) is unknown")
      }
    }
  }

  /// Reads once and prints one JSON line.
  func run() async throws {
    let before = Usage.now()
    let bytes = ProgressBytes()
    let reader = SkiReader(input: input, options: options)
    var features = 0
    if keeps {
      let (data, _) = try await reader.read { done, _ in bytes.note(done) }
      features = data.runs.count + data.lifts.count + data.areas.count + data.spots.count
    } else {
      _ = try await reader.forEachFeature(progress: { done, _ in bytes.note(done) }) { _ in features += 1 }
    }
    let spent = Usage.now().since(before)
    let megabytes = Double(bytes.value) / 1e6
    print(
      JSONText.object([
        ("megabytes", .number(megabytes)), ("features", .number(Double(features))),
        ("wallSeconds", .number(spent.wallSeconds)), ("cpuSeconds", .number(spent.cpuSeconds)),
        ("megabytesPerCPUSecond", .number(megabytes / max(1e-9, spent.cpuSeconds))),
        ("peakMebibytes", .number(Usage.peakMebibytes())),
        ("progressCalls", .number(Double(bytes.calls))),
      ]))
  }
}

import Foundation
import SkiBase
import SkiTestSupport
import Testing

@testable import SkiBuild

/// Documents with replaced, removed, inserted and repeated bytes: always a balanced result or a `SkiError`.
struct MutationTests {
  static let documents: [String] =
    Array(GeoJSONLayoutTests.layouts.values) + [
      collection(
        #"{"type":"Feature","properties":{"type":"lift","id":"l","liftType":"gondola","status":"operating","duration":300,"#
          + #""skiAreas":[{"type":"Feature","properties":{"id":"a","name":"A"},"geometry":{"type":"Point","#
          + #""coordinates":[6,45]}}],"stations":[{"type":"Feature","properties":{"position":"mid"},"geometry":"#
          + #"{"type":"Point","coordinates":[6.0005,45.0005]}}],"sources":[{"type":"openstreetmap","id":"way/1"}]},"#
          + #""geometry":{"type":"LineString","coordinates":[[6,45,1.5e3],[6.001,45.001,-8000]]}}"#)
    ]

  @Test(arguments: [UInt64(1), 2, 3, 4])
  func `a mutated document gives a balanced result or an error with a subject`(_ seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    var outcomes = [0, 0]
    let originals = Self.documents.sorted().map { Array($0.utf8) }
    for round in 0..<1500 {
      let document = originals[round % originals.count]
      let mutated = Self.mutate(document, &generator)
      var options = SkiReader.Options()
      options.windowBytes = Int.random(in: 1...200, using: &generator)
      options.batchBytes = Int.random(in: 1...400, using: &generator)
      do {
        let result = try await read(mutated, options: options)
        #expect(result.isBalanced, "seed \(seed), round \(round)")
        outcomes[0] += 1
      } catch let error as SkiError {
        #expect(error.code != .internalInconsistency && error.subject != nil, "seed \(seed), round \(round)")
        outcomes[1] += 1
      }
    }
    #expect(outcomes[0] > 50 && outcomes[1] > 50, "both outcomes must occur, got \(outcomes), seed \(seed)")
  }

  private static func mutate(_ document: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = document
    let marks = Array("{}[]\",:\\0e-.nN\u{1}é".utf8)
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes[index] = marks.randomElement(using: &generator) ?? 0
      case 2: bytes.remove(at: index)
      case 3: bytes.insert(marks.randomElement(using: &generator) ?? 0, at: index)
      case 4 where Int.random(in: 0..<4, using: &generator) == 0: bytes.removeLast(bytes.count - index)
      default:
        let end = min(bytes.count, index + Int.random(in: 1...30, using: &generator))
        bytes.insert(contentsOf: bytes[index..<end], at: Int.random(in: 0...bytes.count, using: &generator))
      }
    }
    return bytes
  }
}

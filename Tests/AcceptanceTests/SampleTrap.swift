import Foundation
import SkiBase
import SkiTestSupport

/// The content of `traps.json`: the traps of the sample mountain, and the routes that exist on it or not.
struct SampleExpectations: Decodable, Sendable {
  var traps: [SampleTrap]
  var routes: [ExpectedRoute]

  /// Reads the file of the checkout.
  static func read() throws -> SampleExpectations {
    let bytes = try Data(contentsOf: SampleFiles.folder.appending(path: "traps.json"))
    return try JSONDecoder().decode(SampleExpectations.self, from: bytes)
  }
}

/// One trap of the sample mountain, and the expected result.
struct SampleTrap: Decodable, Sendable, CustomStringConvertible {
  var trap: String
  var forms: [String]
  /// The ids of its features, by form.
  var ids: [String: [String]]
  var expect: [String: SampleExpectation]
  /// The longitude and latitude of the place, if there is one.
  var at: [Double]?

  var description: String { "\(trap) \(ids["osm"]?.first ?? ids["openskimap"]?.first ?? "-")" }
}

/// An expected value: none, a flag, a number, a word or several.
enum SampleExpectation: Decodable, Sendable, Equatable {
  case none
  case flag(Bool)
  case number(Double)
  case word(String)
  case words([String])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .none
    } else if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let word = try? value.decode(String.self) {
      self = .word(word)
    } else {
      self = .words(try value.decode([String].self))
    }
  }
}

/// A pair of places by name, with a route between them or none.
struct ExpectedRoute: Decodable, Sendable, CustomStringConvertible {
  var from: String
  var to: String
  var maxDifficulty: String
  var exists: Bool

  var description: String { "\(from) to \(to), \(maxDifficulty)" }
}

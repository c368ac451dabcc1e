import Foundation
import SkiTestSupport

/// What `traps.json` says: what is hidden in the sample mountain, and which ways exist on it.
struct SampleBook: Decodable, Sendable {
  var traps: [SampleTrap]
  var routes: [SampleWay]

  /// Reads the file of the checkout.
  static func read() throws -> SampleBook {
    let bytes = try Data(contentsOf: SampleFiles.folder.appending(path: "traps.json"))
    return try JSONDecoder().decode(SampleBook.self, from: bytes)
  }
}

/// One thing hidden in the sample mountain, and what should become of it.
struct SampleTrap: Decodable, Sendable, CustomStringConvertible {
  var trap: String
  var forms: [String]
  /// The features it is about, by form.
  var ids: [String: [String]]
  var expect: [String: SampleExpectation]
  /// Longitude and latitude of the place, where there is one.
  var at: [Double]?

  var description: String { "\(trap) \(ids["osm"]?.first ?? ids["openskimap"]?.first ?? "-")" }
}

/// What is expected: nothing, yes or no, a number, a word or several.
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

/// Two places by name, with a way between them or none.
struct SampleWay: Decodable, Sendable, CustomStringConvertible {
  var from: String
  var to: String
  var maxDifficulty: String
  var exists: Bool

  var description: String { "\(from) to \(to), \(maxDifficulty)" }
}

import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople
import SkiPostgres
import SkiSQLite

/// The settings of a process: `--name value`.
struct Settings: Sendable {
  private var values: [String: String] = [:]

  init(_ words: [String]) throws {
    guard words.count.isMultiple(of: 2) else { throw SkiError(.invalidArgument, "a setting has no value") }
    for index in stride(from: 0, to: words.count, by: 2) {
      values[String(words[index].drop { $0 == "-" })] = words[index + 1]
    }
  }

  func text(_ name: String) throws -> String {
    guard let value = values[name] else { throw SkiError(.invalidArgument, "--\(name) is missing") }
    return value
  }

  func number(_ name: String, _ otherwise: Double? = nil) throws -> Double {
    if let otherwise, values[name] == nil { return otherwise }
    guard let number = Double(try text(name)) else {
      throw SkiError(.invalidArgument, "--\(name) is not a number")
    }
    return number
  }

  func count(_ name: String, _ otherwise: Int? = nil) throws -> Int {
    Int(try number(name, otherwise.map(Double.init)))
  }

  /// Opens the database of `--sqlite` or `--postgres`.
  func driver() async throws -> any SQLDriver {
    if let path = values["sqlite"] { return try await SQLiteDriver.open(path: path) }
    return try PostgresDriver(try text("postgres"))
  }
}

import SkiBase

/// A fact that holds for every implementation of the protocols of SkiPeople.
package struct ConformanceCheck: Sendable, CustomStringConvertible {
  /// The fact in words.
  package let description: String
  private let body: @Sendable (ServedWorld) async throws -> Void

  /// Creates a check of a fact.
  package init(_ description: String, _ body: @escaping @Sendable (ServedWorld) async throws -> Void) {
    (self.description, self.body) = (description, body)
  }

  /// Looks whether the fact holds.
  /// - Throws: ``ConformanceFault`` where it does not, and errors of the services.
  package func run(_ world: ServedWorld) async throws { try await body(world) }

  /// All checks.
  package static var all: [ConformanceCheck] {
    userChecks + sessionChecks + tripChecks + invitationChecks + friendChecks + favouriteChecks + eventChecks
      + chatChecks + noticeChecks + dayUploadChecks + dayMatchingChecks + daySharingChecks + challengeChecks
  }
}

/// A fact that does not hold, with the place of the check.
package struct ConformanceFault: Error, CustomStringConvertible {
  /// The fault with its place.
  package let description: String

  init(_ text: String, _ file: StaticString, _ line: UInt) { description = "\(file):\(line): \(text)" }
}

/// Refuses values that differ.
/// - Throws: ``ConformanceFault``.
func expectEqual<Value: Equatable>(
  _ found: Value, _ expected: Value, file: StaticString = #fileID, line: UInt = #line
) throws {
  guard found == expected else { throw ConformanceFault("\(found) is not \(expected)", file, line) }
}

/// Refuses what is not so.
/// - Throws: ``ConformanceFault``.
func expectTrue(
  _ isSo: Bool, _ fact: String, file: StaticString = #fileID, line: UInt = #line
) throws {
  guard isSo else { throw ConformanceFault("it is not so: \(fact)", file, line) }
}

/// Throws a fault unless work for a removed user is refused: the user is unknown, or over HTTP the session has ended.
func expectGone(
  file: StaticString = #fileID, line: UInt = #line, _ work: () async throws -> Void
) async throws {
  do {
    try await work()
  } catch let error as SkiError where error.code == .notFound || error.code == .notPermitted {
    return
  }
  throw ConformanceFault("no refusal", file, line)
}

/// Refuses work that does not throw a `SkiError` of a code.
/// - Throws: ``ConformanceFault``.
func expectRefused(
  _ code: SkiError.Code, file: StaticString = #fileID, line: UInt = #line, _ work: () async throws -> Void
) async throws {
  do {
    try await work()
  } catch let error as SkiError {
    guard error.code == code else {
      throw ConformanceFault("\(error.code), not \(code): \(error)", file, line)
    }
    return
  }
  throw ConformanceFault("no error is thrown, expected \(code)", file, line)
}

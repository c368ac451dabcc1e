import Foundation
import SkiBase
import Testing

struct SkiErrorTests {
  @Test func `the words of error codes are stable`() {
    #expect(
      SkiError.Code.allCases.map(\.rawValue) == [
        "missingInput", "malformedData", "emptyInput", "unsupportedFormat", "limitExceeded",
        "unwritableOutput",
        "inputOutput", "invalidArgument", "unknownPlace", "ambiguousPlace", "notPermitted", "notFound",
        "conflict", "rateLimited", "unavailable", "timedOut", "cancelled", "internalInconsistency",
      ])
  }

  @Test func `errors are equal when code, message, subject and cause are`() {
    let error = SkiError(.missingInput, "file can't be found", subject: "a.skimap", underlying: "ENOENT")
    #expect(
      error == SkiError(.missingInput, "file can't be found", subject: "a.skimap", underlying: "ENOENT"))
    for change: (inout SkiError) -> Void in [
      { $0.code = .notFound }, { $0.message = "" }, { $0.subject = nil }, { $0.underlying = nil },
    ] {
      var other = error
      change(&other)
      #expect(other != error)
    }
  }

  @Test func `Foundation's localised description is the error on one line`() {
    let error: any Error = SkiError(
      .missingInput, "file can't be found", subject: "a\u{1B}.skimap", underlying: "ENOENT")
    #expect(error.localizedDescription == "a\u{FFFD}.skimap: file can't be found (ENOENT)")
  }
}

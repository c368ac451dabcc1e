import SkiAnswers
import SkiBase
import Testing

/// The table of exit codes, which Data/Formats/command.md documents.
struct ExitStatusTests {
  @Test func `each error code has the exit code of its kind in sysexits`() {
    let codes: [SkiError.Code: Int32] = [
      .missingInput: 66, .malformedData: 65, .emptyInput: 65, .unsupportedFormat: 65, .limitExceeded: 65,
      .unwritableOutput: 73, .inputOutput: 74, .invalidArgument: 64, .unknownPlace: 64, .ambiguousPlace: 64,
      .notPermitted: 77, .notFound: 66, .conflict: 75, .rateLimited: 75, .unavailable: 69, .timedOut: 75,
      .cancelled: 130, .internalInconsistency: 70,
    ]
    for code in SkiError.Code.allCases {
      #expect(ExitStatus(code).rawValue == codes[code], "\(code)")
    }
  }
}

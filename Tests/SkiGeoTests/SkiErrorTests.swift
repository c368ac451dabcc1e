import SkiGeo
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
}

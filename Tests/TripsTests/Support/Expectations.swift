import SkiBase
import Testing

/// Records a failure unless work throws a `SkiError` of a code; returns it.
@discardableResult
func expectError(
  _ code: SkiError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ work: () async throws -> Void
) async -> SkiError? {
  do {
    try await work()
    Issue.record("no error is thrown, expected \(code)", sourceLocation: sourceLocation)
  } catch let error as SkiError {
    #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
    return error
  } catch {
    Issue.record(
      "\(type(of: error)) is thrown, expected SkiError \(code): \(error)", sourceLocation: sourceLocation)
  }
  return nil
}

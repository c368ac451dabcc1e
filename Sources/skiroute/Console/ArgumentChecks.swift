import SkiGeo

extension SkiError {
  /// Throws unless an argument satisfies a condition.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the condition is false.
  static func require(_ condition: Bool, _ message: @autoclosure () -> String) throws(SkiError) {
    guard condition else { throw SkiError(.invalidArgument, message()) }
  }
}

import SkiGeo

extension SkiError {
  /// Refuses an argument that has no meaning.
  /// - Throws: ``SkiError`` with code `.invalidArgument` where the condition doesn't hold.
  static func require(_ condition: Bool, _ message: @autoclosure () -> String) throws(SkiError) {
    guard condition else { throw SkiError(.invalidArgument, message()) }
  }
}

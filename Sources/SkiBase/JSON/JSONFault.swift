/// A syntax error in JSON; readers wrap it into a `SkiError` with the file's name.
package struct JSONFault: Error, Sendable, Hashable {
  /// The position in the buffer.
  package var position: Int
  /// The unexpected or expected text.
  package var reason: String
}

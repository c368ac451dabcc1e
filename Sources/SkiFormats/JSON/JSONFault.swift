/// Where bytes stopped being JSON, and why; wrapped into a `SkiError` with the file's name by the reader.
package struct JSONFault: Error, Sendable, Hashable {
  /// Position in the buffer that was being read.
  package var position: Int
  /// What was found or expected there.
  package var reason: String
}

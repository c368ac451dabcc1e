/// Where bytes stopped being JSON, and why; wrapped into a `SkiError` with the file's name by the reader.
struct JSONFault: Error, Sendable, Hashable {
  /// Position in the buffer that was being read.
  var position: Int
  /// What was found or expected there.
  var reason: String
}

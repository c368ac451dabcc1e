package import SkiBase

/// Checks that an error has a documented code and a message, and that its description is one line.
package func require(_ error: any Error, isOneOf codes: Set<SkiError.Code>) {
  guard let error = error as? SkiError else {
    fatalError("broken promise: a foreign error came out: \(error)")
  }
  require(codes.contains(error.code), "the code \(error.code) is none this parser throws: \(error)")
  require(error.description.utf8.count <= 2000, "an error is longer than anyone reads: \(error)")
  require(!error.message.isEmpty, "an error has no message: \(error)")
  require(!error.description.contains("\n"), "an error takes more than one line: \(error)")
}

package import SkiGeo

/// Checks an error as a caller meets it: of a kind the parser promises, with words, and shown on one line.
package func require(_ error: any Error, isOneOf codes: Set<SkiError.Code>) {
  guard let error = error as? SkiError else {
    fatalError("broken promise: a foreign error came out: \(error)")
  }
  require(codes.contains(error.code), "the code \(error.code) is none this parser throws: \(error)")
  require(error.description.utf8.count <= 2000, "an error is longer than anyone reads: \(error)")
  require(!error.message.isEmpty, "an error has no message: \(error)")
  require(!error.description.contains("\n"), "an error takes more than one line: \(error)")
}

import SkiAnswers

/// An error that ends the command with a status after the answer was written.
struct ExitStatusError: Error {
  let status: ExitStatus
}

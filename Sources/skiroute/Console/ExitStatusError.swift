/// Ends the command with a status after the answer has been written.
struct ExitStatusError: Error {
  let status: ExitStatus
}

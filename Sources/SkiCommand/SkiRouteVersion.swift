import CBuildCommit

/// The version of the command, and the commit it was built from.
enum SkiRouteVersion {
  /// The version; a release changes it here.
  static let number = "0.2.0"

  /// The line of `--version`.
  static var line: String {
    let commit = String(cString: build_commit())
    return "skiroute \(number) (commit \(commit.isEmpty ? "unknown" : commit))"
  }
}

/// The build of a connected graph from mapped runs and lifts.
///
/// Nothing is stored between calls; a build depends on its input alone, not on the order of features.
public enum GraphBuild {
  /// A closure called with the name of a stage (`selecting`, `connecting`) and its progress, 0...1.
  public typealias Progress = @Sendable (_ stage: String, _ fraction: Double) -> Void
}

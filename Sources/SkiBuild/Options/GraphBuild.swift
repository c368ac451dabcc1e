/// Makes a connected graph out of runs and lifts as they were mapped.
///
/// Nothing here is kept between calls; a build depends on its input alone, not on the order of the features in it.
public enum GraphBuild {
  /// Told what is being done and how far it is, 0...1.
  public typealias Progress = @Sendable (_ stage: String, _ fraction: Double) -> Void
}

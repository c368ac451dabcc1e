package import SkiGraph
package import SkiRouting

extension SkierProfile {
  /// Creates a profile with closed lifts and runs of a graph.
  package init(ceiling: DifficultyCeiling? = nil, closedFeatures: Set<FeatureIndex>) {
    self.init(ceiling: ceiling)
    self.closedFeatures = closedFeatures
  }
}

package import SkiGraph
package import SkiModel
package import SkiRouting

extension SkierProfile {
  /// Makes a profile for whom lifts and runs of a graph are closed.
  package init(ceiling: DifficultyCeiling? = nil, closedFeatures: Set<FeatureIndex>) {
    self.init(ceiling: ceiling)
    self.closedFeatures = closedFeatures
  }
}

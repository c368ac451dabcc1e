/// The cost functions of a multicriteria search.
///
/// Dominance has to be preserved by extension: of two paths to a node, one that is nowhere worse stays so over any
/// further edge.
protocol LabelRules {
  /// The criteria beside the first.
  var fields: LabelFields { get }
  /// The criteria of paths at the end beside the first.
  var endFields: LabelFields { get }
  /// The price in ``fields`` that a label pays for the state of another; 0 without states.
  var stateUnit: UInt64 { get }
  /// Returns a label extended by an edge, with its costs and its state; nil when it is impassable.
  func extended(_ label: Label, along edge: Int) -> Label?
  /// Returns a label extended to a target; nil when it cannot be reached.
  func finished(_ label: Label, at target: Int) -> Label?
  /// Returns the lower bound of all paths that extend a label; nil when none reaches the end.
  func least(_ label: Label) -> LabelBound?
  /// Returns the order of a path at the end.
  func order(ofEnd label: Label) -> UInt64
}

/// The lower bound of the paths that extend a label.
struct LabelBound {
  /// The place in the search; no edge may decrease it. Of two labels of a node with one order, either may come first.
  var order: UInt64
  /// The criteria at the end beside the first, as ``LabelRules/endFields``.
  var rest: UInt64
}

extension LabelRules {
  var endFields: LabelFields { fields }
  var stateUnit: UInt64 { 0 }
}

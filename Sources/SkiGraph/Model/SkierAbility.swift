/// The ability of a skier, from beginner to expert, which determines speed (see `Pace`) and the hardest grade.
@nonexhaustive
public enum SkierAbility: String, Sendable, Hashable, CaseIterable, Codable {
  /// A level of ability, in ascending order.
  case beginner, intermediate, advanced, expert

  /// The hardest grade of routes for this ability, by colour in the region's convention: blue for beginners, red for
  /// intermediates, black for advanced skiers, every grade on the scale for experts.
  public var ceiling: DifficultyCeiling {
    switch self {
    case .beginner: .colour(.blue)
    case .intermediate: .colour(.red)
    case .advanced: .colour(.black)
    case .expert: .grade(.expert)
    }
  }
}

/// The equipment of a skier, which determines the speed of gliding and pushing.
@nonexhaustive
public enum SkierEquipment: String, Sendable, Hashable, CaseIterable, Codable {
  /// Equipment with speeds of its own; a snowboard is slower, most of all on flat sections.
  case skis, snowboard
}

/// The treatment of runs without a mapped grade.
@nonexhaustive
public enum UngradedPolicy: String, Sendable, Hashable, CaseIterable, Codable {
  /// Uses the grade estimated from the steepest sections; runs without an estimate are refused, except to experts
  /// without a ceiling of their own.
  case estimate
  /// Allows all ungraded runs, whatever the estimate.
  case allow
  /// Refuses all ungraded runs.
  case refuse
}

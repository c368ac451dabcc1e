import SkiBase
import SkiGraph
import Testing

@testable import SkiBuild

struct GraphBuildOptionsTests {
  private func refused(_ change: (inout GraphBuildOptions) -> Void) -> SkiError? {
    var options = GraphBuildOptions()
    change(&options)
    return #expect(throws: SkiError.self) {
      try GraphBuild.build(SkiData(), report: ImportReport(), elevation: nil, options: options)
    }
  }

  @Test(arguments: [Double.nan, .infinity, -1])
  func `a tolerance that is negative or not finite is refused by name`(value: Double) {
    let options: [(name: String, path: WritableKeyPath<GraphBuildOptions, Double>)] = [
      ("runEndReachMetres", \.runEndReachMetres), ("connectorGradientLimit", \.connectorGradientLimit),
      ("groupingMetres", \.groupingMetres), ("crossingClimbMetres", \.crossingClimbMetres),
    ]
    for (name, path) in options {
      let error = refused { $0[keyPath: path] = value }
      #expect(error?.code == .invalidArgument && error?.message.contains(name) == true)
    }
    #expect(refused { $0.wideningMetres = [30, value] }?.code == .invalidArgument)
  }

  @Test func `distances that don't ascend and values below the least one are refused`() {
    #expect(refused { $0.wideningMetres = [60, 30] }?.message.contains("must ascend") == true)
    #expect(refused { $0.groupingMetres = 0 }?.code == .invalidArgument)
    #expect(refused { $0.heightSpacingMetres = 0 }?.code == .invalidArgument)
    #expect(refused { $0.areaEntryLimit = 0 }?.code == .invalidArgument)
    #expect(refused { $0.regionPointLimit = 0 }?.code == .invalidArgument)
    #expect(refused { $0.parallelTasks = 0 }?.code == .invalidArgument)
  }

  @Test func `no option is without meaning by default, and no widening has one`() throws {
    try GraphBuildOptions().check()
    var options = GraphBuildOptions()
    (options.wideningMetres, options.regionPointLimit) = ([], .max)
    try options.check()
  }
}

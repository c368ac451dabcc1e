import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

@Suite struct AdmissionTests {
  /// A world of one run from T to B.
  static func world(
    _ difficulty: Difficulty?, flags: LinkFlags = [], convention: DifficultyConvention = .europe,
    change: @escaping (inout GraphFeature) -> Void = { _ in }
  ) throws -> DrawnWorld {
    try DrawnWorld(
      "T..B", heights: ["T": 1100], convention: convention,
      [.run("TB", difficulty, flags: flags, change: change)])
  }

  static func isOpen(_ world: DrawnWorld, _ profile: SkierProfile) throws -> Bool {
    try world.spelled("T", "B", profile) != nil
  }

  @Test(arguments: [
    (Difficulty.easy, DifficultyConvention.europe, "blue", true), (.intermediate, .europe, "blue", false),
    (.intermediate, .europe, "red", true), (.advanced, .europe, "red", false),
    (.advanced, .europe, "black", true),
    (.easy, .northAmerica, "green", true), (.intermediate, .northAmerica, "blue", true),
    (.expert, .northAmerica, "black", false), (.expert, .northAmerica, "double-black", true),
    (.easy, .japan, "green", true), (.intermediate, .japan, "green", false),
    (.intermediate, .europe, "easy", false), (.intermediate, .europe, "intermediate", true),
  ])
  func `a ceiling colour means a different grade in each convention`(
    grade: Difficulty, convention: DifficultyConvention, word: String, isOpen: Bool
  ) throws {
    let world = try Self.world(grade, convention: convention)
    let ceiling = try #require(DifficultyCeiling(word: word))
    #expect(try Self.isOpen(world, SkierProfile(ceiling: ceiling)) == isOpen)
  }

  @Test func `runs without a grade or with an estimated one follow the policy on ungraded runs`() throws {
    let ungraded = try Self.world(nil)
    let estimated = try Self.world(.easy, flags: .difficultyEstimated)
    let steep = try Self.world(.expert, flags: .difficultyEstimated)
    let red = DifficultyCeiling.colour(.red)
    #expect(try Self.isOpen(ungraded, SkierProfile(ability: .expert)))
    #expect(try !Self.isOpen(ungraded, SkierProfile(ability: .expert, ceiling: .grade(.expert))))
    #expect(try !Self.isOpen(ungraded, SkierProfile()))
    #expect(try !Self.isOpen(ungraded, SkierProfile(ceiling: red)))
    #expect(try Self.isOpen(estimated, SkierProfile(ceiling: red)))
    #expect(try !Self.isOpen(steep, SkierProfile(ceiling: red)))
    for world in [ungraded, estimated, steep] {
      #expect(try Self.isOpen(world, SkierProfile(ceiling: red, ungraded: .allow)))
      #expect(try !Self.isOpen(world, SkierProfile(ungraded: .refuse)))
    }
  }

  @Test func `a grade from an overlapping run is a grade, not an estimate`() throws {
    let world = try Self.world(.advanced, flags: .difficultyFromOverlap)
    #expect(try !Self.isOpen(world, SkierProfile(ceiling: .colour(.red), ungraded: .allow)))
    #expect(try Self.isOpen(world, SkierProfile(ability: .expert, ungraded: .refuse)))
  }

  @Test(arguments: [
    (SkierAbility.beginner, DifficultyConvention.europe, Difficulty.easy),
    (.intermediate, .europe, .intermediate), (.advanced, .europe, .expert), (.expert, .europe, .expert),
    (.beginner, .northAmerica, .intermediate), (.intermediate, .northAmerica, .intermediate),
    (.advanced, .northAmerica, .advanced), (.expert, .northAmerica, .expert),
    (.beginner, .japan, .easy), (.intermediate, .japan, .intermediate), (.advanced, .japan, .expert),
  ])
  func `an ability has a default ceiling in the convention of the region`(
    ability: SkierAbility, convention: DifficultyConvention, hardest: Difficulty
  ) throws {
    for grade in Difficulty.allCases where grade.isOnScale {
      let world = try Self.world(grade, convention: convention)
      #expect(try Self.isOpen(world, SkierProfile(ability: ability)) == (grade <= hardest), "\(grade)")
      #expect(try Self.isOpen(world, SkierProfile(ability: ability, ceiling: .grade(.expert))))
    }
    let freeride = try Self.world(.freeride, convention: convention)
    #expect(try !Self.isOpen(freeride, SkierProfile(ability: ability)))
  }

  @Test func `a connector without a grade is open to beginners`() throws {
    let world = try DrawnWorld("T..B", [.connector("TB")])
    #expect(try Self.isOpen(world, SkierProfile(ability: .beginner)))
  }

  @Test func `freeride runs, ski tours and itineraries need opting in`() throws {
    let freeride = try Self.world(.freeride)
    #expect(try !Self.isOpen(freeride, SkierProfile()))
    #expect(try !Self.isOpen(freeride, SkierProfile(allowedOffScale: [.extreme])))
    #expect(try Self.isOpen(freeride, SkierProfile(ceiling: .colour(.blue), allowedOffScale: [.freeride])))
    let tour = try Self.world(.easy, flags: .optIn)
    #expect(try !Self.isOpen(tour, SkierProfile()))
    #expect(try Self.isOpen(tour, SkierProfile(allowsOptIn: true)))
    let itinerary = try Self.world(.easy, flags: .itinerary)
    #expect(try !Self.isOpen(itinerary, SkierProfile(allowsOptIn: true)))
    #expect(try Self.isOpen(itinerary, SkierProfile(allowsItineraries: true)))
    #expect(try !Self.isOpen(itinerary, SkierProfile(ceiling: .colour(.green), allowsItineraries: true)))
  }

  @Test func `a snow-covered path is walked only where that is allowed, whatever else is`() throws {
    let world = try DrawnWorld("T..B", heights: ["T": 1010], [.walk("TB", flags: .snowCovered)])
    let free = SkierProfile(
      ceiling: .grade(.expert), ungraded: .allow, allowedOffScale: [.freeride, .extreme], allowsOptIn: true,
      allowsItineraries: true)
    #expect(try !Self.isOpen(world, SkierProfile()) && !Self.isOpen(world, free))
    var walker = SkierProfile(ability: .beginner)
    walker.allowsSnowCovered = true
    #expect(try Self.isOpen(world, walker))
    #expect(try Self.isOpen(DrawnWorld("T..B", heights: ["T": 1010], [.walk("TB")]), SkierProfile()))
  }

  @Test func `a closed run or lift is never part of a route`() throws {
    let world = try DrawnWorld(
      """
      T..M
      ...B
      """, heights: ["T": 1200, "M": 1100], [.run("TMB", .easy), .run("TB", .easy), .lift("BT", .chairLift)])
    let direct = try #require(world.feature("TB"))
    #expect(try world.spelled("T", "B") == ["TB"])
    #expect(try world.spelled("T", "B", SkierProfile(closedFeatures: [direct])) == ["TMB"])
    let lift = try #require(world.feature("BT"))
    #expect(try world.spelled("B", "T", SkierProfile(closedFeatures: [lift])) == nil)
  }

  @Test func `a feature that does not operate is never part of a route`() throws {
    for status in Lifecycle.allCases {
      let world = try Self.world(.easy) { $0.status = status }
      #expect(try Self.isOpen(world, SkierProfile()) == [.operating, .unknown].contains(status))
    }
  }

  @Test func `a private run is never part of a route unless skiing is tagged as allowed`() throws {
    var tags = AccessTags()
    tags[.access] = "private"
    let world = try Self.world(.easy) { $0.access = tags }
    let free = SkierProfile(
      ungraded: .allow, allowedOffScale: [.freeride, .extreme], allowsOptIn: true, allowsItineraries: true)
    #expect(try !Self.isOpen(world, SkierProfile()) && !Self.isOpen(world, free))
    #expect(world.graph.restrictedFeatures().map(\.restriction) == [.private])
    tags[.ski] = "yes"
    #expect(try Self.isOpen(Self.world(.easy) { $0.access = tags }, SkierProfile()))
  }

  @Test func `avoided kinds of lifts are not ridden`() throws {
    let world = try DrawnWorld(
      """
      T
      .
      B
      """, heights: ["T": 1200], [.lift("BT", .dragLift), .lift("BT", .chairLift, name: "chair")])
    #expect(try world.route(.node(world.node("B")), .node(world.node("T")))?.steps[0].liftKind == .dragLift)
    let profile = SkierProfile(avoidedLiftKinds: [.dragLift])
    #expect(
      try world.route(.node(world.node("B")), .node(world.node("T")), profile)?.steps[0].liftKind
        == .chairLift
    )
  }

  @Test func `a connector with a grade obeys the ceiling in the convention around it`() throws {
    for (convention, isOpen) in [(DifficultyConvention.europe, false), (.northAmerica, true)] {
      let world = try DrawnWorld(
        "T.A.B", heights: ["T": 1100, "A": 1050], convention: convention,
        [.connector("TA", .intermediate), .run("AB", .novice)])
      #expect(try Self.isOpen(world, SkierProfile(ceiling: .colour(.blue), ungraded: .allow)) == isOpen)
      #expect(try Self.isOpen(world, SkierProfile(ungraded: .refuse)))
    }
    let plain = try DrawnWorld("T.A.B", heights: ["T": 1100], [.connector("TA"), .run("AB", .novice)])
    #expect(try Self.isOpen(plain, SkierProfile(ceiling: .colour(.green), ungraded: .refuse)))
  }
}

import SkiBase
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

@Suite struct AccessTests {
  private let roster = TripRoster(members: [anna, ben, cleo], hosts: [dora], until: time(5000))

  private func access(
    _ grants: [ShareGrant], by viewer: Viewer = .member(ben), at seconds: Double = 10, inside: Bool = true,
    coarseInside: Bool = true
  ) -> Access? {
    Access.decide(
      owner: anna, grants: grants,
      AccessQuestion(
        viewer: viewer, roster: roster, now: time(seconds), isInSkiArea: inside,
        isCoarseInSkiArea: coarseInside))
  }

  @Test func `no viewer sees anything without a grant`() { #expect(access([]) == nil) }

  @Test func `a grant holds from its beginning to before its end`() {
    let grants = [grant(from: 10, until: 20)]
    #expect(access(grants, at: 9.999) == nil)
    #expect(access(grants, at: 10) != nil)
    #expect(access(grants, at: 19.999) != nil)
    #expect(access(grants, at: 20) == nil)
  }

  @Test(arguments: [(anna, ben), (ben, anna)])
  func `a block hides both from each other, and from no other viewer`(pair: (UserID, UserID)) {
    var roster = self.roster
    roster.blocks = [pair.0: [pair.1]]
    func sees(_ viewer: Viewer, _ owner: UserID) -> Bool {
      let question = AccessQuestion(
        viewer: viewer, roster: roster, now: time(10), isInSkiArea: true, isCoarseInSkiArea: true)
      return Access.decide(owner: owner, grants: [grant(owner)], question) != nil
    }
    #expect(!sees(.member(ben), anna))
    #expect(!sees(.member(anna), ben))
    #expect(sees(.member(cleo), anna))
    #expect(sees(.member(ben), cleo))
  }

  @Test func `the end of the trip ends every grant`() {
    #expect(access([grant(until: 9000)], at: 4999) != nil)
    #expect(access([grant(until: 9000)], at: 5000) == nil)
  }

  @Test func `each audience has its viewers and no others`() {
    let stranger = user("stranger")
    let hash = LinkSecret().hash
    let viewers: [Viewer] = [
      .member(ben), .member(dora), .member(stranger), .link(hash), .link(LinkSecret().hash),
    ]
    func seen(_ audience: ShareAudience) -> [Bool] {
      viewers.map { access([grant(to: audience)], by: $0) != nil }
    }
    #expect(seen(.trip) == [true, true, false, false, false])
    #expect(seen(.hosts) == [false, true, false, false, false])
    #expect(seen(.people([ben])) == [true, false, false, false, false])
    #expect(seen(.people([stranger])) == [false, false, false, false, false])
    #expect(seen(.link(hash)) == [false, false, false, true, false])
  }

  @Test func `the finest of several grants counts`() {
    let grants = [grant(anna, to: .trip, .grid(metres: 1000)), grant(to: .people([ben]), .grid(metres: 250))]
    #expect(access(grants)?.precision == .grid(metres: 250))
    #expect(access(grants, by: .member(cleo))?.precision == .grid(metres: 1000))
    #expect(access(grants + [grant(to: .people([ben]), .areaOnly)])?.precision == .grid(metres: 250))
  }

  @Test func `a block takes precedence over every other grant`() {
    let grants = [grant(), grant(to: .people([ben]), .hidden)]
    #expect(access(grants) == nil)
    #expect(access(grants, by: .member(cleo))?.precision == .exact)
  }

  @Test func `an exact grant inside ski areas follows the exact position, a coarse one the coarse position`()
  {
    let exact = [grant(onlyInside: true)]
    #expect(access(exact, inside: false, coarseInside: true) == nil)
    #expect(access(exact, inside: true, coarseInside: false) != nil)
    let cells = [grant(anna, to: .trip, .grid(metres: 500), onlyInside: true)]
    #expect(access(cells, inside: false, coarseInside: true) != nil)
    #expect(access(cells, inside: true, coarseInside: false) == nil)
  }

  @Test func `a block holds outside of ski areas, too`() {
    let grants = [grant(), grant(to: .trip, .hidden, onlyInside: true)]
    #expect(access(grants, inside: false, coarseInside: false) == nil)
  }

  @Test func `an owner who is not a member shows nothing`() {
    let left = TripRoster(members: [ben], until: time(5000))
    let question = AccessQuestion(
      viewer: .member(ben), roster: left, now: time(10), isInSkiArea: true, isCoarseInSkiArea: true)
    #expect(Access.decide(owner: anna, grants: [grant()], question) == nil)
  }

  /// Decides by the definition alone: all grants that apply, then the block, then the finest.
  private func slowPrecision(_ grants: [ShareGrant], _ viewer: UserID, _ now: UniversalTime, _ inside: Bool)
    -> SharePrecision?
  {
    let applying = grants.filter { grant in
      let isTime = grant.from <= now && now < grant.until && now < roster.until
      let isViewer =
        switch grant.audience {
        case .trip: roster.members.contains(viewer)
        case .hosts: roster.hosts.contains(viewer)
        case .people(let people): people.contains(viewer) && roster.members.contains(viewer)
        case .link: false
        }
      return isTime && isViewer && (grant.precision == .hidden || inside || !grant.onlyInsideSkiArea)
    }
    if applying.contains(where: { $0.precision == .hidden }) { return nil }
    if applying.contains(where: { $0.precision == .exact }) { return .exact }
    for side in GridCell.sidesMetres where applying.contains(where: { $0.precision == .grid(metres: side) }) {
      return .grid(metres: side)
    }
    return applying.isEmpty ? nil : .areaOnly
  }

  @Test(arguments: [UInt64(1), 2, 3]) func `the decision equals that by the definition`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let audiences: [ShareAudience] = [
      .trip, .hosts, .people([ben]), .people([cleo, dora]), .link(LinkSecret().hash),
    ]
    let precisions: [SharePrecision] = [.exact, .grid(metres: 125), .grid(metres: 1000), .areaOnly, .hidden]
    for number in 0..<4000 {
      let grants = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        let from = Double.random(in: 0...60, using: &random)
        return grant(
          to: audiences.randomElement(using: &random)!, precisions.randomElement(using: &random)!, from: from,
          until: from + .random(in: 1...60, using: &random), onlyInside: .random(using: &random))
      }
      let viewer = [ben, cleo, dora, user("stranger")].randomElement(using: &random)!
      let (now, inside) = (Double.random(in: 0...120, using: &random), Bool.random(using: &random))
      let fast = access(grants, by: .member(viewer), at: now, inside: inside, coarseInside: inside)?.precision
      #expect(fast == slowPrecision(grants, viewer, time(now), inside), "seed \(seed), question \(number)")
    }
  }
}

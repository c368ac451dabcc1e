import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// The counts of deliveries and the records that they wait for.
@Suite struct AuditLogTests {
  private let given = GrantID.random()

  private func key(_ owner: UserID = anna, isRefusal: Bool = false, hour: Int64 = 1) -> AuditCount.Key {
    AuditCount.Key(
      owner: owner, viewer: dora.rawValue, trip: week, grant: isRefusal ? nil : given, hour: hour)
  }

  private func expect(
    _ book: inout AuditLog, mayDeliver key: AuditCount.Key, is expected: Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let mayDeliver = book.mayDeliver(key)
    #expect(mayDeliver == expected, sourceLocation: sourceLocation)
  }

  private func expect(
    _ book: inout AuditLog, isDue expected: [AuditCount], at milliseconds: Int64,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let due = book.takeDue(at: milliseconds)
    #expect(due == expected, sourceLocation: sourceLocation)
  }

  @Test func `a delivery waits until its record is durable, and is counted then`() {
    var book = AuditLog()
    for _ in 0..<3 { expect(&book, mayDeliver: key(), is: false) }
    let begun = book.takeDue(at: 0)
    #expect(begun == [AuditCount(key: key(), count: 0)])
    expect(&book, mayDeliver: key(ben), is: false)
    book.confirm(begun)
    for _ in 0..<2 { expect(&book, mayDeliver: key(), is: true) }
    expect(&book, isDue: [AuditCount(key: key(ben), count: 0)], at: 1)
    expect(&book, isDue: [AuditCount(key: key(), count: 2)], at: AuditLog.flushMilliseconds + 1)
    expect(&book, isDue: [], at: 3 * AuditLog.flushMilliseconds)
    expect(&book, mayDeliver: key(), is: true)
  }

  @Test func `what could not be stored is stored later with what came meanwhile`() {
    var book = AuditLog()
    _ = book.mayDeliver(key())
    let begun = book.takeDue(at: 0)
    book.putBack(begun)
    expect(&book, mayDeliver: key(), is: false)
    expect(&book, isDue: begun, at: 1)
    book.confirm(begun)
    _ = book.mayDeliver(key())
    let counts = book.takeDue(at: 10_000)
    _ = book.mayDeliver(key())
    book.putBack(counts)
    expect(&book, isDue: [AuditCount(key: key(), count: 2)], at: 10_001)
  }

  @Test func `refusals are counted without a record before`() {
    var book = AuditLog()
    for _ in 0..<3 { book.refuse(key(isRefusal: true)) }
    expect(&book, isDue: [AuditCount(key: key(isRefusal: true), count: 3)], at: 10_000)
    let rest = book.takeAll()
    #expect(rest.isEmpty)
  }

  @Test func `records of hours that are over are forgotten, their counts are not`() {
    var book = AuditLog()
    for hour in [1, 2] {
      book.confirm([AuditCount(key: key(hour: Int64(hour)), count: 0)])
      expect(&book, mayDeliver: key(hour: Int64(hour)), is: true)
    }
    book.confirm([AuditCount(key: key(hour: 4), count: 0)])
    book.confirm([AuditCount(key: key(hour: 5), count: 0)])
    let all = book.takeAll()
    #expect(Set(all.map(\.key.hour)) == [1, 2])
    expect(&book, mayDeliver: key(hour: 1), is: false)
  }

  @Test func `nothing of erased users is stored any more`() {
    var book = AuditLog()
    book.confirm([AuditCount(key: key(), count: 0), AuditCount(key: key(ben), count: 0)])
    expect(&book, mayDeliver: key(), is: true)
    expect(&book, mayDeliver: key(ben), is: true)
    _ = book.mayDeliver(key(cleo))
    book.forget([UserDigest(of: anna), UserDigest(of: cleo)])
    expect(&book, isDue: [AuditCount(key: key(ben), count: 1)], at: 10_000)
    expect(&book, mayDeliver: key(), is: false)
  }

  @Test(arguments: 1...20)
  func `deliveries and counts are those of a list of records`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (people, grants) = ([anna, ben, cleo, dora], [given, GrantID.random(), nil])
    var (book, list) = (AuditLog(), AuditList())
    var (stored, storing): ([AuditCount.Key: Int64], [AuditCount]) = ([:], [])
    func note(_ taken: [AuditCount]) { for count in taken { stored[count.key, default: 0] += count.count } }
    for step in 0..<3000 {
      let grant = grants.randomElement(using: &random) ?? nil
      let key = AuditCount.Key(
        owner: people.randomElement(using: &random) ?? anna,
        viewer: (people.randomElement(using: &random) ?? anna).rawValue, trip: week, grant: grant,
        hour: Int64(step / 500) + .random(in: 0...1, using: &random))
      switch Int.random(in: 0..<20, using: &random) {
      case ..<14:
        if grant == nil {
          book.refuse(key)
          list.counts[key, default: 0] += 1
        } else {
          let mayDeliver = book.mayDeliver(key)
          #expect(mayDeliver == list.mayDeliver(key), "seed \(seed), step \(step)")
        }
      case ..<16 where storing.isEmpty:
        storing = book.takeDue(at: Int64(step) * AuditLog.flushMilliseconds)
        let opened = Set(storing.filter { $0.count == 0 }.map(\.key))
        #expect(opened == list.waiting, "seed \(seed), step \(step)")
        list.waiting = []
      case ..<18:
        if Bool.random(using: &random) {
          note(storing)
          book.confirm(storing)
          list.confirm(storing)
        } else {
          book.putBack(storing)
          list.waiting.formUnion(storing.filter { $0.count == 0 }.map(\.key))
        }
        storing = []
      case 18 where step % 7 == 0 && storing.isEmpty:
        let user = people.randomElement(using: &random) ?? anna
        book.forget([UserDigest(of: user)])
        list.forget(user)
        stored = stored.filter { $0.key.owner != user && $0.key.viewer != user.rawValue }
      default: break
      }
    }
    note(storing)
    note(book.takeAll())
    #expect(stored.filter { $0.value > 0 } == list.counts.filter { $0.value > 0 }, "seed \(seed)")
  }
}

/// The records of an audit as plain lists, which the book must equal.
private struct AuditList {
  var counts: [AuditCount.Key: Int64] = [:]
  var durable: Set<AuditCount.Key> = []
  var waiting: Set<AuditCount.Key> = []

  mutating func mayDeliver(_ key: AuditCount.Key) -> Bool {
    guard durable.contains(key) else {
      waiting.insert(key)
      return false
    }
    counts[key, default: 0] += 1
    return true
  }

  mutating func confirm(_ stored: [AuditCount]) {
    durable.formUnion(stored.map(\.key).filter { $0.grant != nil })
  }

  mutating func forget(_ user: UserID) {
    func isOther(_ key: AuditCount.Key) -> Bool { key.owner != user && key.viewer != user.rawValue }
    counts = counts.filter { isOther($0.key) }
    durable = durable.filter(isOther)
    waiting = waiting.filter(isOther)
  }
}

import Testing

@testable import SkiSharing

/// The counts of deliveries and the records that they wait for.
@Suite struct AuditBookTests {
  private let given = GrantID.random()

  private func key(_ owner: UserID = anna, isRefusal: Bool = false, hour: Int64 = 1) -> AuditCount.Key {
    AuditCount.Key(
      owner: owner, viewer: dora.rawValue, trip: week, grant: isRefusal ? nil : given, hour: hour)
  }

  private func expect(
    _ book: inout AuditBook, mayDeliver key: AuditCount.Key, is expected: Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let mayDeliver = book.mayDeliver(key)
    #expect(mayDeliver == expected, sourceLocation: sourceLocation)
  }

  private func expect(
    _ book: inout AuditBook, isDue expected: [AuditCount], at milliseconds: Int64,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let due = book.takeDue(at: milliseconds)
    #expect(due == expected, sourceLocation: sourceLocation)
  }

  @Test func `a delivery waits until its record is durable, and is counted then`() {
    var book = AuditBook()
    for _ in 0..<3 { expect(&book, mayDeliver: key(), is: false) }
    let begun = book.takeDue(at: 0)
    #expect(begun == [AuditCount(key: key(), count: 0)])
    expect(&book, mayDeliver: key(ben), is: false)
    book.confirm(begun)
    for _ in 0..<2 { expect(&book, mayDeliver: key(), is: true) }
    expect(&book, isDue: [AuditCount(key: key(ben), count: 0)], at: 1)
    expect(&book, isDue: [AuditCount(key: key(), count: 2)], at: AuditBook.flushMilliseconds + 1)
    expect(&book, isDue: [], at: 3 * AuditBook.flushMilliseconds)
    expect(&book, mayDeliver: key(), is: true)
  }

  @Test func `what could not be stored is stored later with what came meanwhile`() {
    var book = AuditBook()
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
    var book = AuditBook()
    for _ in 0..<3 { book.refuse(key(isRefusal: true)) }
    expect(&book, isDue: [AuditCount(key: key(isRefusal: true), count: 3)], at: 10_000)
    let rest = book.takeAll()
    #expect(rest.isEmpty)
  }

  @Test func `records of hours that are over are forgotten, their counts are not`() {
    var book = AuditBook()
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
    var book = AuditBook()
    book.confirm([AuditCount(key: key(), count: 0), AuditCount(key: key(ben), count: 0)])
    expect(&book, mayDeliver: key(), is: true)
    expect(&book, mayDeliver: key(ben), is: true)
    _ = book.mayDeliver(key(cleo))
    book.forget([UserDigest(of: anna), UserDigest(of: cleo)])
    expect(&book, isDue: [AuditCount(key: key(ben), count: 1)], at: 10_000)
    expect(&book, mayDeliver: key(), is: false)
  }
}

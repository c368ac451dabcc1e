import SkiTestSupport
import Testing

@testable import SkiBase

@Suite struct BoundedCacheTests {
  @Test func `the least recently used values are removed first`() {
    var cache = BoundedCache<Int, String>(limitBytes: 30)
    for key in 1...3 { cache.insert("\(key)", of: key, bytes: 10) }
    #expect(cache.value(of: 1) == "1")
    #expect(cache.insert("4", of: 4, bytes: 10) == [2])
    #expect(cache.value(of: 2) == nil && cache.count == 3 && cache.byteCount == 30)
    #expect(cache.insert("5", of: 5, bytes: 20) == [3, 1])
    #expect(cache.value(of: 4) == "4")
  }

  @Test func `reading without use does not keep a value`() {
    var cache = BoundedCache<Int, Int>(limitBytes: 2)
    cache.insert(1, of: 1, bytes: 1)
    cache.insert(2, of: 2, bytes: 1)
    #expect(cache.peek(1) == 1)
    #expect(cache.insert(3, of: 3, bytes: 1) == [1])
  }

  @Test func `a value larger than the limit is kept alone`() {
    var cache = BoundedCache<Int, Int>(limitBytes: 10)
    cache.insert(1, of: 1, bytes: 5)
    #expect(cache.insert(2, of: 2, bytes: 50) == [1])
    #expect(cache.value(of: 2) == 2 && cache.byteCount == 50)
  }

  @Test func `a replaced value gives its bytes back`() {
    var cache = BoundedCache<Int, Int>(limitBytes: 100)
    cache.insert(1, of: 1, bytes: 60)
    #expect(cache.insert(2, of: 1, bytes: 80).isEmpty)
    #expect(cache.byteCount == 80)
    cache.remove(1)
    #expect(cache.byteCount == 0 && cache.count == 0)
  }

  @Test(arguments: UInt64(1)...20)
  func `a cache equals a list in order of use`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let limit = Int.random(in: 10...400, using: &random)
    var cache = BoundedCache<Int, Int>(limitBytes: limit)
    var list: [(key: Int, value: Int, bytes: Int)] = []
    for step in 0..<2000 {
      let key = Int.random(in: 0..<40, using: &random)
      if Bool.random(using: &random) {
        let place = list.firstIndex { $0.key == key }
        #expect(cache.value(of: key) == place.map { list[$0].value }, "seed \(seed), step \(step)")
        if let place { list.append(list.remove(at: place)) }
      } else {
        let bytes = Int.random(in: 1...20, using: &random)
        list.removeAll { $0.key == key }
        list.append((key, step, bytes))
        while list.count > 1, list.reduce(0, { $0 + $1.bytes }) > limit { list.removeFirst() }
        cache.insert(step, of: key, bytes: bytes)
        #expect(cache.byteCount == list.reduce(0) { $0 + $1.bytes }, "seed \(seed), step \(step)")
      }
    }
  }

  @Test func `a full cache of many values frees an eighth at once`() {
    var cache = BoundedCache<Int, Int>(limitBytes: 1000)
    for key in 0..<1000 { cache.insert(key, of: key, bytes: 1) }
    #expect(cache.insert(1000, of: 1000, bytes: 1).count == 126)
    #expect(cache.byteCount == 875)
  }
}

import SkiBase
import Testing

struct ThreadResultTests {
  @Test func `a result that comes before the task waits is returned`() async throws {
    for count in 0..<100 {
      let list = try await ThreadResult<[Int]>.wait { finish in
        WorkerThreads(0..<1) { _ in finish(.success(Array(0..<count))) }.join()
      }
      #expect(list == Array(0..<count))
    }
  }

  @Test func `a result of a thread that runs on beside the task is returned`() async throws {
    for count in 0..<100 {
      let list = try await ThreadResult<[Int]>.wait { finish in
        WorkerThreads(0..<1) { _ in finish(.success(Array(0..<count))) }.detach()
      }
      #expect(list == Array(0..<count))
    }
  }

  @Test func `an error of the thread is thrown`() async {
    let error = await #expect(throws: SkiError.self) {
      try await ThreadResult<Int>.wait { $0(.failure(SkiError(.unavailable, "the thread has ended"))) }
    }
    #expect(error?.message == "the thread has ended")
  }
}

import Dispatch
import Synchronization

/// Blocks the thread until asynchronous work ends, and returns its result.
///
/// libFuzzer calls a synchronous function; the work runs on the threads of Swift's tasks, which never wait for this one.
package func waitFor<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
  let result = Held<Value>()
  let done = DispatchSemaphore(value: 0)
  Task {
    let value = await work()
    result.value.withLock { $0 = value }
    done.signal()
  }
  done.wait()
  guard let value = result.value.withLock({ $0 }) else { fatalError("asynchronous work left nothing") }
  return value
}

private final class Held<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}

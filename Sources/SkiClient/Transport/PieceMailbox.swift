import SkiBase

/// The reply of one transfer on its way from a delegate to the task that reads it; bounded.
final class PieceMailbox: Sendable {
  /// The head of a reply.
  struct Head: Sendable {
    /// The status of HTTP.
    var status: Int
    /// The header fields, by lower-case names.
    var fields: [String: String]
  }

  private struct State {
    var head: Head?
    var pieces: [[UInt8]] = []
    var byteCount = 0
    var isEnded = false
    var failure: SkiError?
  }

  private enum Taken<Value: Sendable>: Sendable {
    case value(Value)
    case ended(SkiError?)
    case nothing
  }

  private let state = Locked(State())
  private let signal = WakeSignal()
  private let limit: Int

  /// Creates a mailbox.
  /// - Parameter limit: The greatest number of bytes that wait for the reader.
  init(limit: Int = ClientReply.greatestByteCount) { self.limit = limit }

  /// Takes the head of the reply.
  func put(_ head: Head) { change { $0.head = head } }

  /// Takes bytes of the body; returns whether there is room for more.
  func put(_ bytes: [UInt8]) -> Bool {
    let limit = limit
    let hasRoom = state.withLock { state -> Bool in
      guard !state.isEnded else { return false }
      guard state.byteCount + bytes.count <= limit else { return false }
      state.byteCount += bytes.count
      state.pieces.append(bytes)
      return true
    }
    if hasRoom {
      change { _ in }
    } else {
      finish(
        SkiError(.limitExceeded, "more than \(limit) bytes of a reply wait to be read; ask for less at once"))
    }
    return hasRoom
  }

  /// Ends the reply; the first end counts, and what waits may still be read.
  func finish(_ failure: SkiError? = nil) {
    change { state in
      guard !state.isEnded else { return }
      (state.isEnded, state.failure) = (true, failure)
    }
  }

  /// Returns the head of the reply as soon as it is there.
  /// - Throws: `SkiError` with which the reply ended before.
  func head() async throws -> Head {
    let found: Head? = try await take { state in
      if let head = state.head { return .value(head) }
      return state.isEnded ? .ended(state.failure) : .nothing
    }
    guard let found else { throw SkiError(.unavailable, "the server ended the connection; try again") }
    return found
  }

  /// Returns the bytes that wait as soon as there are any; nil at the end.
  /// - Throws: `SkiError` with which the reply ended.
  func next() async throws -> [UInt8]? {
    try await take { state in
      guard state.pieces.isEmpty else {
        let first = state.pieces.removeFirst()
        state.byteCount -= first.count
        return .value(first)
      }
      return state.isEnded ? .ended(state.failure) : .nothing
    }
  }

  private func take<Value: Sendable>(
    _ body: @Sendable (inout State) -> Taken<Value>
  ) async throws -> Value? {
    while true {
      let taken = state.withLock { state -> Taken<Value> in body(&state) }
      switch taken {
      case .value(let value): return value
      case .ended(let failure?): throw failure
      case .ended(nil): return nil
      case .nothing: await signal.wait()
      }
    }
  }

  private func change(_ body: @Sendable (inout State) -> Void) {
    state.withLock { body(&$0) }
    signal.raise()
  }
}

import HummingbirdCore
import Logging
import NIOCore

/// An HTTP/1.1 channel whose requests are handled on the event loop of their connection.
///
/// Reading, answering and writing need no change of threads, which costs more than a small answer. Handlers never block:
/// searches and files have lanes of their own.
struct LoopBoundChannel: ServerChildChannel {
  /// The channel of the library.
  let base: HTTP1Channel
  /// Returns the handler of the responses that need no task.
  let immediateResponses: @Sendable () -> ImmediateResponses

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
    base.setup(channel: channel, logger: logger).flatMapThrowing { value in
      // Behind the library's handler of idle connections, which must see all requests.
      let pipeline = channel.pipeline.syncOperations
      let state = try pipeline.context(handlerType: HTTPConnectionStateHandler.self)
      try pipeline.addHandler(immediateResponses(), position: .after(state.handler))
      return value
    }
  }

  func handle(value: HTTP1Channel.Value, logger: Logger) async {
    let loop = EventLoopTaskExecutor(value.channel.eventLoop)
    await withTaskExecutorPreference(loop) { await base.handle(value: value, logger: logger) }
  }
}

/// An executor that runs the jobs of tasks on an event loop.
///
/// **Source:** Swift Evolution SE-0417, "Task executor preference".
final class EventLoopTaskExecutor: TaskExecutor {
  private let loop: any EventLoop

  init(_ loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let unowned = UnownedJob(job)
    loop.execute { unowned.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

import SkiBase
import SkiSystem

/// A pipe by which a thread that waits for a socket is woken.
///
/// A shared object; `Sendable`.
final class WakePipe: Sendable {
  private let reading: Int32
  private let writing: Int32

  /// - Throws: `SkiError` with code `.unavailable` if the process has too many open files.
  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw SkiError(
        .unavailable, "a pipe can't be made; raise the limit of open files",
        underlying: String(cString: strerror(errno)))
    }
    (reading, writing) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// Wakes the waiting thread, now or as soon as it waits.
  func wake() {
    var byte: UInt8 = 0
    _ = write(writing, &byte, 1)
  }

  /// Waits until a socket can be read, the pipe is woken, or a time has passed; nil for the socket or the time is none.
  func wait(socket: Int32?, milliseconds: Int32?) {
    var descriptors = [pollfd(fd: reading, events: Int16(POLLIN), revents: 0)]
    if let socket { descriptors.append(pollfd(fd: socket, events: Int16(POLLIN), revents: 0)) }
    _ = poll(&descriptors, nfds_t(descriptors.count), milliseconds ?? -1)
    if descriptors[0].revents != 0 {
      var bytes = [UInt8](repeating: 0, count: 64)
      _ = read(reading, &bytes, bytes.count)
    }
  }
}

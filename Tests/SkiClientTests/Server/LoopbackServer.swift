import Foundation
import SkiBase
import SkiSystem

/// A server on a port of this machine that sends given bytes to each connection, and keeps the heads of requests.
final class LoopbackServer: Sendable {
  /// The port.
  let port: UInt16
  private let log = Locked<[String]>([])

  /// The heads of the requests in the order of their coming.
  var heads: [String] { log.withLock { $0 } }
  /// The address.
  var address: String { "http://127.0.0.1:\(port)" }

  /// Starts a server.
  /// - Parameter answers: The bytes for each connection, which is closed after them.
  /// - Throws: `SkiError` when there is no port.
  init(_ answers: [[UInt8]]) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isReady = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(listener, generic, size) == 0 && listen(listener, 8) == 0
          && getsockname(listener, generic, &size) == 0
      }
    }
    guard isReady else { throw SkiError(.unavailable, "no port of this machine is free; try again") }
    port = UInt16(bigEndian: address.sin_port)
    let log = log
    Thread.detachNewThread {
      for answer in answers {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { break }
        let head = Self.head(of: connection)
        log.withLock { $0.append(head) }
        Self.send(answer, to: connection)
        shutdown(connection, Int32(SHUT_WR))
        // The client may still send its body; a connection closed before that would be reset.
        Self.drain(connection)
        close(connection)
      }
      close(listener)
    }
  }

  private static func head(of connection: Int32) -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count < 1 << 16, !bytes.suffix(4).elementsEqual([13, 10, 13, 10]),
      recv(connection, &byte, 1, 0) == 1
    {
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func send(_ bytes: [UInt8], to connection: Int32) {
    var start = 0
    while start < bytes.count {
      let sent = bytes.withUnsafeBytes { buffer in
        SkiSystem.send(connection, buffer.baseAddress! + start, buffer.count - start, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return }
      start += sent
    }
  }

  private static func drain(_ connection: Int32) {
    var time = timeval(tv_sec: 2, tv_usec: 0)
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    var buffer = [UInt8](repeating: 0, count: 4096)
    while recv(connection, &buffer, buffer.count, 0) > 0 {}
  }
}

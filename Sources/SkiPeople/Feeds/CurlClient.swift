import CLibraries
import Foundation
import SkiBase

/// A client over libcurl, which is loaded on first use.
///
/// Each request has a connection of its own, blocks a thread outside of Swift's task pool, and ends within its limits. A body is
/// decompressed while it arrives, and the transfer ends with the first byte beyond the limit. Proxies are those of the process's
/// environment, none for this machine. Cookies, passwords of files and other protocols are not used.
///
/// Did not work: Foundation's `URLSession` (Swift 6.3, Linux). A server that closes the connection within the head, or sends
/// fields after the pieces of a body, ends the process ("Transfer completed, but there's no response"); a body of 1 MB that
/// decompresses to 1 GiB takes as much memory before a delegate can cancel; its time limits start again with each byte.
package struct CurlClient: HTTPClient {
  /// Creates a client.
  /// - Throws: ``SkiError`` with code `.missingInput` where libcurl can't be loaded.
  package init() throws { try SkiError.requireLibrary(curl_library_fault()) }

  /// Requests a document; see ``HTTPClient/get(_:)``.
  package func get(_ request: HTTPGet) async throws -> HTTPReply {
    var address = request.address
    var left = request.limits.redirects
    let start = ContinuousClock.now
    while true {
      let passed = start.duration(to: .now)
      let reply = try await transfer(request, address, passed: passed)
      guard Self.redirects.contains(reply.status) else { return reply }
      guard let location = reply.field("location") else {
        throw SkiError(
          .malformedData,
          "response has status \(reply.status) and no location; the feed must answer 200 or 304")
      }
      guard left > 0 else {
        throw SkiError(
          .limitExceeded,
          "the feed redirects more than \(request.limits.redirects) times; give the address it redirects to")
      }
      left -= 1
      address = try address.redirected(to: Self.absolute(location, from: address))
    }
  }

  /// Sends a body; see ``HTTPClient/post(_:)``.
  package func post(_ request: HTTPPost) async throws -> Int {
    let lines = request.fields.map { "\($0.key): \($0.value)" } + ["User-Agent: SkiRoute", "Expect:"]
    let transfer = CurlTransfer(
      address: request.address, fields: Self.plain(lines.sorted()), limits: request.limits, sent: request.body
    )
    return try await run(transfer).status
  }

  private static let redirects: Set<Int> = [301, 302, 303, 307, 308]

  private static func absolute(_ location: String, from address: FeedAddress) throws -> String {
    guard let resolved = curl_address_resolved(address.text, location) else {
      throw SkiError(.malformedData, "the feed redirects to no address; it must answer 200 or 304")
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private func transfer(
    _ request: HTTPGet, _ address: FeedAddress, passed: Duration
  ) async throws -> HTTPReply {
    var limits = request.limits
    let passedMilliseconds = Int64(passed / .milliseconds(1))
    guard passedMilliseconds < limits.wholeMilliseconds else { throw CurlTransfer.timedOut }
    limits.wholeMilliseconds -= passedMilliseconds
    let transfer = CurlTransfer(address: address, fields: Self.fields(of: request), limits: limits)
    return try await run(transfer)
  }

  private func run(_ transfer: CurlTransfer) async throws -> HTTPReply {
    try await withTaskCancellationHandler {
      try await BlockingWork.run { try transfer.run() }
    } onCancel: {
      transfer.cancel()
    }
  }

  private static func fields(of request: HTTPGet) -> [String] {
    var fields = ["Accept: \(request.accepts)", "User-Agent: SkiRoute"]
    if let tag = request.entityTag { fields.append("If-None-Match: \(tag)") }
    if let modified = request.modified { fields.append("If-Modified-Since: \(modified)") }
    return plain(fields)
  }

  /// Returns the lines that a head may have; others could begin lines of their own.
  private static func plain(_ lines: [String]) -> [String] {
    lines.filter { line in line.utf8.allSatisfy { (0x20...0x7E).contains($0) } }
  }
}

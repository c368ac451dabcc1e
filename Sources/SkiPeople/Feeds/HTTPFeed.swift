import SkiAPI
package import SkiBase
import SkiGraph

/// A feed over HTTP, in one format.
package struct HTTPFeed: LiftStatusDataSource {
  /// The name of the feed.
  package let feed: FeedName
  /// The format of its documents.
  package let format: any FeedFormat
  /// The age beyond which what the feed says counts for nothing, in seconds.
  package let maximumAgeSeconds: Double
  /// The times at which the feed is asked again.
  package let policy: RefreshPolicy
  private let address: FeedAddress
  private let limits: HTTPLimits
  private let client: any HTTPClient
  private let clock: TimeSource

  /// The greatest time an answer takes, in seconds.
  package var answerSeconds: Double { Double(limits.wholeMilliseconds) / 1000 }

  /// Creates a feed.
  /// - Parameters:
  ///   - feed: Its name.
  ///   - address: Its address.
  ///   - format: The format of its documents.
  ///   - client: The client that requests them.
  ///   - clock: The clocks.
  ///   - maximumAgeSeconds: See ``LiftStatusDataSource/maximumAgeSeconds``; half an hour by default, as questions heed no
  ///     older observation.
  ///   - policy: The times at which it is asked again.
  ///   - limits: The limits of a request.
  /// - Precondition: `maximumAgeSeconds` is more than 0.
  package init(
    _ feed: FeedName, at address: FeedAddress, format: any FeedFormat, client: any HTTPClient,
    clock: TimeSource,
    maximumAgeSeconds: Double = 1800, policy: RefreshPolicy = RefreshPolicy(),
    limits: HTTPLimits = HTTPLimits()
  ) {
    precondition(maximumAgeSeconds > 0, "the greatest age must be more than 0 s, got \(maximumAgeSeconds)")
    self.feed = feed
    self.address = address
    self.format = format
    self.client = client
    self.clock = clock
    self.maximumAgeSeconds = maximumAgeSeconds
    self.policy = policy
    self.limits = limits
  }

  /// Asks for the document; see ``LiftStatusDataSource/fetch(knowing:)``.
  ///
  /// Besides the errors of ``HTTPClient/get(_:)``, ``HTTPReply/failure`` and ``FeedFormat/read(_:from:now:)`` the failure is
  /// `.unsupportedFormat` for another media type, `.emptyInput` for a document without entries or whose observations are all
  /// older than ``maximumAgeSeconds``, and `.malformedData` for a status 304 that was not asked for.
  package func fetch(knowing known: FeedVersion?) async -> FeedAnswer {
    var hints = RefreshHints()
    do {
      let reply = try await client.get(
        HTTPGet(
          address, accepts: format.accepts, entityTag: known?.entityTag, modified: known?.modified,
          limits: limits))
      hints = RefreshHints(reply, now: clock.now())
      return FeedAnswer(.success(try await BlockingWork.run { try content(of: reply, known) }), hints: hints)
    } catch {
      return FeedAnswer(.failure(named(error)), hints: hints)
    }
  }

  private func content(of reply: HTTPReply, _ known: FeedVersion?) throws -> FeedAnswer.Content {
    if let failure = reply.failure { throw failure }
    if reply.status == 304 {
      guard known?.entityTag != nil || known?.modified != nil else {
        throw SkiError(
          .malformedData, "response has status 304 though no document was known; the feed must answer 200")
      }
      return .unchanged
    }
    guard let type = reply.mediaType, format.reads(mediaType: type) else {
      let type = (reply.mediaType ?? "none").shortened(toScalars: 60)
      throw SkiError(
        .unsupportedFormat, "document has the media type \(type); the feed must send \(format.accepts)")
    }
    let reading = try format.read(reply.body, from: feed, now: clock.now())
    try check(reading)
    let version = FeedVersion(entityTag: reply.field("etag"), modified: reply.field("last-modified"))
    return .document(FeedDocument(bytes: reply.body, version: version, reading: reading))
  }

  private func check(_ reading: FeedReading) throws {
    let report = reading.report
    guard !report.features.isEmpty || report.liftHours != nil else {
      throw SkiError(
        .emptyInput,
        "document has no entry that can be used, \(reading.problems.count) are left out; correct the feed")
    }
    let saysHours = report.liftHours != nil || report.features.contains { !$0.hours.isEmpty }
    guard let newest = reading.newestObservation, !saysHours else { return }
    let age = clock.now().secondsSince1970 - newest.secondsSince1970
    guard age <= maximumAgeSeconds else {
      throw SkiError(
        .emptyInput,
        "newest observation is \(Int(min(age, 1e12) / 60)) min old, more than \(Int(maximumAgeSeconds / 60)) min; renew the feed"
      )
    }
  }

  /// Returns an error whose subject is the feed's name.
  private func named(_ error: any Error) -> SkiError {
    var named =
      error as? SkiError
      ?? (error is CancellationError
        ? SkiError(.cancelled, "the request was cancelled; send it again")
        : SkiError(.internalInconsistency, "fault of the type \(type(of: error))"))
    named.subject = feed.text
    return named
  }
}

import SkiFeeds
import SkiModel
import SkiSharing
import SkiTrips

/// The words of hosts end with the right to say them: in the transaction that ends it, so that no server shows them any more once
/// it has read the news.
enum HostWords {
  /// The part of the trip services that ends words.
  static let part = TripsPart("lift_words", migrations: []) { happening, transaction in
    let connection = transaction.connection
    switch happening {
    case .memberLeft(let trip, let user), .roleChanged(let trip, let user, .traveller):
      try connection.endWords(of: user, for: .trip(trip))
    case .tripEnded(let trip), .tripRemoved(let trip): try connection.endWords(for: .trip(trip))
    case .userRemoved(let user): try connection.endWords(of: user)
    default: break
    }
  }
}

extension SharingFollower {
  /// Returns the same work, after which this server has read which words have ended.
  func reading(_ lifts: LiftStatusRepository) -> SharingFollower {
    let first = self
    var follower = self
    follower.memberLeft = { user, trip in
      try await lifts.reload()
      try await first.memberLeft(user, trip)
    }
    follower.membershipChanged = { trip in
      try await lifts.reload()
      try await first.membershipChanged(trip)
    }
    follower.tripEnded = { trip in
      try await lifts.reload()
      try await first.tripEnded(trip)
    }
    follower.userRemoved = { user in
      try await lifts.reload()
      try await first.userRemoved(user)
    }
    return follower
  }
}

extension LiftStatusRepository {
  /// Ends the words of people who do not speak for their ski areas any more.
  func endWords(exceptOf speakers: [LiftSpeaker]) async throws {
    try await endAreaWords { user, area in speakers.speak(user, for: area) != nil }
  }
}

extension [LiftSpeaker] {
  /// Returns the appointment by which a user speaks for a ski area; nil without one.
  func speak(_ user: UserID, for area: SourceID) -> LiftSpeaker? {
    first { $0.user == user && $0.areas.contains(area) }
  }
}

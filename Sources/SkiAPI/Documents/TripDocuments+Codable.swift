#if !hasFeature(Embedded)
  // The values that `Codable` writes and reads in the form of the contract, as for a store of an app or a cache.

  extension Trip: CodableDocument {}
  extension OwnTrip: CodableDocument {}
  extension TripPatch: CodableDocument {}
  extension TripMember: CodableDocument {}
  extension Invitation: CodableDocument {}
  extension InvitationPreview: CodableDocument {}
  extension User: CodableDocument {}
  extension UserPatch: CodableDocument {}
  extension Companion: CodableDocument {}
  extension BlockedPerson: CodableDocument {}
  extension Favourite: CodableDocument {}
  extension NearbyPreferences: CodableDocument {}
  extension SessionTokens: CodableDocument {}
  extension OwnSession: CodableDocument {}
  extension TripEvent: CodableDocument {}
  extension EventDraft: CodableDocument {}
  extension EventPatch: CodableDocument {}
  extension EventGuest: CodableDocument {}
  extension EventPage: CodableDocument {}
  extension MeetingPoint: CodableDocument {}
  extension MeetingSuggestion: CodableDocument {}
  extension Chat: CodableDocument {}
  extension ChatMessage: CodableDocument {}
  extension ChatPage: CodableDocument {}
  extension RecordedDay: CodableDocument {}
  extension DayLap: CodableDocument {}
  extension DayAchievement: CodableDocument {}
  extension Challenge: CodableDocument {}
  extension ChallengeRank: CodableDocument {}
  extension Notice: CodableDocument {}
  extension NoticePayload: CodableDocument {}
  extension NoticePreferences: CodableDocument {}
  extension QuietHours: CodableDocument {}
#endif

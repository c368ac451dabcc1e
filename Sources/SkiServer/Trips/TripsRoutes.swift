/// The routes of the trip services; without these services each is `.notFound`.
struct TripsRoutes: Sendable {
  let core: ServerCore

  var routes: [Route] {
    LoginRoutes(core: core).routes + UserRoutes(core: core).routes + people + together + days
  }

  private var people: [Route] {
    TripRoutes(core: core).routes + MemberRoutes(core: core).routes + InvitationRoutes(core: core).routes
      + FriendRoutes(core: core).routes + FavouriteRoutes(core: core).routes
  }

  private var together: [Route] {
    EventRoutes(core: core).routes + ChatRoutes(core: core).routes + NoticeRoutes(core: core).routes
  }

  private var days: [Route] {
    DayRoutes(core: core).routes + ChallengeRoutes(core: core).routes + LiftRoutes(core: core).routes
  }
}

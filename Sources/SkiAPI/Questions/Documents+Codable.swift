#if !hasFeature(Embedded)
  // The questions and answers that `Codable` writes and reads in the form of the contract, as for a store of an app or a cache.

  extension RouteQuestion: CodableDocument {}
  extension HomeQuestion: CodableDocument {}
  extension ReachQuestion: CodableDocument {}
  extension ClosureQuestion: CodableDocument {}
  extension TourQuestion: CodableDocument {}
  extension MeetQuestion: CodableDocument {}
  extension NearbyQuestion: CodableDocument {}
  extension LocateQuestion: CodableDocument {}
  extension PlacesQuestion: CodableDocument {}
  extension SkierOptions: CodableDocument {}

  extension RouteAnswer: CodableDocument {}
  extension ChoicesAnswer: CodableDocument {}
  extension JourneyAnswer: CodableDocument {}
  extension HomeAnswer: CodableDocument {}
  extension ReachAnswer: CodableDocument {}
  extension ClosureAnswer: CodableDocument {}
  extension TourAnswer: CodableDocument {}
  extension MeetAnswer: CodableDocument {}
  extension LocateAnswer: CodableDocument {}
  extension NearbyAnswer: CodableDocument {}
  extension PlaceEntry: CodableDocument {}
  extension MissingAnswer: CodableDocument {}
  extension DayAnswer: CodableDocument {}
#endif

import SkiGeo

/// Delivers updates of travellers to permitted listeners.
///
/// A listener subscribes as a viewer; the traveller's audience is applied to each update when it is published.
/// Listeners who lose permission receive that the traveller left, and lose undelivered updates.
final class TravellerBroadcast: Sendable {
  private struct Published {
    var latest: TravellerUpdate?
    /// The mailboxes of all permitted listeners, as of `generation`.
    var recipients: [TravellerMailbox] = []
    var generation: UInt64 = 0
  }

  private struct State {
    var visibility = VisibilityTable()
    var travellers: [TravellerID: Published] = [:]
    var listeners: [ViewerID: [TravellerMailbox]] = [:]
    /// The number of changes of permissions and listeners.
    var generation: UInt64 = 1
    var isFinished = false
  }

  private typealias Continuations = [CheckedContinuation<Void, Never>?]

  private let state = Locked(State())
}

// MARK: Travellers

extension TravellerBroadcast {
  /// Adds a traveller, or changes their audience. Complexity: O(size of both audiences).
  func setAudience(_ audience: TravellerAudience, of traveller: TravellerID) {
    change { state in
      let before = state.visibility.viewers(of: traveller)
      state.visibility.setAudience(audience, of: traveller)
      if state.travellers[traveller] == nil { state.travellers[traveller] = Published() }
      return Self.notify(&state, traveller, before: before, after: state.visibility.viewers(of: traveller))
    }
  }

  /// Removes a traveller with all undelivered updates. Complexity: O(size of the audience).
  func remove(_ traveller: TravellerID) {
    change { state in
      let before = state.visibility.viewers(of: traveller)
      state.visibility.setAudience(nil, of: traveller)
      state.travellers[traveller] = nil
      return Self.notify(&state, traveller, before: before, after: [])
    }
  }

  /// Delivers updates to all permitted listeners; updates of unknown travellers are dropped.
  /// - Complexity: O(permitted listeners) for each.
  func publish(_ updates: [TravellerUpdate]) {
    let wakes = state.withLock { state in
      var wakes: Continuations = []
      for update in updates {
        let traveller = update.traveller
        guard let index = state.travellers.index(forKey: traveller) else { continue }
        if state.travellers.values[index].generation != state.generation {
          state.travellers.values[index].recipients = Self.recipients(of: traveller, state)
          state.travellers.values[index].generation = state.generation
        }
        state.travellers.values[index].latest = update
        for mailbox in state.travellers.values[index].recipients {
          if let wake = mailbox.put(update) { wakes.append(wake) }
        }
      }
      return wakes
    }
    for wake in wakes { wake?.resume() }
  }

  private static func recipients(of traveller: TravellerID, _ state: State) -> [TravellerMailbox] {
    state.visibility.viewers(of: traveller).flatMap { state.listeners[$0] ?? [] }
  }
}

// MARK: Viewers

extension TravellerBroadcast {
  /// Adds a viewer to a group, to receive the positions shared with it. Complexity: O(travellers who share).
  func add(_ viewer: ViewerID, to group: GroupID) {
    changeMembership(viewer, group) { $0.add(viewer, to: group) }
  }

  /// Removes a viewer from a group. Complexity: O(travellers who share).
  func remove(_ viewer: ViewerID, from group: GroupID) {
    changeMembership(viewer, group) { $0.remove(viewer, from: group) }
  }

  /// Returns the latest updates permitted to a viewer, by traveller. Complexity: O(*k* log *k*) in them.
  func latest(visibleTo viewer: ViewerID) -> [TravellerUpdate] {
    state.withLock { state in
      state.visibility.travellers(visibleTo: viewer).sorted().compactMap { state.travellers[$0]?.latest }
    }
  }

  /// Opens a mailbox for a viewer, filled with the latest updates permitted to them.
  /// - Complexity: O(*k* log *k*) in the travellers visible to the viewer.
  func subscribe(_ viewer: ViewerID) -> TravellerMailbox {
    let mailbox = TravellerMailbox()
    let isFinished = state.withLock { state in
      if state.isFinished { return true }
      for traveller in state.visibility.travellers(visibleTo: viewer).sorted() {
        if let latest = state.travellers[traveller]?.latest { _ = mailbox.put(latest) }
      }
      state.listeners[viewer, default: []].append(mailbox)
      state.generation += 1
      return false
    }
    if isFinished { mailbox.close() }
    return mailbox
  }

  /// Closes and removes a mailbox. Complexity: O(listeners of that viewer).
  func unsubscribe(_ mailbox: TravellerMailbox, of viewer: ViewerID) {
    state.withLock { state in
      guard let all = state.listeners[viewer], all.contains(where: { $0 === mailbox }) else { return }
      let others = all.filter { $0 !== mailbox }
      state.listeners[viewer] = others.isEmpty ? nil : others
      state.generation += 1
      // An outdated list would retain the mailbox until the next update of its traveller.
      for traveller in state.visibility.travellers(visibleTo: viewer) {
        state.travellers[traveller]?.recipients = []
      }
    }
    mailbox.close()
  }

  /// Ends all subscriptions, present and future.
  func finish() {
    let mailboxes = state.withLock { state in
      let all = state.listeners.values.flatMap(\.self)
      state = State()
      state.isFinished = true
      return all
    }
    for mailbox in mailboxes { mailbox.close() }
  }

  /// The numbers of travellers and listeners.
  var counts: (travellers: Int, listeners: Int) {
    state.withLock { state in
      (state.travellers.count, state.listeners.values.reduce(0) { $0 + $1.count })
    }
  }
}

// MARK: Permissions

extension TravellerBroadcast {
  private func change(_ body: (inout State) -> Continuations) {
    let wakes = state.withLock { state in
      state.generation += 1
      return body(&state)
    }
    for wake in wakes { wake?.resume() }
  }

  private func changeMembership(
    _ viewer: ViewerID, _ group: GroupID, _ body: (inout VisibilityTable) -> Void
  ) {
    change { state in
      let travellers = state.visibility.travellers(sharingWith: group)
      let before = travellers.filter { state.visibility.isVisible($0, to: viewer) }
      body(&state.visibility)
      let after = travellers.filter { state.visibility.isVisible($0, to: viewer) }
      return travellers.sorted().flatMap { traveller in
        Self.notify(
          &state, traveller, before: before.contains(traveller) ? [viewer] : [],
          after: after.contains(traveller) ? [viewer] : [])
      }
    }
  }

  /// Delivers the latest update to listeners who gain permission, and a departure to those who lose it.
  private static func notify(
    _ state: inout State, _ traveller: TravellerID, before: Set<ViewerID>, after: Set<ViewerID>
  ) -> Continuations {
    var wakes: Continuations = []
    // An outdated list would retain mailboxes until the next update of the traveller.
    state.travellers[traveller]?.recipients = []
    for viewer in before.subtracting(after) {
      for mailbox in state.listeners[viewer] ?? [] { wakes.append(mailbox.withdraw(traveller)) }
    }
    guard let latest = state.travellers[traveller]?.latest else { return wakes }
    for viewer in after.subtracting(before) {
      for mailbox in state.listeners[viewer] ?? [] { wakes.append(mailbox.put(latest)) }
    }
    return wakes
  }
}

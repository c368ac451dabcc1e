import SkiAPI
import SkiBase

/// The listeners of this server: it reads each new message once, and hands it to all who may read it.
actor ChatHub {
  private let store: TripsStore
  private var mailboxes: [UserID: [UInt64: ChatMailbox]] = [:]
  private var nextNumber: UInt64 = 0
  /// By chat the position up to which messages were handed to mailboxes.
  private var handed: [ChatID: Int64] = [:]
  /// The chats to be read.
  private var due: Set<ChatID> = []
  /// The chats whose readers have changed, so that waiting messages are read again.
  private var reread: Set<ChatID> = []
  /// The trips whose people have changed.
  private var changedTrips: Set<TripID> = []
  private var isLookDue = false
  /// The chat that is being read, with the positions of messages that are deleted meanwhile.
  private var reading: ChatID?
  private var deletedMeanwhile: Set<Int64> = []
  /// The time of the last look by the store's clock, in milliseconds.
  private var lookedAt: Int64?
  private var isWorking = false
  private var listening: Subscription?

  /// The time before the last look within which transactions that commit late have begun, in milliseconds.
  private static let lateMilliseconds: Int64 = 60_000
  private static let handedLimit = 10_000

  /// Creates a hub without listeners.
  init(_ store: TripsStore) { self.store = store }

  /// Adds a listener's mailbox, and returns its number.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be reached.
  func add(_ mailbox: ChatMailbox, of user: UserID) async throws -> UInt64 {
    if listening == nil {
      let made = try await listen()
      if listening == nil { listening = made }
    }
    // Positions of the time without listeners are old.
    if mailboxes.isEmpty { (handed, due, reread, changedTrips) = ([:], [], [], []) }
    nextNumber += 1
    mailboxes[user, default: [:]][nextNumber] = mailbox
    return nextNumber
  }

  /// Removes a mailbox.
  func remove(_ number: UInt64, of user: UserID) {
    mailboxes[user]?[number] = nil
    if mailboxes[user]?.isEmpty == true { mailboxes[user] = nil }
  }

  /// Reads what has changed since the last look, without a notice.
  func look() async {
    isLookDue = true
    await work()
  }

  private func listen() async throws -> Subscription {
    let token = try await store.environment.driver.listen { [weak self] notice in
      Task { await self?.note(notice) }
    }
    return Subscription { token.cancel() }
  }

  private func note(_ notice: StoreNotice) async {
    guard !mailboxes.isEmpty else { return }
    switch notice {
    case .committed(let text):
      guard let notice = ChatNotice(text) else { return }
      note(notice)
    // After an interruption, and for kinds that came later.
    default:
      isLookDue = true
      await endAfterRestore()
    }
    await work()
  }

  /// Ends all listening when the store was replaced by an older copy meanwhile: listeners begin again with their positions.
  private func endAfterRestore() async {
    let handed = handed
    let isOlder = try? await store.read { connection in
      try handed.contains { try !connection.holds(ChatMark($0.value), of: $0.key) }
    }
    guard isOlder == true else { return }
    self.handed = [:]
    for mailbox in mailboxes.values.flatMap(\.values) {
      mailbox.close(SkiError(.unavailable, "the store was restored; listen again with the last positions"))
    }
  }

  private func note(_ notice: ChatNotice) {
    switch notice {
    case .messages(let chat, let position):
      if (handed[chat] ?? -1) < position { require(chat, from: position) }
    case .readers(let chat): requireReaders(of: chat)
    case .deleted(let chat, let position):
      if chat == reading { deletedMeanwhile.insert(position) }
      for mailbox in mailboxes.values.flatMap(\.values) { mailbox.delete(position, of: chat) }
    case .people(let trip): changedTrips.insert(trip)
    }
  }

  /// Lets a chat be read from a position on, unless more of it is due.
  private func require(_ chat: ChatID, from position: Int64) {
    if handed.count > Self.handedLimit { handed = [:] }
    if handed[chat] == nil { handed[chat] = max(0, position - 1) }
    due.insert(chat)
  }

  /// Lets the readers of a chat be read, and what waits for them in memory with the permissions of now.
  private func requireReaders(of chat: ChatID) {
    due.insert(chat)
    reread.insert(chat)
  }
}

// MARK: Work

extension ChatHub {
  /// Does all that is due. Work that fails because the store is away is done again with the next notice or look.
  private func work() async {
    guard !isWorking else { return }
    isWorking = true
    defer { isWorking = false }
    do {
      while !mailboxes.isEmpty {
        if isLookDue {
          try await readChanges()
        } else if let trip = changedTrips.first {
          try await readChats(of: trip)
        } else if let chat = due.first {
          try await read(chat)
        } else {
          return
        }
      }
    } catch {
      return
    }
  }

  private func readChanges() async throws {
    isLookDue = false
    do {
      let before = lookedAt
      let (now, changed) = try await store.read { connection in
        let now = try connection.nowMilliseconds()
        return (now, try connection.chats(changedSince: (before ?? now) - Self.lateMilliseconds))
      }
      lookedAt = now
      for (chat, last) in changed where (handed[chat] ?? -1) < last { require(chat, from: last) }
    } catch {
      isLookDue = true
      throw error
    }
  }

  private func readChats(of trip: TripID) async throws {
    changedTrips.remove(trip)
    do {
      for chat in try await store.read({ try $0.chats(in: trip) }) { requireReaders(of: chat) }
    } catch {
      changedTrips.insert(trip)
      throw error
    }
  }

  private func read(_ chat: ChatID) async throws {
    due.remove(chat)
    (reading, deletedMeanwhile) = (chat, [])
    defer { reading = nil }
    // Without a position only the readers are wanted.
    let position = handed[chat] ?? .max
    do {
      var batch = try await store.read { try $0.batch(of: chat, after: position) }
      batch.makeGaps(at: deletedMeanwhile)
      hand(batch, of: chat)
    } catch {
      due.insert(chat)
      throw error
    }
  }

  private func hand(_ batch: ChatBatch, of chat: ChatID) {
    let last = batch.messages.last?.own.position
    let isReread = reread.remove(chat) != nil
    for (user, own) in mailboxes {
      guard batch.readers.contains(user) else {
        for mailbox in own.values { mailbox.withdraw(chat) }
        continue
      }
      let messages = batch.messages(seenBy: user)
      for mailbox in own.values {
        if isReread { mailbox.reread(chat) }
        if let last { mailbox.offer(chat, messages, upTo: last) }
      }
    }
    if let last { handed[chat] = last }
    if batch.readers.isEmpty { handed[chat] = nil }
    if batch.messages.count == ChatBatch.limit { due.insert(chat) }
  }
}

/// The notices by which servers tell each other of chats, within the 8,000 bytes of a notice.
enum ChatNotice: Sendable, Hashable {
  /// A chat has messages up to a position.
  case messages(ChatID, upTo: Int64)
  /// A chat has other readers, or is removed.
  case readers(ChatID)
  /// The message at a position of a chat was deleted.
  case deleted(ChatID, Int64)
  /// The people of a trip have changed.
  case people(TripID)

  /// The notice as text. Prefixes differ from those of live sharing.
  var text: String {
    switch self {
    case .messages(let chat, let position): "chat \(position) \(chat.rawValue)"
    case .readers(let chat): "chat-readers 0 \(chat.rawValue)"
    case .deleted(let chat, let position): "chat-deleted \(position) \(chat.rawValue)"
    case .people(let trip): "chat-people 0 \(trip.rawValue)"
    }
  }

  /// Creates the notice of a text; nil for notices of others.
  init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let number = Int64(parts[1]) else { return nil }
    switch parts[0] {
    case "chat":
      guard let chat = try? ChatID(parts[2]) else { return nil }
      self = .messages(chat, upTo: number)
    case "chat-readers":
      guard let chat = try? ChatID(parts[2]) else { return nil }
      self = .readers(chat)
    case "chat-deleted":
      guard let chat = try? ChatID(parts[2]) else { return nil }
      self = .deleted(chat, number)
    case "chat-people":
      guard let trip = try? TripID(parts[2]) else { return nil }
      self = .people(trip)
    default: return nil
    }
  }
}

extension SQLConnection {
  /// Tells the servers of a change of a chat when the transaction commits.
  func notify(_ notice: ChatNotice) throws { try notify(notice.text) }

  /// Tells the servers that the people of a trip have changed.
  func notify(people trip: TripID) throws { try notify(.people(trip)) }

  /// Tells the servers that the people of a user's chats of two may read each other no more.
  func notifyPairs(of user: UserID) throws {
    let found = try rows("SELECT id FROM trips_chats WHERE lesser = $1 OR greater = $1", [.id(user)])
    for row in found { try notify(.readers(try row.id(0))) }
  }

  /// Tells the servers that two people may read each other, or not any more.
  func notifyPair(_ user: UserID, _ other: UserID) throws {
    let found = try row(
      "SELECT id FROM trips_chats WHERE lesser = $1 AND greater = $2",
      [.id(min(user, other)), .id(max(user, other))])
    if let found { try notify(.readers(try found.id(0))) }
  }
}

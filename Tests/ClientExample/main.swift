import Foundation
import SkiAPI
import SkiBase
import SkiClient

// A server that was started with --development-login; apps of a company log in by Telegram or OpenID Connect.
let server = ServerConnection(to: try ServerAddress(CommandLine.arguments.last ?? "http://127.0.0.1:8080"))

/// Logs a person in by a name alone.
func logIn(_ name: String) async throws -> (client: SkiClient, user: UserID) {
  let tokens = try await ServerLogin(at: server).logIn(development: name)
  // An app stores the tokens here: a refresh token is good for one use. They are nil when the session has ended.
  let session = ClientSession(tokens, at: server) { _ in }
  return (SkiClient(session), session.user)
}

// Anna makes a trip of a week, and an invitation for ten people that is open for a day.
let (anna, host) = try await logIn("Anna")
let now = TimeSource.system.now()
let trip = try await anna.trips.create(
  name: "Ski week", zone: "Europe/Zurich", areas: [], from: now, until: now.advanced(bySeconds: 7 * 86_400),
  as: host)
let invitation = try await anna.trips.invite(
  to: trip.id, as: .traveller, uses: 10, expires: now.advanced(bySeconds: 86_400), by: host)

// Ben joins by the secret of the link, comes to lunch, and writes to the chat of the trip.
let (ben, guest) = try await logIn("Ben")
print("\(try await ben.trips.join(invitation.secret, as: guest).name): joined")
let noon = now.advanced(bySeconds: 3600)
let lunch = try await anna.events.create(
  EventDraft(name: "Lunch", start: noon, end: noon.advanced(bySeconds: 3600), audience: .trip), in: trip.id,
  as: host)
print("\(lunch.name): \(try await ben.events.answer(.yes, to: lunch.id, as: guest).taken) come")
let chat = try await ben.chats.open(trip.id, as: guest)
try await ben.chats.send(.text("In the gondola"), id: MessageID(UUID().uuidString), to: chat.id, as: guest)

// Anna listens: what she has not read comes first, then each new message.
for try await delivery in try await anna.chats.deliveries(after: [chat.id: 0], as: host) {
  for case .text(let text)? in delivery.messages.map(\.content) { print("Anna reads: \(text)") }
  break
}

package import SkiBase
import SkiGraph

// The documents of users, friends, favourites and sessions.

extension User: ContractDocument {
  package static let title = "User"
  package static let summary = "The user, as the user sees themselves."

  package static func form(_ member: inout DocumentForm<User>) throws(SkiError) -> User {
    try User(
      id: member("id", .id, "The identifier, our own.") { $0.id },
      name: member("name", .text(like: "Anna"), "The name shown to others.") { $0.name },
      links: member("links", .documents(), "The links, in the user's order.", default: []) { $0.links },
      skier: member("skier", .document, "The skier's profile.") { $0.skier },
      created: member("created", .time, "When the user first logged in.") { $0.created })
  }
}

extension UserPatch: ContractDocument {
  package static let title = "UserPatch"
  package static let summary = "The changes of a user; what is left out stays as it is."

  package static func form(_ member: inout DocumentForm<UserPatch>) throws(SkiError) -> UserPatch {
    try UserPatch(
      name: member.given("name", .text(User.nameLimit, like: "Anna"), "The new name.") { $0.name },
      links: member.given("links", .documents(), "The new links, all of them; 10 at most.") { $0.links },
      skier: member.given("skier", .document, "The new profile.") { $0.skier })
  }
}

extension UserLink: ContractDocument {
  package static let title = "UserLink"
  package static let summary = "A link of a user to a page or an account elsewhere."

  package static func form(_ member: inout DocumentForm<UserLink>) throws(SkiError) -> UserLink {
    try UserLink(
      label: member("label", .text(labelLimit, like: "Home page"), "The name of the link.") { $0.label },
      address: member(
        "address", .text(addressLimit, like: "https://example.org/anna"),
        "The address, which begins with https://."
      ) { $0.address },
      audience: member("audience", .word, "The people to whom it is shown.") { $0.audience })
  }
}

extension SkierSettings: ContractDocument {
  package static let title = "SkierSettings"
  package static let summary = "A skier's profile in the words of questions."

  package static func form(_ member: inout DocumentForm<SkierSettings>) throws(SkiError) -> SkierSettings {
    let usual = SkierSettings()
    return try SkierSettings(
      ability: member(
        "ability", .word(of: abilities), "The ability, and with it pace and limit.", default: usual.ability
      ) { $0.ability },
      board: member("board", .flag, "On a snowboard instead of skis.", default: usual.board) { $0.board },
      maxDifficulty: member.optional(
        "maxDifficulty", .text(like: "red"), "The hardest colour or grade to ski; else that of the ability."
      ) { $0.maxDifficulty },
      ungraded: member(
        "ungraded", .word(of: policies), "The treatment of ungraded runs.", default: usual.ungraded
      ) { $0.ungraded },
      avoid: member("avoid", .texts(of: avoidable), "The kinds of lift and terrain to avoid.", default: []) {
        $0.avoid
      },
      allow: member("allow", .texts(of: allowable), "What else to allow.", default: []) { $0.allow })
  }
}

extension Companion: ContractDocument {
  package static let title = "Companion"
  package static let summary = "A person as the user may see them: a member of the same trip, or a friend."

  package static func form(_ member: inout DocumentForm<Companion>) throws(SkiError) -> Companion {
    try Companion(
      user: member("user", .id, "The person.") { $0.user },
      name: member("name", .text(like: "Ben"), "The person's name.") { $0.name },
      role: member.optional("role", .word, "The person's role in the trip; null in a list of friends.") {
        $0.role
      },
      state: member("state", .word, "The state of the friendship from the user's side.") { $0.state },
      links: member("links", .documents(), "The links shown to the user.", default: []) { $0.links })
  }
}

extension Companion.Link: ContractDocument {
  package static let title = "CompanionLink"
  package static let summary = "A link that is shown to the user."

  package static func form(_ member: inout DocumentForm<Companion.Link>) throws(SkiError) -> Companion.Link {
    try Companion.Link(
      label: member("label", .text(like: "Home page"), "The name of the link.") { $0.label },
      address: member("address", .text(like: "https://example.org/ben"), "The address.") { $0.address })
  }
}

extension BlockedPerson: ContractDocument {
  package static let title = "BlockedPerson"
  package static let summary = "A person whom the user blocks."

  package static func form(_ member: inout DocumentForm<BlockedPerson>) throws(SkiError) -> BlockedPerson {
    try BlockedPerson(
      user: member("user", .id, "The person.") { $0.user },
      name: member("name", .text(like: "Carl"), "The person's name.") { $0.name },
      since: member("since", .time, "When the user blocked them.") { $0.since })
  }
}

extension Favourite: ContractDocument {
  package static let title = "Favourite"
  package static let summary = "A run, lift or place that the user marked."

  package static func form(_ member: inout DocumentForm<Favourite>) throws(SkiError) -> Favourite {
    try Favourite(
      source: member("source", .source, "Its id in the source, which outlives the map.") { $0.source },
      kind: member("kind", .word, "The kind.") { $0.kind },
      added: member("added", .time, "When it was marked.") { $0.added })
  }
}

extension NearbyPreferences: ContractDocument {
  package static let title = "NearbyPreferences"
  package static let summary = "The extent of the user's lists of what is near: either metres or minutes."

  package static func form(_ member: inout DocumentForm<NearbyPreferences>) throws(SkiError)
    -> NearbyPreferences
  {
    let metres = try member.given(
      "metres", .number(metresRange, places: 3, like: 1000), "The distance in a straight line."
    ) { $0.measure == "metres" ? $0.greatest : nil }
    let minutes = try member.given(
      "minutes", .number(minutesRange, places: 3, like: 20), "The time to get there."
    ) { $0.measure == "minutes" ? $0.greatest : nil }
    if member.isDescribing { return standard }
    switch (metres, minutes) {
    case (let metres?, nil): return .metres(metres)
    case (nil, let minutes?): return .minutes(minutes)
    default:
      throw SkiError(
        .invalidArgument, "\(member.noun) needs one of the members metres and minutes; send one of them")
    }
  }
}

extension SessionTokens: ContractDocument {
  package static let title = "SessionTokens"
  package static let summary = "The tokens of a session, secrets for the client alone."

  package static func form(_ member: inout DocumentForm<SessionTokens>) throws(SkiError) -> SessionTokens {
    try SessionTokens(
      user: member("user", .id, "The user.") { $0.user },
      access: member("access", .text(like: "eyJ0eXAi"), "The access token, for Authorization: Bearer.") {
        $0.access
      },
      accessExpires: member("accessExpires", .time, "The end of the access token.") { $0.accessExpires },
      refresh: member("refresh", .refreshToken, "The refresh token, which gives the next tokens once.") {
        $0.refresh
      },
      refreshExpires: member(
        "refreshExpires", .time, "The end of the refresh token, unless it is used before."
      ) {
        $0.refreshExpires
      })
  }
}

extension MemberType<RefreshToken> {
  /// A refresh token.
  package static var refreshToken: Self {
    Self(
      write: { $1.string($0.text) },
      as: MemberForm(
        text: "a refresh token", like: RefreshToken(String(repeating: "0f", count: 32)),
        make: { RefreshToken($0) }))
  }
}

extension OwnSession: ContractDocument {
  package static let title = "OwnSession"
  package static let summary = "A session of the user: a client that is logged in."

  package static func form(_ member: inout DocumentForm<OwnSession>) throws(SkiError) -> OwnSession {
    try OwnSession(
      id: member("id", .id, "The identifier, by which it is ended.") { $0.id },
      begun: member("begun", .time, "When the user logged in.") { $0.begun },
      used: member("used", .time, "When its refresh token was last used.") { $0.used },
      expires: member("expires", .time, "The end, unless it is used before.") { $0.expires },
      isAsking: member("isAsking", .flag, "Whether it is the session that asks.") { $0.isAsking })
  }
}

/// The logins that a server offers.
package struct LoginOffer: ContractDocument, Hashable {
  /// The login by Telegram's widget.
  package enum Telegram: Sendable, Hashable {
    /// It is not offered.
    case none
    /// It is offered, by a bot whose number the widget needs; nil for one without.
    case bot(Int?)
  }

  /// The login by Telegram's widget.
  package var telegram: Telegram
  /// Indicates whether OpenID Connect is offered.
  package var openID: Bool
  /// Indicates whether the login for development is offered.
  package var development: Bool

  /// Creates an offer from its parts.
  package init(telegram: Telegram, openID: Bool, development: Bool) {
    (self.telegram, self.openID, self.development) = (telegram, openID, development)
  }

  package static let title = "LoginOffer"
  package static let summary = "The logins that the server offers."

  package static func form(_ member: inout DocumentForm<LoginOffer>) throws(SkiError) -> LoginOffer {
    try LoginOffer(
      telegram: member(
        "telegram", .telegram, "Telegram's widget: with its bot, or whether it is offered.", default: .none
      ) { $0.telegram },
      openID: member("openID", .flag, "Whether OpenID Connect is offered.", default: false) { $0.openID },
      development: member(
        "development", .flag, "Whether the login for development is offered.", default: false
      ) { $0.development })
  }
}

extension MemberType<LoginOffer.Telegram> {
  /// True, false, or an object with the number of a bot.
  package static var telegram: MemberType<LoginOffer.Telegram> {
    MemberType(
      write: { offer, json in
        switch offer {
        case .none: json.bool(false)
        case .bot(nil): json.bool(true)
        case .bot(let number?): json.object { $0.member("bot", number) }
        }
      },
      as: MemberForm(
        schema: { _ in
          let bot = JSONValue.object([
            "title": .string("TelegramBot"), "type": .string("object"), "required": .array([.string("bot")]),
            "properties": .object(["bot": .object(["type": .string("integer"), "format": .string("int64")])]),
          ])
          return .object(["oneOf": .array([.object(["type": .string("boolean")]), bot])])
        }, like: .bot(4242),
        parse: { tree, source throws(SkiError) in
          switch tree {
          case .bool(let isOffered): return isOffered ? .bot(nil) : .none
          case .object: return .bot(try DocumentReader(tree, of: source.name).integer("bot"))
          default: throw source.document.wrong(source.name, "true, false or an object")
          }
        }))
  }
}

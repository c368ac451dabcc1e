import ArgumentParser
import SkiAPI
import SkiBase
import SkiPeople

/// The options of all commands for the operator of a store.
struct OperatorOptions: ParsableArguments {
  @Option(help: "The store of the server: sqlite:FILE or postgres:ADDRESS.") var store: String

  /// Calls a body with the store, and closes it; an error ends the process with its exit code.
  /// - Parameters:
  ///   - check: Checks the other options before the store is opened.
  ///   - body: The work.
  func with(
    checking check: @escaping @Sendable () throws -> Void = {},
    _ body: @escaping @Sendable (TripsStore) async throws -> Void
  ) async throws {
    try await ServerProcess.exiting { _ in
      try check()
      let driver = try await ServerStore.openExisting(store)
      do {
        try await body(try await TripsStore.open(TripsEnvironment(driver: driver)))
      } catch {
        await driver.close()
        throw error
      }
      await driver.close()
    }
  }
}

/// `skiroute-server dead-letters`: the notices that channels did not take, for the operator of a store.
struct DeadLettersCommand: AsyncParsableCommand {
  /// The first argument of the program that names this command.
  static let word = "dead-letters"

  static let configuration = CommandConfiguration(
    commandName: "skiroute-server dead-letters",
    abstract: "Lists the notices that a channel did not take, or sends them again.",
    discussion: """
      A notice whose delivery failed ten times is set aside for 90 days. It is sent again by the servers of the store, which may \
      run meanwhile over PostgreSQL; stop that of a SQLite store before.

      Examples:
        skiroute-server dead-letters list --store sqlite:people.db
        skiroute-server dead-letters send-again --store sqlite:people.db --channel webhook
      """,
    subcommands: [List.self, SendAgain.self])

  /// `skiroute-server dead-letters list`.
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract:
        "Prints a line for each: channel, notice, recipient, kind, attempts, failure and time, separated by tabs."
    )

    @OptionGroup var options: OperatorOptions
    @Option(help: "The channel: webhook or spool; else all.") var channel: String?

    func run() async throws {
      let only = channel
      try await options.with { store in
        let letters = DeadLetters(store)
        let channels = if let only { [only] } else { try await letters.channels() }
        for channel in channels {
          var last: DeadLetter?
          repeat {
            let page = try await letters.list(channel, after: last, count: 500)
            for letter in page { print(Self.line(letter)) }
            last = page.count == 500 ? page.last : nil
          } while last != nil
        }
      }
    }

    private static func line(_ letter: DeadLetter) -> String {
      [
        letter.channel, letter.notice.rawValue, letter.recipient.rawValue, letter.kind.rawValue,
        "\(letter.attemptCount)", letter.failure, letter.since.iso8601() ?? "",
      ].joined(separator: "\t")
    }
  }

  /// `skiroute-server dead-letters send-again`.
  struct SendAgain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "send-again",
      abstract: "Puts the notices of a channel into the outbox again, with all attempts; prints their number."
    )

    @OptionGroup var options: OperatorOptions
    @Option(help: "The channel: webhook or spool.") var channel: String
    @Option(help: "One notice, by its identifier in the list; else all of the channel.") var notice: String?
    @Option(help: "The recipient of the notice.") var recipient: String?

    func run() async throws {
      let (channel, notice, recipient) = (channel, notice, recipient)
      try await options.with {
        try SkiError.require(
          (notice == nil) == (recipient == nil),
          "options --notice and --recipient go together; give both, or neither")
      } _: { store in
        let letters = DeadLetters(store)
        if let notice, let recipient {
          try await letters.resend(try NoticeID(notice), to: try UserID(recipient), through: channel)
          print(1)
        } else {
          print(try await letters.resendAll(through: channel))
        }
      }
    }
  }
}

/// `skiroute-server sessions`: the sessions of people, for the operator of a store.
struct SessionsCommand: AsyncParsableCommand {
  /// The first argument of the program that names this command.
  static let word = "sessions"

  static let configuration = CommandConfiguration(
    commandName: "skiroute-server sessions",
    abstract: "Ends the sessions of a person, or of all.",
    discussion: """
      People whose sessions have ended log in again. Servers that run over PostgreSQL refuse their access tokens and end their \
      streams within two seconds; stop that of a SQLite store before.

      Examples:
        skiroute-server sessions end --store postgres:dbname=people --user 3f2a…
        skiroute-server sessions end --store sqlite:people.db --all --yes
      """,
    subcommands: [End.self])

  /// `skiroute-server sessions end`.
  struct End: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "end", abstract: "Ends sessions with their access tokens; prints their number.")

    @OptionGroup var options: OperatorOptions
    @Option(help: "The person, by the identifier of the user.") var user: String?
    @Flag(help: "All sessions of all people; needs --yes.") var all = false
    @Flag(help: "Log everyone out without a question.") var yes = false

    func run() async throws {
      let (user, all, yes) = (user, all, yes)
      try await options.with {
        try SkiError.require(
          all == (user == nil), "options --user and --all exclude each other; give one of them")
        try SkiError.require(!all || yes, "option --all logs everyone out; add --yes")
      } _: { store in
        print(try await SessionService.end(of: try user.map { try UserID($0) }, in: store))
      }
    }
  }
}

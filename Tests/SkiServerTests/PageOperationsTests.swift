import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import SkiBase
import Testing

@testable import SkiServer

/// The module of operations that the server makes for its page.
@Suite struct PageOperationsTests {
  private static let folder: URL = {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    return root.appending(path: "Data/Page")
  }()

  /// The parts of a server without trip services, whose page has the modules that name these all the same.
  private static func bare(_ server: TripsFixture) -> ServerCore {
    ServerCore(
      limits: server.core.limits, keeper: server.core.keeper, sharing: nil, metrics: server.core.metrics,
      log: server.core.log)
  }

  /// Returns the routes of a server whose page has a file of the module's path.
  private static func routes(_ core: ServerCore) throws -> [HTTPRoute] {
    SkiServer.routes(core: core, page: PageFiles(), address: try PublicAddress())
  }

  /// Returns the answer for a file of the page.
  private static func answer(
    _ file: String, _ core: ServerCore, _ headers: HTTPFields = [:]
  ) async throws -> (response: Response, text: String) {
    let route = try #require(try routes(core).first { $0.name == "pageFile" })
    let response = try await route.respond(
      ServerRequest(
        parameters: PathValues(["file"], [file]), query: [], headers: headers, host: nil, principal: nil,
        served: core.keeper.served, connection: nil, body: RequestBody(buffer: ByteBuffer()), isReading: true)
    )
    let received = Locked<[UInt8]>([])
    try await response.body.write(BodyCollector(received: received))
    return (response, String(decoding: received.withLock { $0 }, as: UTF8.self))
  }

  /// Returns the names that a module exports, in order.
  private static func exports(of module: String) -> [String] {
    module.matches(of: #/^export const (\w+) = /#.anchorsMatchLineEndings()).map { String($0.1) }
  }

  /// Returns the names that a file imports from the module.
  private static func imports(of file: String) -> [String] {
    let lists = file.matches(of: #/import \{([^}]*)\} from "(?:\.\./|\./)api\.js"/#)
    return lists.flatMap { $0.1.split(separator: ",") }.compactMap { name in
      name.split(whereSeparator: \.isWhitespace).first.map(String.init)
    }
  }

  // MARK: The module

  @Test func `each operation is exported once, and no other`() async throws {
    try await TripsFixture.with { server in
      let module = try await Self.answer("api.js", server.core).text
      let files = PageRoutes(page: PageFiles()).routes.map(\.name) + ["openapi"]
      let operations = try Self.routes(server.core).filter { !files.contains($0.name) }
      #expect(Self.exports(of: module) == operations.map(PageOperations.name))
      #expect(Set(Self.exports(of: module)).count == operations.count)
      #expect(operations.count > 100)
    }
  }

  @Test func `each function asks for the method and path of its operation`() async throws {
    try await TripsFixture.with { server in
      let module = try await Self.answer("api.js", server.core).text
      for route in try Self.routes(server.core) {
        let start = "export const \(PageOperations.name(of: route)) = (service, "
        guard let found = module.range(of: start) else { continue }
        let function = module[found.lowerBound...].prefix { $0 != ";" }
        let path = route.path.parameters.reduce(route.path.text) {
          $0.replacing("{\($1)}", with: "${inPath(\($1))}")
        }
        let mark = route.path.parameters.isEmpty ? "\"" : "`"
        #expect(
          function.contains("(\"\(route.method.rawValue)\", \(mark)\(path)\(mark), { "), "\(route.name)")
        for name in route.path.parameters {
          #expect(function.split(separator: "=>")[0].contains(name), "\(route.name)")
        }
      }
    }
  }

  @Test func `an operation takes its parameters, its body and a signal`() async throws {
    try await TripsFixture.with { server in
      let module = try await Self.answer("api.js", server.core).text
      #expect(
        module.contains(
          """

          /**
           * Creates an event and sends it to its audience.
           * @param {Service} service
           * @param {{trip: string|number}} parameters
           * @param {EventDraft} body
           * @param {AbortSignal} [signal]
           * @returns {Promise<Object>}
           */
          export const createEvent = (service, { trip }, body, signal) =>
            service.json("POST", `/v1/trips/${inPath(trip)}/events`, { body, signal });

          """))
      #expect(module.contains("/** @typedef {{name: string, note?: string, place?: "))
      #expect(
        module.contains("= (service, { trip, ...query }, signal) =>\n  service.json(\"GET\", `/v1/trips/"))
      #expect(module.contains("export const me = (service, _, signal) =>\n"))
      #expect(module.contains("export const suggestForEvent = (service, { event }, body = {}, signal) =>\n"))
      #expect(module.contains("service.send(\"GET\", \"/v1/stream\", { query, ...options });"))
      #expect(module.contains("export const export_ = "))
    }
  }

  @Test func `brackets are closed, comments end, and types that are named are there`() async throws {
    try await TripsFixture.with { server in
      let module = try await Self.answer("api.js", server.core).text
      for (open, close) in ["()", "[]", "{}"].map({ ($0.first!, $0.last!) }) {
        #expect(module.count { $0 == open } == module.count { $0 == close }, "\(open)")
      }
      #expect(module.count { $0 == "`" } % 2 == 0)
      #expect(module.ranges(of: "/**").count == module.ranges(of: "*/").count)
      let named = Set(
        module.matches(of: #/^/\*\* @typedef .* (\w+) \*/$/#.anchorsMatchLineEndings()).map(\.1))
      let used = Set(module.matches(of: #/@param \{([A-Z]\w*)\}/#).map(\.1))
      #expect(used.subtracting(named) == ["AbortSignal", "RequestInit", "BodyInit"])
    }
  }

  @Test func `it is served as the page's files are`() async throws {
    try await TripsFixture.with { server in
      let (response, text) = try await Self.answer("api.js", server.core)
      #expect(response.headers[.contentType] == "text/javascript; charset=utf-8")
      #expect(response.headers[.cacheControl] == "no-cache")
      let tag = try #require(response.headers[.eTag])
      #expect(text.hasSuffix(";\n"))
      let again = try await Self.answer("api.js", server.core, [.ifNoneMatch: tag])
      #expect(again.response.status == .notModified)
      let core = Self.bare(server)
      defer { core.close() }
      #expect(try await Self.answer("api.js", core).response.headers[.eTag] != tag)
    }
  }

  // MARK: The page

  @Test func `the page imports operations that there are, with and without trip services`() async throws {
    try await TripsFixture.with { server in
      let core = Self.bare(server)
      defer { core.close() }
      let all = Set(Self.exports(of: try await Self.answer("api.js", server.core).text))
      let exported = all.intersection(Self.exports(of: try await Self.answer("api.js", core).text))
      var count = 0
      let files = try #require(
        FileManager.default.enumerator(at: Self.folder, includingPropertiesForKeys: nil))
      for case let file as URL in files where file.pathExtension == "js" && !file.path.contains("/library/") {
        let imports = Self.imports(of: try String(contentsOf: file, encoding: .utf8))
        #expect(Set(imports).subtracting(exported) == [], "\(file.lastPathComponent)")
        count += imports.count
      }
      #expect(count > 60)
    }
  }

  @Test func `a misspelt name is found among those of one import`() {
    let file = """
      import {
        createEvnt, events as askEvents,
      } from "../api.js";
      import { latest } from "../service/client.js";
      """
    #expect(Self.imports(of: file) == ["createEvnt", "events"])
  }

  @Test func `the page writes no path of an operation by hand`() throws {
    let files = try #require(FileManager.default.enumerator(at: Self.folder, includingPropertiesForKeys: nil))
    for case let file as URL in files where file.pathExtension == "js" && !file.path.contains("/library/") {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(!text.contains(#/service\.(ask|call|json)\(/#), "\(file.lastPathComponent)")
    }
  }
}

import CoreMetrics
package import Hummingbird
import SkiBase
import SkiGraph

/// The routes of the port for operators: liveness, readiness and metrics.
package struct HealthResponder: HTTPResponder {
  /// The connection of a request, which is not used.
  package struct Context: InitializableFromSource {
    package init(source: ApplicationRequestContextSource) {}
  }

  private let core: ServerCore
  private let registry: MetricsRegistry
  private let isReady: @Sendable () -> Bool

  /// Creates a responder.
  /// - Parameter isReady: Returns whether the server takes requests.
  package init(core: ServerCore, registry: MetricsRegistry, isReady: @escaping @Sendable () -> Bool) {
    (self.core, self.registry, self.isReady) = (core, registry, isReady)
  }

  package func respond(to request: Request, context: Context) async throws -> Response {
    switch (request.method, request.head.path ?? "/") {
    case (.get, "/health/live"): return Response.json { $0.member("live", true) }
    case (.get, "/health/ready"): return readiness()
    case (.get, "/metrics"):
      noteGauges()
      return Response(
        status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
        body: Response.body(Array(registry.text().utf8)))
    default: return Problem(SkiError.unknownResource("path")).response()
    }
  }

  /// Returns 200 when requests can be answered; else 503 with the reasons.
  private func readiness() -> Response {
    let store = core.store?.failure
    let archives = core.keeper.archiveFailures
    let ready = isReady() && store == nil && archives.isEmpty
    return Response.json(status: ready ? .ok : .serviceUnavailable) { json in
      json.member("ready", ready)
      json.member("map", core.keeper.served.map.id.description)
      json.member("status", core.keeper.served.status?.id)
      json.member("fileFailure", core.keeper.failure?.code.rawValue)
      if core.store != nil { json.member("store", store?.description ?? "up") }
      json.member("archiveFailure", archives.first.map { "\($0.name): \($0.failure.message)" })
    }
  }

  private func noteGauges() {
    for (lane, name) in [(core.quick, "quick"), (core.long, "long"), (core.files, "file")] {
      registry.makeRecorder(label: "skiroute_waiting", dimensions: [("lane", name)], aggregate: false)
        .record(Int64(lane.waitingCount))
    }
    registry.makeRecorder(label: "skiroute_archives_failed", dimensions: [], aggregate: false)
      .record(Int64(core.keeper.archiveFailures.count))
    registry.makeRecorder(label: "skiroute_streams", dimensions: [], aggregate: false)
      .record(Int64(core.streamCount.withLock { $0 }))
  }
}

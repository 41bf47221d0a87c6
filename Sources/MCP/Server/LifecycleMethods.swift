import JSON

/// Serves `initialize`, `ping`, `server/discover` and `logging/setLevel`.
struct LifecycleMethods: Sendable {
    let implementation: Implementation
    let instructions: String?
    let capabilities: ServerCapabilities

    func handlers<Principal: Sendable>() -> [Method: MethodHandler<Principal>] {
        var handlers: [Method: MethodHandler<Principal>] = [
            .initialize: { invocation in
                guard invocation.call.params["protocolVersion"]?.string != nil else {
                    throw MCPError.invalidParams("Param 'protocolVersion' must be a string")
                }
                return InitializeResult(server: self)
            },
            .ping: { _ in EmptyResult() },
            .discover: { _ in DiscoverResult(server: self) },
        ]
        if capabilities.logging {
            handlers[.setLoggingLevel] = { invocation in
                guard let level = Self.level(in: invocation.call.params) else {
                    throw MCPError.invalidParams("Param 'level' must be a logging level")
                }
                try await invocation.call.peer?.setLogLevel(level)
                return EmptyResult()
            }
        }
        return handlers
    }

    static func level(in params: JSONObject) -> LoggingLevel? { params["level"]?.string.flatMap(LoggingLevel.init(rawValue:)) }
}

/// The result of the legacy handshake.
private struct InitializeResult: ResultBody {
    let server: LifecycleMethods

    func writeMembers(into writer: inout JSONWriter, revision: Revision) {
        writer.member("protocolVersion", revision.name)
        writer.key("capabilities")
        server.capabilities.write(into: &writer, revision: revision)
        writer.key("serverInfo")
        server.implementation.write(into: &writer, revision: revision)
        if let instructions = server.instructions { writer.member("instructions", instructions) }
    }
}

/// The result of `server/discover`.
private struct DiscoverResult: ResultBody {
    let server: LifecycleMethods
    var cacheHint: CacheHint? { CacheHint(timeToLive: .seconds(300)) }

    func writeMembers(into writer: inout JSONWriter, revision: Revision) {
        writer.key("supportedVersions")
        writer.array { writer in
            for name in Revision.supportedNames { writer.string(name) }
        }
        writer.key("capabilities")
        server.capabilities.write(into: &writer, revision: revision)
        if let instructions = server.instructions { writer.member("instructions", instructions) }
    }
}

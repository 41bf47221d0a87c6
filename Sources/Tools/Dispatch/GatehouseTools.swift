import Access
package import JSON
package import MCP

/// The tools for the MCP server: maps refusals of the domains to MCP results and errors.
package struct GatehouseTools: ToolProvider {
    private let dispatcher: Dispatcher
    /// Whether the texts of results without rows are `{"code":0,"data":…,"msg":null}`. Some flows of Dify and MaxKB read this form.
    private let envelopesTexts: Bool

    package init(_ dispatcher: Dispatcher, envelopesTexts: Bool = false) {
        self.dispatcher = dispatcher
        self.envelopesTexts = envelopesTexts
    }

    package func listTools(for principal: RequestPrincipal, context: CallContext) async throws -> ToolList {
        do {
            return dispatcher.toolbox.list(for: try await principal.current())
        } catch let refusal as Refusal {
            throw MCPError.unauthorized(refusal.reason, challenge: principal.challenge.value(error: "invalid_token"))
        }
    }

    package var offersTasks: Bool { true }

    package func taskSupport(of tool: String, for principal: RequestPrincipal) -> TaskSupport {
        dispatcher.toolbox.length(of: tool) == .short ? .never : .optional
    }

    package func calledTool(_ tool: String, arguments: JSONObject, for principal: RequestPrincipal) -> String {
        dispatcher.toolbox.namedCall(tool, arguments, principal).tool
    }

    package func isOpen(_ tool: String, to principal: RequestPrincipal) async -> Bool {
        // If the credential cannot be checked, the results are not returned.
        guard let principal = try? await principal.renewed() else { return false }
        // Tasks of calls through the facade have the name of the tool that ran.
        return dispatcher.toolbox.offers(tool, to: principal) || dispatcher.toolbox.offers(tool, to: principal.behindFacade)
    }

    package func isBrief(_ tool: String, for principal: RequestPrincipal) -> Bool { dispatcher.toolbox.length(of: tool) != .long }

    package func callTool(
        _ name: String, arguments: JSONObject, for principal: RequestPrincipal, context: CallContext
    ) async throws -> CallToolResult {
        let start = ContinuousClock.now
        let named = dispatcher.toolbox.namedCall(name, arguments, principal)
        let (name, arguments, principal) = (named.tool, named.arguments, named.principal)
        do {
            let principal = try await principal.current()
            let outcome = try await LongCall.run(name, dispatcher.toolbox.length(of: name), context) { [dispatcher] in
                try await dispatcher.call(name, arguments: arguments, for: principal, context)
            }
            await Self.tell(context, .info, name, principal, start) { about in
                if let rows = outcome.rows { about["rows"] = .number(JSONNumber(Int64(rows))) }
                if let changed = outcome.changed { about["changed"] = .number(JSONNumber(Int64(changed))) }
            }
            return Self.result(envelopesTexts && !dispatcher.toolbox.showsRows(name) ? outcome.enveloped : outcome)
        } catch {
            guard let refusal = Refusal(error) else { throw error }
            await Self.tell(context, .notice, name, principal, start) { $0["refused"] = .string(refusal.code.rawValue) }
            if dispatcher.toolbox.tellsStatus(name), refusal.code != .unauthorized || arguments["token"]?.string?.isEmpty == false {
                return .failure("Error calling \(name). Status code: \(refusal.code.number). Response: \(JSONValue.string(refusal.reason))")
            }
            return try Self.answer(refusal, tool: name, principal: principal)
        }
    }

    /// Sends a client that requested log messages the outcome of its call, with the request id in the logs. Never an argument or a row.
    private static func tell(
        _ context: CallContext, _ level: LoggingLevel, _ tool: String, _ principal: RequestPrincipal, _ start: ContinuousClock.Instant,
        _ add: (inout JSONObject) -> Void
    ) async {
        guard let wanted = context.logLevel, level >= wanted else { return }
        let duration = start.duration(to: .now) / .milliseconds(1)
        var about: JSONObject = [
            "tool": .string(String(tool.prefix(64))), "request": .string(principal.requestID), "milliseconds": .number(JSONNumber(Int64(duration))),
        ]
        add(&about)
        // A client that does not receive the message still gets its result.
        try? await context.log(level, .object(about), logger: "gatehouse")
    }

    private static func result(_ outcome: ToolOutcome) -> CallToolResult {
        let (content, isWhole): ([ContentBlock], Bool) =
            switch outcome.text {
            case .structured: ([.structuredText], false)
            case .summary(let text): ([.text(text)], false)
            case .whole(let text, let note): (([text] + (note.map { [$0] } ?? [])).map { .text($0) }, true)
            }
        let picture = outcome.picture.map { [ContentBlock.image($0, mimeType: "image/png")] } ?? []
        var result = CallToolResult(content: content + picture, structuredContent: outcome.structured, meta: outcome.meta)
        result.isTextWhole = isWhole
        return result
    }

    /// The error or result for a refusal: an invalid request is a protocol error; a refused call is a result that a model can act on.
    private static func answer(_ refusal: Refusal, tool: String, principal: RequestPrincipal) throws(MCPError) -> CallToolResult {
        switch refusal.code {
        case .unauthorized:
            throw .unauthorized(refusal.reason, challenge: principal.challenge.value())
        case .unknownTool:
            throw .unknownTool(tool)
        case .demo:
            throw .forbidden(refusal.reason)
        case .insufficientScope:
            let required = refusal.requiredScope.map(principal.caller.spelling) ?? Scope.anyTool
            let held = principal.caller.grantedScopes
            throw .insufficientScope(
                tool: tool, granted: held, required: required,
                challenge: principal.challenge.value(scope: (held + [required]).joined(separator: " "), error: "insufficient_scope"))
        default:
            let structured = JSONFragment { writer in
                writer.object { writer in
                    writer.object("error") { writer in
                        writer.member("code", refusal.code.rawValue)
                        writer.member("message", refusal.reason)
                        writer.given("current", refusal.current)
                    }
                }
            }
            let current = refusal.current.map { "\ncurrent: \($0)" } ?? ""
            return .failure(refusal.reason + current, structured: structured)
        }
    }
}

/// What happens during a long call: it reports progress, and after some seconds it becomes a task.
enum LongCall {
    /// Seconds that a client waits before its call becomes a task.
    static let patience = 5

    /// - Parameters:
    ///   - length: of the tool's calls; a short one never becomes a task.
    ///   - clock: counts the seconds.
    static func run<Answer: Sendable>(
        _ tool: String, _ length: ToolLength, _ context: CallContext, clock: any Clock<Duration> = ContinuousClock(),
        _ work: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        let mayBeTask = context.mayBeginTask && length != .short
        guard context.wantsProgress || mayBeTask else { return try await work() }
        return try await withThrowingTaskGroup(of: Answer?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await tell(tool, context, clock, mayBeTask: mayBeTask)
                return nil
            }
            defer { group.cancelAll() }
            while let ended = try await group.next() {
                if let ended { return ended }
            }
            throw CancellationError()
        }
    }

    /// Reports the elapsed seconds to the client, until it is cancelled.
    private static func tell(_ tool: String, _ context: CallContext, _ clock: any Clock<Duration>, mayBeTask: Bool) async throws {
        var seconds = 0
        while true {
            try await clock.sleep(for: .seconds(1))
            seconds += 1
            if mayBeTask, seconds == patience { try await context.beginTask("\(tool) is running") }
            try await context.progress(Double(seconds), message: "\(tool) has been running for \(seconds) s")
        }
    }
}

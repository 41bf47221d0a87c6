import Access
import Identity
package import JSON
package import MCP
import SQL
package import Store

/// The only way to a handler: finds the tool, asks the authorizer, checks the arguments, writes the audit intent, and runs it.
package final class Dispatcher: Sendable {
    package let toolbox: Toolbox
    private let audit: AuditLog
    private let observer: CallObserver
    /// Whether every writing call is refused.
    private let isDemo: Bool
    private let callTimeout: Duration
    /// Limits the log rows of callers without a credential: beyond a few a minute their refusals are only counted in the metrics (G14).
    private let anonymousRows: RowQuota

    package init(_ toolbox: Toolbox, store: Store, observer: CallObserver, isDemo: Bool, callTimeout: Duration) {
        self.toolbox = toolbox
        audit = store.audit
        anonymousRows = RowQuota("calls", store: store)
        self.observer = observer
        self.isDemo = isDemo
        self.callTimeout = callTimeout
    }

    /// Runs one call and logs its outcome.
    /// - Parameters:
    ///   - lists: how much of a list the result contains.
    ///   - file: a local file, for a verb of the command line; such a call may take as long as it needs.
    ///   - listener: receives the parts of an answer to a question as they become known.
    /// - Throws: ``Refusal``, or an error whose cause stays in the log.
    package func call(
        _ name: String, arguments: JSONObject, for sender: RequestPrincipal, _ call: CallContext, lists: ListForm = .page, file: LocalFile? = nil,
        listener: AnswerListener? = nil
    ) async throws -> ToolOutcome {
        let named = toolbox.namedCall(name, arguments, sender)
        let (name, arguments, principal) = (named.tool, named.arguments, named.principal)
        let trace = principal.trace?.call(toolbox.find(name)?.entry.definition.name ?? "unknown", meta: call.meta, principal)
        do {
            let outcome = try await perform(name, arguments, principal, call, lists, file, listener, trace)
            trace?.ended(nil)
            return outcome
        } catch {
            trace?.ended(Refusal(error)?.code.rawValue ?? "internal")
            throw told(error, by: name, arguments)
        }
    }

    /// A refusal in the language of the call's arguments.
    package func told(_ error: any Error, by name: String, _ arguments: JSONObject) -> any Error {
        toolbox.find(name)?.entry.definition.language(arguments).refusal(error) ?? error
    }

    private func perform(
        _ name: String, _ arguments: JSONObject, _ sender: RequestPrincipal, _ call: CallContext, _ lists: ListForm, _ file: LocalFile?,
        _ listener: AnswerListener?, _ trace: CallTrace?
    ) async throws -> ToolOutcome {
        let start = ContinuousClock.now
        let tool = toolbox.find(name)
        let arguments = tool.map { $0.entry.definition.settled(arguments, preset: $0.preset) } ?? arguments
        let principal: RequestPrincipal
        do {
            principal = try await tool?.entry.definition.principal(arguments, sender) ?? sender
        } catch {
            await logRefusal(record(sender, tool, call), of: sender, error, start)
            throw error
        }
        let record = record(principal, tool, call)
        let entry: Toolbox.Entry
        var grant: Grant
        let effect: ToolDefinition.Effect
        do {
            (entry, grant, effect) = try admit(name, tool, arguments, principal)
        } catch {
            await logRefusal(tool.map { record.about(arguments, of: $0.entry.definition) } ?? record, of: principal, error, start)
            throw error
        }
        var begin = start
        let patience = file == nil ? tool?.entry.definition.patience : LocalFile.patience
        let limit = max(callTimeout, patience ?? .zero)
        var deadline = patience == nil ? min(call.deadline ?? start + limit, start + limit) : start + limit
        if Confirmation.isDue(entry.definition, arguments, call) {
            do {
                try await Confirmation.ask(entry.definition, arguments, call)
                // The person may have taken minutes: rights are checked again, and the time limit of the call starts now.
                grant = try admit(name, tool, arguments, try await principal.renewed()).1
                begin = .now
                deadline = begin + limit
            } catch {
                // A call that ends with a question is repeated with the person's response, and logged then.
                if Refusal(error) != nil { finish(record.about(arguments, of: entry.definition), nil, start, .failure(error)) }
                throw error
            }
        }
        let ticket = effect == .writes || entry.definition.logsIntent ? try await audit.begin(record.about(arguments, of: entry.definition)) : nil
        do {
            let bounds = CallBounds(deadline: deadline, limit: begin.duration(to: deadline), cancellation: principal.cancellation, probe: trace)
            var context = ToolContext(bounds: bounds, call: call, lists: lists)
            context.principal = principal
            context.listener = listener
            context.toolbox = toolbox
            context.localFile = file
            if entry.definition.length == .long || call.canAskPerson {
                context.renewGrant = { [self] in try admit(name, tool, arguments, try await principal.renewed()).1 }
            }
            let outcome = try await Self.run(entry.definition, grant, arguments, context)
            let named = outcome.objects.isEmpty ? record.about(arguments, of: entry.definition) : record.about(outcome.objects)
            try log(named, ticket, outcome: .success(outcome), start)
            return outcome
        } catch  where CallContext.isQuestion(error) {
            // The work before the question is complete; the next round has its own entry.
            try log(record.about(arguments, of: entry.definition), ticket, outcome: .success(.object { _ in }), start)
            throw error
        } catch {
            finish(record.about(arguments, of: entry.definition), ticket, start, .failure(error))
            throw error
        }
    }

    /// Runs the handler. A long call runs on the pool of all tasks, unless its tool leaves the thread by itself: an event loop must not be
    /// blocked for more than a millisecond (I17).
    private static func run(
        _ definition: ToolDefinition, _ grant: Grant, _ input: JSONObject, _ context: ToolContext
    ) async throws -> ToolOutcome {
        guard definition.needsPool else { return try await definition.run(grant, input, context) }
        return try await withTaskExecutorPreference(globalConcurrentExecutor) { try await definition.run(grant, input, context) }
    }

    private func record(_ principal: RequestPrincipal, _ tool: (entry: Toolbox.Entry, preset: JSONObject)?, _ call: CallContext) -> AuditCall {
        AuditCall(
            id: audit.makeCallID(), organization: principal.caller.organization?.name, workspace: principal.caller.workspace.knownName,
            caller: principal.caller.label, user: principal.caller.userLabel, client: principal.caller.program(claiming: call.client?.name),
            tool: tool?.entry.definition.name ?? "unknown", requestID: principal.requestID)
    }

    /// Decides everything that can be decided before anything happens, in the order in which clients learn of it.
    /// - Parameter arguments: settled, see ``ToolDefinition/settled(_:preset:)``.
    private func admit(
        _ name: String, _ tool: (entry: Toolbox.Entry, preset: JSONObject)?, _ arguments: JSONObject, _ principal: RequestPrincipal
    ) throws(Refusal) -> (Toolbox.Entry, Grant, ToolDefinition.Effect) {
        guard !principal.caller.isAnonymous else { throw principal.withoutCredential }
        guard let tool else { throw Refusal(.unknownTool, "Tool '\(name.prefix(128))' not found") }
        let (scope, effect) = tool.entry.definition.demand(of: arguments, by: principal.caller)
        let grant = try Authorizer.authorize(
            tool.entry.definition.permit, scope: scope, for: principal.caller, in: principal.packages
        ) { () throws(Refusal) in try Self.check(arguments, of: tool.entry) }
        if isDemo && effect == .writes { throw Refusal(.demo, "this operation is not allowed in demo mode") }
        return (tool.entry, grant, effect)
    }

    /// - Throws: ``Refusal`` with each argument that the tool does not accept.
    private static func check(_ arguments: JSONObject, of tool: Toolbox.Entry) throws(Refusal) {
        let violations = tool.schema.check(.object(arguments))
        guard violations.isEmpty else {
            let unserved = tool.definition.unserved.sorted { $0.key < $1.key }.filter { arguments[$0.key] != nil }
            let reasons = unserved.map { "argument '\($0.key)' is not served: \($0.value)" } + violations.prefix(5).map(\.description)
            throw Refusal(.invalidArgument, reasons.joined(separator: "; "))
        }
    }

    private func log(
        _ record: consuming AuditCall, _ ticket: AuditTicket?, outcome result: Result<ToolOutcome, any Error>, _ start: ContinuousClock.Instant
    ) throws {
        let tool = record.tool
        let duration = start.duration(to: .now)
        let outcome: AuditOutcome
        switch result {
        case .success(let done):
            outcome = AuditOutcome(
                rows: done.rows, changed: done.changed, duration: duration, outcome: .ok, objects: ticket == nil ? [] : done.objects)
        case .failure(let error):
            let refusal = Refusal(error)
            let isRefused = refusal?.isDecision ?? false
            outcome = AuditOutcome(
                decision: isRefused ? .refused : .allowed, code: refusal?.code.rawValue ?? "internal", duration: duration,
                outcome: isRefused ? .refused : .error)
        }
        if let ticket { audit.end(ticket, outcome) } else { try audit.record(record, outcome) }
        observer.ended(tool, outcome.code ?? "ok", duration)
    }

    /// Logs a call that is refused before it runs; calls without a credential only within ``anonymousRows``.
    private func logRefusal(_ record: AuditCall, of principal: RequestPrincipal, _ error: any Error, _ start: ContinuousClock.Instant) async {
        if principal.caller.isAnonymous, await !anonymousRows.admits() {
            observer.ended(record.tool, Refusal(error)?.code.rawValue ?? "internal", start.duration(to: .now))
        } else {
            finish(record, nil, start, .failure(error))
        }
    }

    /// Logs the end of a call. A refusal stands even if it cannot be logged.
    private func finish(_ record: AuditCall, _ ticket: AuditTicket?, _ start: ContinuousClock.Instant, _ result: Result<ToolOutcome, any Error>) {
        if case .failure(let error) = result, Refusal(error) == nil || error is DamagedRow { observer.failed(record.requestID ?? "", error) }
        do {
            try log(record, ticket, outcome: result, start)
        } catch {
            observer.failed(record.requestID ?? "", error)
        }
    }
}

extension AuditCall {
    /// The same call with the objects that its arguments name: the collection, the source, the object; never a value of a record.
    func about(_ input: JSONObject, of tool: ToolDefinition) -> AuditCall {
        let source = input["dataSource"]?.string ?? "main"
        if let resource = input["resource"]?.string { return about(["\(source)/\(resource)"]) }
        return about(tool.subjects.compactMap { Self.name(of: $0, in: input) })
    }

    private static func name(of subject: ToolDefinition.Subject, in input: JSONObject) -> String? {
        if let source = subject.source {
            let source = input[source]?.string ?? "main"
            return input[subject.argument]?.string.map { "\(source)/\($0)" } ?? source
        }
        let value = input[subject.argument]
        guard let name = value?.int.map({ String($0) }) ?? value?.string ?? name(of: value?.object) ?? subject.fallback, isName(name) else {
            return nil
        }
        return subject.kind.isEmpty ? name : "\(subject.kind)/\(name)"
    }

    /// The id of an object whose members are given.
    private static func name(of object: JSONObject?) -> String? {
        guard let object, let name = object["name"]?.string else { return nil }
        return "\(object["owner"]?.string ?? "")/\(name)"
    }

    /// Whether a text can be a name or an id; other text is not logged.
    private static func isName(_ text: String) -> Bool {
        text.utf8.count <= 129
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
                case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "/"): true
                default: false
                }
            }
    }
}

extension Caller {
    /// The acting party: `organization/name` of a person, or the name of an application.
    package var name: String { userLabel ?? application?.name ?? "terminal" }

    /// The client program: the application to which a token was issued, which is proven, and the program's own name, which is not.
    /// - Parameter claimed: the program's own name; nil if it gives none.
    func program(claiming claimed: String?) -> String? {
        guard let application else { return claimed }
        return claimed.map { "\(application.name) (\($0))" } ?? application.name
    }
}

import Access
import HTTPTypes
import JSON
import MCP
import Notation
import OAuth
import Tools

/// NocoBase's REST interface: `/api/COLLECTION:ACTION`, `/api/COLLECTION/KEY`, and the same for relations. Each request is one call of
/// `crud` or of the tool named by resource and action. It is authorized, checked and logged like any other call.
struct RecordRoutes: Sendable {
    static let prefix = "/api/"

    let dispatcher: Dispatcher
    let callers: RESTCallers
    /// First segments of the server's other paths below ``prefix``. A collection with such a name can be reached only with an action in the
    /// path.
    let reserved: Set<String>

    var below: [(prefix: String, route: Route)] {
        let handler: Route.Handler = { try await answer(&$0) }
        return [
            (
                Self.prefix,
                Route("records", .namedOrigins, handlers: [.get: handler, .post: handler, .put: handler, .patch: handler, .delete: handler])
            )
        ]
    }

    private func answer(_ context: inout RequestContext) async throws -> Response {
        guard let path = RecordPath(context.rest, context.method, reserved: reserved), let tool = tool(of: path) else {
            context.entry.route = "none"
            return context.wantsPage ? MessagePage.notFound.page.response(.notFound) : .notFound
        }
        // Following a link must not change anything.
        guard tool.reads || context.method != .get && context.method != .head else {
            var response = Response.plain(405, "method_not_allowed")
            response.headers[.allow] = "POST"
            return response
        }
        var principal: RequestPrincipal?
        do {
            context.chosenWorkspace = context.namedWorkspace
            let made = try await callers.principal(&context)
            principal = made
            let body = context.method == .get || context.method == .head ? [] : try await context.body()
            let arguments = try RecordArguments(path, tool.name, context, body).arguments(dispatcher.toolbox.properties(of: tool.name))
            let outcome = try await dispatcher.call(tool.name, arguments: arguments, for: made, CallContext())
            return .json(outcome.structured.bytes)
        } catch {
            guard let refusal = Refusal(error) else { throw error }
            return refuse(refusal, &context, principal)
        }
    }

    /// The tool for a path, and whether the call only reads. Nil when there is none.
    private func tool(of path: RecordPath) -> (name: String, reads: Bool)? {
        let definitions = dispatcher.toolbox.definitions
        if let name = path.toolName,
            let known = definitions.first(where: { $0.permit.package != .facade && ($0.name == name || $0.aliases[name] != nil) })
        {
            return (name, known.effect == .reads)
        }
        guard let crud = definitions.first(where: { $0.name == RecordArguments.crud }),
            let choice = crud.choice?.choices.first(where: { $0.value == path.action })
        else { return nil }
        return (crud.name, choice.effect == .reads)
    }

    /// The error response `{"errors":[{"message","code","title"}]}`, with an element for each invalid value.
    private func refuse(_ refusal: Refusal, _ context: inout RequestContext, _ principal: RequestPrincipal?) -> Response {
        let title = RefusalTitle(refusal.code, locale: context.head.headerFields[.locale])
        let code = Self.code(of: refusal, context)
        let errors = (refusal.faults.isEmpty ? [refusal.reason] : refusal.faults).map { message in
            var error: JSONObject = ["message": .string(message), "code": .string(code)]
            error["current"] = refusal.current
            error["title"] = .string(title.text)
            return JSONValue.object(error)
        }
        var response = callers.refuse(refusal, &context, principal) { .json(["errors": .array(errors)], status: $0) }
        response.headers[.contentLanguage] = title.language
        return response
    }

    private static func code(of refusal: Refusal, _ context: RequestContext) -> String {
        guard refusal.code == .unauthorized else { return refusal.code.rawValue }
        return context.request.authorization.isEmpty ? "EMPTY_TOKEN" : "INVALID_TOKEN"
    }
}

extension RequestContext {
    /// The workspace that the query or a header names, as NocoBase's clients do. A name that no workspace can have is percent-encoded: it
    /// names a workspace that does not exist, not the main one.
    var namedWorkspace: String? {
        let named: String?
        do {
            let names = try query.isEmpty ? [] : QueryFields(query)["__appName"]
            named = names.allSatisfy { $0 == names.first } ? names.first : names.joined(separator: ",")
        } catch {
            // An unreadable query is refused later where arguments are read from it, but not at the MCP endpoint.
            named = query.contains("__appName") ? "%" : nil
        }
        guard let name = named.flatMap({ $0.isEmpty ? nil : $0 }) ?? head.headerFields[.app], !name.isEmpty else { return nil }
        guard !Resources.isWorkspaceName(name) else { return name.lowercased() }
        return PercentEncoding.encode(String(decoding: name.utf8.prefix(64), as: UTF8.self) + (name.utf8.count > 64 ? "…" : ""))
    }
}

extension HTTPField.Name {
    /// The data source of a request; it replaces the argument.
    static let dataSource = HTTPField.Name("x-data-source") ?? .from
    /// The time zone of a request; it replaces the argument.
    static let timezone = HTTPField.Name("x-timezone") ?? .from
    /// The language of a request.
    static let locale = HTTPField.Name("x-locale") ?? .from
    /// Whether the response should tell which of its rows may be changed.
    static let aclMeta = HTTPField.Name("x-with-acl-meta") ?? .from
    /// The workspace of a request whose path names none.
    static let app = HTTPField.Name("x-app") ?? .from
}

import HTTPTypes
import Identity
import JSON
import OAuth

/// The documents under `/.well-known/`: at the root, followed by the path of an endpoint, and below an application's name. An unknown path
/// gets a JSON response, because clients parse every response to discovery.
struct WellKnown: Sendable {
    let authorization: AuthorizationServer
    let applications: Applications

    private var policy: any ScopePolicy { authorization.policy }

    var below: [(prefix: String, route: Route)] {
        [("/.well-known/", Route("well-known", .anyOrigin, get: { try await answer(&$0) }))]
    }

    private func answer(_ context: inout RequestContext) async throws -> Response {
        let parts = context.rest.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let document = parts.first else { return .notFound }
        switch (Document(rawValue: document), parts.count) {
        case (.protectedResource?, 1): return resource(context, context.origin)
        case (.protectedResource?, _): return resource(context, path: context.rest.dropFirst(document.count))
        case (.authorizationServer?, 1), (.openID?, 1): return server(context)
        case (.keys?, 1), (.keysFile?, 1): return .document(try await authorization.signingKeys.jwks())
        case (.finger?, 1): return try finger(context)
        case (nil, 2): return try await applicationDocument(parts[1], of: parts[0], context)
        default: return .notFound
        }
    }

    private enum Document: String {
        case protectedResource = "oauth-protected-resource"
        case authorizationServer = "oauth-authorization-server"
        case openID = "openid-configuration"
        case keys = "jwks"
        case keysFile = "jwks.json"
        case finger = "webfinger"
    }

    /// The metadata document of the endpoint whose path follows (RFC 9728 section 3.1). Its `resource` repeats the requested spelling,
    /// because clients compare it with the URL that they were given. The workspace is not looked up, because these requests have no
    /// credential.
    private func resource(_ context: RequestContext, path: Substring) -> Response {
        // The question server, if a proxy serves it below a path of the same origin.
        if context.questions == context.origin + path { return resource(context, context.origin + path, only: ["ask"]) }
        guard Endpoint(path: path) != .other else { return .notFound }
        return resource(context, context.origin + path)
    }

    private func resource(_ context: RequestContext, _ resource: String, scopes: [String] = [], only: [String]? = nil) -> Response {
        // `offline_access` concerns only the client and the authorization server.
        let scopes = only ?? (policy.supported + scopes).filter { $0 != "offline_access" }
        return .document(ResourceMetadata(resource: resource, issuer: context.origin, scopes: Self.once(scopes)).document)
    }

    private func server(_ context: RequestContext, scopes: [String] = []) -> Response {
        .document(ServerMetadata(origin: context.origin, scopes: Self.once(policy.supported + scopes)).document)
    }

    /// `/.well-known/APPLICATION/…`: the same documents with the application's own scopes.
    private func applicationDocument(_ document: String, of name: String, _ context: RequestContext) async throws -> Response {
        // A text that is not a valid name cannot be an application.
        guard let document = Document(rawValue: document), let name = try? Name(parsing: name),
            let application = try await applications.find(name), application.isEnabled, application.source == .registered
        else { return .notFound }
        let scopes = application.scopes.map(\.name)
        switch document {
        case .protectedResource: return resource(context, context.origin, scopes: scopes)
        case .authorizationServer, .openID: return server(context, scopes: scopes)
        case .keys, .keysFile: return .document(try await authorization.signingKeys.jwks())
        case .finger: return try finger(context)
        }
    }

    /// The issuer of tokens for an account (RFC 7033; OpenID Connect Discovery section 2). The response is the same for every account, so
    /// it does not reveal which accounts exist.
    private func finger(_ context: RequestContext) throws -> Response {
        let parameters = try context.parameters()
        guard let subject = parameters["resource"], !subject.isEmpty, subject.utf8.count <= 512 else {
            return .plain(400, "resource_missing")
        }
        let issuer = "http://openid.net/specs/connect/1.0/issuer"
        let isAsked = (parameters["rel"] ?? issuer) == issuer
        let links: JSONValue = isAsked ? [["rel": .string(issuer), "href": .string(context.origin)]] : []
        var response = Response.document(["subject": .string(subject), "links": links])
        response.headers[.contentType] = "application/jrd+json"
        return response
    }

    private static func once(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }
}

import HTTPTypes
import Identity
import JSON
import OAuth
import Store
import Tools

/// Signs scripts and single-page applications in and out. `POST /api/login` with a JSON body sets the session cookie; `/api/logout` ends a
/// session or a token.
struct JSONSignIn: Sendable {
    let authorization: AuthorizationServer
    let visitors: Visitors

    var routes: [(path: String, route: Route)] {
        [
            ("/api/login", Route("api-login", .namedOrigins, post: { try await signIn(&$0) })),
            ("/api/logout", Route("api-logout", .namedOrigins, get: { try await signOut(&$0) }, post: { try await signOut(&$0) })),
        ]
    }

    private func signIn(_ context: inout RequestContext) async throws -> Response {
        guard context.provenance != .foreign else {
            context.entry.error = "origin"
            return .envelope(.failure("sign in from a page of this server, or without a browser"), status: .forbidden)
        }
        // Another site's page can send text/plain freely, but application/json only after a CORS preflight.
        guard context.head.headerFields[.contentType]?.lowercased().hasPrefix("application/json") == true else {
            return .envelope(.failure("expected a body of application/json"), status: .unsupportedMediaType)
        }
        let fields: Parameters
        let body = try await context.body()
        do throws(OAuthError) {
            fields = try Parameters(json: body)
        } catch {
            return .envelope(.failure(error.reason), status: .badRequest)
        }
        guard (fields["type"] ?? "login") == "login" else {
            return .envelope(.failure("type: expected login; for codes and tokens go to \(AuthorizePages.path)"), status: .badRequest)
        }
        guard let organization = fields["organization"], let username = fields["username"], let password = fields["password"] else {
            return .envelope(.failure("expected organization, username and password"), status: .badRequest)
        }
        let call = context.call
        let device = ServerCookie.device(at: context.origin, organization: organization, username: username)
        let session: NewSession?
        do {
            session = try await authorization.passwords.signIn(
                organization: organization, username: username, password: Secret(password),
                replacing: ServerCookie.session(at: context.origin).value(in: context), device: device.value(in: context), call)
        } catch let error as IdentityError where error.code == .forbidden {
            context.entry.error = "forbidden"
            return .envelope(.failure(error.reason), status: .forbidden)
        } catch let error as Throttled {
            context.entry.error = "throttled"
            return .envelope(error)
        }
        guard let session else {
            context.entry.error = "unauthorized"
            var response = Response.envelope(.failure("wrong organization, username or password"), status: .unauthorized)
            response.headers[.wwwAuthenticate] = Challenge(origin: context.origin, path: Resources.apiPath(of: nil) + "/mcp").value()
            return response
        }
        context.entry.caller = "session:\(session.principal.label)"
        var response = Response.envelope(.success(.string(session.principal.label)))
        ServerCookie.session(at: context.origin).set(session.cookie, maximumAge: session.maximumAge, on: &response)
        if let newDevice = session.device { device.set(newDevice, maximumAge: KnownDevice.lifetime, on: &response) }
        return response
    }

    /// Ends the session of a page of this server, or the token in `id_token_hint`. Requests from other sites are refused (D09).
    private func signOut(_ context: inout RequestContext) async throws -> Response {
        if let token = try await token(&context) {
            try await authorization.revocation.end(token: token)
            return .envelope(.success(nil))
        }
        return try await endSession(context)
    }

    /// The token in the query or the body of the request.
    private func token(_ context: inout RequestContext) async throws -> String? {
        let parameters = try context.parameters()
        guard context.method == .post, parameters.query.isEmpty else { return parameters["id_token_hint"] }
        let fields = try await context.bodyParameters()
        return fields["id_token_hint"]
    }

    private func endSession(_ context: RequestContext) async throws -> Response {
        let session = try await visitors.session(of: context, fromAnyAddress: true)
        guard session != nil else { return .envelope(.success(nil)) }
        guard context.provenance == .own else {
            // A top-level navigation is redirected to the page that asks for confirmation.
            if context.method == .get, context.wantsPage { return .seeOther("/logout") }
            return .envelope(.failure("sign out from a page of this server"), status: .forbidden)
        }
        let cookie = ServerCookie.session(at: context.origin)
        let value = cookie.value(in: context)
        if let value { try await authorization.passwords.signOut(value) }
        var response = Response.envelope(.success(nil))
        cookie.clear(on: &response)
        return response
    }
}

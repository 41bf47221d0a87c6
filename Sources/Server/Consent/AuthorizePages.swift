import HTTPTypes
import Identity
import OAuth

/// The authorization endpoint in a browser: checks the request, lets the person sign in, asks, and sends the answer back (RFC 6749 section 4.1).
struct AuthorizePages: Sendable {
    static let path = "/login/oauth/authorize"

    let authorization: AuthorizationServer
    let visitors: Visitors

    var routes: [(path: String, route: Route)] {
        let route = Route("authorize", .anyPage, get: { try await ask(&$0) }, post: { try await post(&$0) })
        return [(Self.path, route), ("/authorize", route)]
    }

    private func ask(_ exchange: inout Exchange) async throws -> Response {
        guard exchange.isNavigation else { return refuse(Self.noWindow, goingOn: nil, &exchange) }
        let parameters = try exchange.parameters()
        let session = try await visitors.session(of: exchange)
        switch try await authorization.authorize.check(parameters, visitor: session?.subject, exchange.call) {
        case .page(let error, let place): return refuse(error, goingOn: place, &exchange)
        case .redirect(let location): return .seeOther(location)
        case .signIn: return signIn(parameters, try AuthorizationRequest.prompts(parameters["prompt"]), hint: parameters["login_hint"])
        case .proceed(let pending):
            if let session, pending.request.prompts.isDisjoint(with: Self.signInPrompts) {
                return try await question(pending, parameters, session, &exchange)
            }
            return signIn(parameters, pending.request.prompts, hint: pending.request.loginHint)
        }
    }

    /// A code goes to nobody but a window that the person sees (A45).
    private static let noWindow = OAuthError(.invalidRequest, "this page opens in a window of its own: not in a frame, and not for a script")

    private static let signInPrompts: Set<AuthorizationRequest.Prompt> = [.login, .selectAccount]

    private func signIn(_ parameters: Parameters, _ prompts: Set<AuthorizationRequest.Prompt>, hint: String?) -> Response {
        let wantsSignIn = !prompts.isDisjoint(with: Self.signInPrompts)
        // Signed in again, the person comes back to the same request without the wish for it.
        let place = "\(Self.path)?\(wantsSignIn ? Self.withoutSignIn(parameters.query, prompts) : parameters.query)"
        return Visitors.signIn(returningTo: place, again: wantsSignIn, hint: hint)
    }

    /// A form of the consent page, or an authorization request that a client sends as a form (RFC 6749 section 3.1).
    private func post(_ exchange: inout Exchange) async throws -> Response {
        let form = try Parameters(form: try await exchange.body(), repeatable: ["scope", "resource"])
        guard let decision = form["decision"] else { return .seeOther(OwnPath("\(Self.path)?\(form.query)")) }
        guard exchange.provenance == .own else { throw FormError.foreign }
        guard exchange.isNavigation else { return refuse(Self.noWindow, goingOn: nil, &exchange) }
        guard let session = try await visitors.session(of: exchange), let token = form[FormToken.field], session.owns(formToken: token) else {
            throw FormError.stale
        }
        let parameters = try exchange.parameters()
        exchange.entry.caller = "session:\(session.label)"
        switch try await authorization.authorize.check(parameters, visitor: session.subject, exchange.call) {
        case .page(let error, let place): return refuse(error, goingOn: place, &exchange)
        case .redirect(let location): return .seeOther(location)
        case .signIn: throw FormError.stale
        case .proceed(let pending):
            guard decision == "allow" else { return .seeOther(try await authorization.authorize.deny(pending, session)) }
            return try await allow(pending, ticked: form.all("scope"), parameters, session, &exchange)
        }
    }

    private func allow(
        _ pending: PendingAuthorization, ticked: [String], _ parameters: Parameters, _ session: SessionPrincipal, _ exchange: inout Exchange
    ) async throws -> Response {
        switch try await authorization.authorize.question(pending, session) {
        case .redirect(let location): return .seeOther(location)
        case .refuse(let error, let place): return refuse(error, goingOn: place, &exchange)
        case .ask(let question):
            let scopes = ScopeChoice.granted(ticked: ticked, of: question.scopes.map(\.name))
            guard !scopes.isEmpty else {
                return consent(question, pending, parameters, session, exchange, problem: "Leave at least one right ticked, or deny.")
            }
            return .seeOther(try await authorization.authorize.allow(pending, scopes: scopes, session))
        }
    }

    private func question(
        _ pending: PendingAuthorization, _ parameters: Parameters, _ session: SessionPrincipal, _ exchange: inout Exchange
    ) async throws -> Response {
        exchange.entry.caller = "session:\(session.label)"
        switch try await authorization.authorize.question(pending, session) {
        case .redirect(let location): return .seeOther(location)
        case .refuse(let error, let place): return refuse(error, goingOn: place, &exchange)
        case .ask(let question): return consent(question, pending, parameters, session, exchange, problem: nil)
        }
    }

    private func consent(
        _ question: ConsentQuestion, _ pending: PendingAuthorization, _ parameters: Parameters, _ session: SessionPrincipal, _ exchange: Exchange,
        problem: String?
    ) -> Response {
        var consent = ConsentPage(
            question, token: session.formToken, action: OwnPath("\(Self.path)?\(parameters.query)"),
            destination: pending.isLocal ? .loopback(pending.redirectHost) : .host(pending.redirectHost))
        consent.formTargets = [FormTarget.of(pending.request.redirect)]
        consent.problem = problem
        return exchange.page(consent.page, for: session).response(problem == nil ? .ok : .badRequest)
    }

    /// - Parameter place: where the person may go on to, with the refusal for the client.
    private func refuse(_ error: OAuthError, goingOn place: String?, _ exchange: inout Exchange) -> Response {
        exchange.entry.error = error.code.rawValue
        let code = error.code.rawValue
        var page = error.code == .invalidClient ? MessagePage.unknownClient(error.reason, code: code) : .refused(error.reason, code: code)
        page.client = place.flatMap(ClientPlace.init)
        return exchange.page(page.page).response(.badRequest)
    }

    /// The same request without `login` and `select_account` among its prompts.
    static func withoutSignIn(_ query: String, _ prompts: Set<AuthorizationRequest.Prompt>) -> String {
        let items = query.split(separator: "&").filter { !$0.hasPrefix("prompt=") }.map(String.init)
        return (items + (prompts.contains(.consent) ? ["prompt=consent"] : [])).joined(separator: "&")
    }
}

extension ConsentPage {
    init(_ question: ConsentQuestion, token: String, action: OwnPath, destination: Destination) {
        self.init(
            token: token, action: action, client: ForeignText(question.clientName).text, standing: Standing(question), destination: destination,
            user: question.user, workspace: ForeignText(question.workspace).text, scopes: question.scopes.map(\.name),
            scopeWords: Dictionary(question.scopes.compactMap { choice in choice.words.map { (choice.name, $0) } }) { first, _ in first })
    }
}

extension ConsentPage.Standing {
    fileprivate init(_ question: ConsentQuestion) {
        switch question.standing {
        case .registered: self = .registered
        case .made(let organization): self = .made(by: organization)
        case .document(let host): self = .document(host: host)
        case .itself: self = .dynamic
        }
    }
}

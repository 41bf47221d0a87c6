import HTTPTypes
import Identity
import OAuth

/// The authorization endpoint in a browser (RFC 6749 section 4.1): it checks the request, lets the person sign in, asks for consent, and
/// redirects with the response.
struct AuthorizePages: Sendable {
    static let path = "/login/oauth/authorize"

    let authorization: AuthorizationServer
    let visitors: Visitors

    var routes: [(path: String, route: Route)] {
        let route = Route("authorize", .anyPage, get: { try await ask(&$0) }, post: { try await post(&$0) })
        return [(Self.path, route), ("/authorize", route)]
    }

    private func ask(_ context: inout RequestContext) async throws -> Response {
        guard context.isNavigation else { return refuse(Self.noWindow, goingOn: nil, &context) }
        let parameters = try context.parameters()
        let session = try await visitors.session(of: context)
        switch try await authorization.authorize.check(parameters, visitor: session?.subject, context.call) {
        case .page(let error, let returnURL): return refuse(error, goingOn: returnURL, &context)
        case .redirect(let location): return .seeOther(location)
        case .signIn: return signIn(parameters, try AuthorizationRequest.prompts(parameters["prompt"]), hint: parameters["login_hint"])
        case .proceed(let pending):
            if let session, pending.request.prompts.isDisjoint(with: Self.signInPrompts) {
                return try await question(pending, parameters, session, &context)
            }
            return signIn(parameters, pending.request.prompts, hint: pending.request.loginHint)
        }
    }

    /// A code is sent only through a window that the person sees (A45).
    private static let noWindow = OAuthError(.invalidRequest, "this page opens in a window of its own: not in a frame, and not for a script")

    private static let signInPrompts: Set<AuthorizationRequest.Prompt> = [.login, .selectAccount]

    private func signIn(_ parameters: Parameters, _ prompts: Set<AuthorizationRequest.Prompt>, hint: String?) -> Response {
        let wantsSignIn = !prompts.isDisjoint(with: Self.signInPrompts)
        // After signing in, the person returns to the same request, without the prompt to sign in.
        let returnURL = "\(Self.path)?\(wantsSignIn ? Self.withoutSignIn(parameters.query, prompts) : parameters.query)"
        return Visitors.signIn(returningTo: returnURL, again: wantsSignIn, hint: hint)
    }

    /// Handles the form of the consent page, or an authorization request that a client sends as a form (RFC 6749 section 3.1).
    private func post(_ context: inout RequestContext) async throws -> Response {
        let form = try Parameters(form: try await context.body(), repeatable: ["scope", "resource"])
        guard let decision = form["decision"] else { return .seeOther(ServerPath("\(Self.path)?\(form.query)")) }
        guard context.provenance == .own else { throw FormError.foreign }
        guard context.isNavigation else { return refuse(Self.noWindow, goingOn: nil, &context) }
        guard let session = try await visitors.session(of: context), let token = form[FormToken.field], session.owns(formToken: token) else {
            throw FormError.stale
        }
        let parameters = try context.parameters()
        context.entry.caller = "session:\(session.label)"
        switch try await authorization.authorize.check(parameters, visitor: session.subject, context.call) {
        case .page(let error, let returnURL): return refuse(error, goingOn: returnURL, &context)
        case .redirect(let location): return .seeOther(location)
        case .signIn: throw FormError.stale
        case .proceed(let pending):
            guard decision == "allow" else { return .seeOther(try await authorization.authorize.deny(pending, session)) }
            return try await allow(pending, ticked: form.all("scope"), parameters, session, &context)
        }
    }

    private func allow(
        _ pending: PendingAuthorization, ticked: [String], _ parameters: Parameters, _ session: SessionPrincipal, _ context: inout RequestContext
    ) async throws -> Response {
        switch try await authorization.authorize.question(pending, session) {
        case .redirect(let location): return .seeOther(location)
        case .refuse(let error, let returnURL): return refuse(error, goingOn: returnURL, &context)
        case .ask(let question):
            let scopes = ScopeChoice.granted(ticked: ticked, of: question.scopes.map(\.name))
            guard !scopes.isEmpty else {
                return consent(question, pending, parameters, session, context, problem: "Leave at least one right ticked, or deny.")
            }
            return .seeOther(try await authorization.authorize.allow(pending, scopes: scopes, session))
        }
    }

    private func question(
        _ pending: PendingAuthorization, _ parameters: Parameters, _ session: SessionPrincipal, _ context: inout RequestContext
    ) async throws -> Response {
        context.entry.caller = "session:\(session.label)"
        switch try await authorization.authorize.question(pending, session) {
        case .redirect(let location): return .seeOther(location)
        case .refuse(let error, let returnURL): return refuse(error, goingOn: returnURL, &context)
        case .ask(let question): return consent(question, pending, parameters, session, context, problem: nil)
        }
    }

    private func consent(
        _ question: ConsentQuestion, _ pending: PendingAuthorization, _ parameters: Parameters, _ session: SessionPrincipal,
        _ context: RequestContext,
        problem: String?
    ) -> Response {
        var consent = ConsentPage(
            question, token: session.formToken, action: ServerPath("\(Self.path)?\(parameters.query)"),
            destination: pending.isLocal ? .loopback(pending.redirectHost) : .host(pending.redirectHost))
        consent.formTargets = [FormTarget.of(pending.request.redirect)]
        consent.problem = problem
        return context.page(consent.page, for: session).response(problem == nil ? .ok : .badRequest)
    }

    /// - Parameter returnURL: the URL that returns the refusal to the client. The page links to it.
    private func refuse(_ error: OAuthError, goingOn returnURL: String?, _ context: inout RequestContext) -> Response {
        context.entry.error = error.code.rawValue
        let code = error.code.rawValue
        var page = error.code == .invalidClient ? MessagePage.unknownClient(error.reason, code: code) : .refused(error.reason, code: code)
        page.client = returnURL.flatMap(UnverifiedRedirect.init)
        return context.page(page.page).response(.badRequest)
    }

    /// The same query without `login` and `select_account` in its prompts.
    static func withoutSignIn(_ query: String, _ prompts: Set<AuthorizationRequest.Prompt>) -> String {
        let items = query.split(separator: "&").filter { !$0.hasPrefix("prompt=") }.map(String.init)
        return (items + (prompts.contains(.consent) ? ["prompt=consent"] : [])).joined(separator: "&")
    }
}

extension ConsentPage {
    init(_ question: ConsentQuestion, token: String, action: ServerPath, destination: Destination) {
        self.init(
            token: token, action: action, client: UntrustedText(question.clientName).text, trust: Trust(question), destination: destination,
            user: question.user, workspace: UntrustedText(question.workspace).text, scopes: question.scopes.map(\.name),
            scopeWords: Dictionary(question.scopes.compactMap { choice in choice.words.map { (choice.name, $0) } }) { first, _ in first })
    }
}

extension ConsentPage.Trust {
    fileprivate init(_ question: ConsentQuestion) {
        switch question.trust {
        case .registered: self = .registered
        case .made(let organization): self = .made(by: organization)
        case .document(let host): self = .document(host: host)
        case .itself: self = .dynamic
        }
    }
}

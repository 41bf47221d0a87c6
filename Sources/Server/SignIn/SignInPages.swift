import HTTPTypes
import Identity
import OAuth
import Store

/// Signs people in and out in a browser.
struct SignInPages: Sendable {
    let authorization: AuthorizationServer
    let visitors: Visitors

    var routes: [(path: String, route: Route)] {
        [
            ("/", Route("home", .ownOrigin, get: { _ in .seeOther("/connections") })),
            ("/login", Route("login", .ownOrigin, get: { try await show(&$0) }, post: { try await signIn(&$0) })),
            ("/logout", Route("logout", .ownOrigin, get: { try await askToLeave(&$0) }, post: { try await signOut(&$0) })),
            ("/signed-out", Route("signed-out", .ownOrigin, get: { $0.page(MessagePage.signedOut.page).response() })),
        ]
    }

    private func show(_ context: inout RequestContext) async throws -> Response {
        let parameters = try context.parameters()
        let next = ServerPath(unchecked: parameters["return_to"]) ?? .home
        if try await visitors.session(of: context) != nil, parameters["again"] == nil { return .seeOther(next) }
        let hint = (parameters["login_hint"] ?? "").split(separator: "/", maxSplits: 1).map(String.init)
        var form = SignInPage(token: "", next: next, organization: hint.count == 2 ? hint[0] : "", user: hint.count == 2 ? hint[1] : "")
        form.client = await client(waitingAt: next, &form.formTargets, context)
        return self.form(form, context)
    }

    /// The page with its form. A cookie ties the form to the browser.
    private func form(_ form: SignInPage, _ context: RequestContext, status: HTTPResponse.Status = .ok) -> Response {
        let cookie = ServerCookie.visitor(at: context.origin)
        let token = cookie.value(in: context) ?? FormToken.random()
        var page = SignInPage(token: token, next: form.next, organization: form.organization, user: form.user, problem: form.problem)
        page.client = form.client
        page.formTargets = form.formTargets
        var response = context.page(page.page).response(status)
        cookie.set(Secret(token), on: &response)
        return response
    }

    private func signIn(_ context: inout RequestContext) async throws -> Response {
        let fields = try await Visitors.form(context)
        let next = ServerPath(unchecked: fields["return_to"]) ?? .home
        var again = SignInPage(token: "", next: next, organization: fields["organization"] ?? "", user: fields["username"] ?? "")
        again.client = await client(waitingAt: next, &again.formTargets, context)
        let cookie = ServerCookie.visitor(at: context.origin)
        guard let token = fields[FormToken.field], let own = cookie.value(in: context), Secret(token).matches(Secret(own)) else {
            context.entry.error = "foreign_form"
            again.problem = .stale
            return form(again, context, status: .forbidden)
        }
        let device = ServerCookie.device(at: context.origin, organization: again.organization, username: again.user)
        do {
            let made = try await authorization.passwords.signIn(
                organization: again.organization, username: again.user, password: Secret(fields["password"] ?? ""),
                replacing: ServerCookie.session(at: context.origin).value(in: context), device: device.value(in: context), context.call)
            guard let made else {
                context.entry.error = "unauthorized"
                again.problem = .wrong
                return form(again, context, status: .forbidden)
            }
            // RFC 9700 section 4.12: after a 307 redirect the browser would send the password again.
            var response = Response.seeOther(next)
            ServerCookie.session(at: context.origin).set(made.cookie, maximumAge: made.maximumAge, on: &response)
            if let known = made.device { device.set(known, maximumAge: KnownDevice.lifetime, on: &response) }
            cookie.clear(on: &response)
            context.entry.caller = "session:\(made.principal.label)"
            return response
        } catch let error as Throttled {
            context.entry.error = "throttled"
            again.problem = .throttled(seconds: Int(error.seconds))
            var response = form(again, context, status: .tooManyRequests)
            response.headers[.retryAfter] = "\(error.seconds)"
            return response
        } catch let error as IdentityError {
            context.entry.error = error.code.rawValue
            again.problem = error.code == .busy ? .busy : .refused(error.reason)
            return form(again, context, status: error.code == .busy ? .serviceUnavailable : .forbidden)
        }
    }

    /// The client for which the person signs in. It adds the origin to which the browser continues to the form targets.
    private func client(waitingAt path: ServerPath, _ targets: inout [String], _ context: RequestContext) async -> SignInPage.WaitingClient? {
        guard path.text.hasPrefix(AuthorizePages.path + "?") else { return nil }
        // If the request is invalid, its own page reports the error after sign-in.
        guard let parameters = try? Parameters(query: path.text.drop { $0 != "?" }.dropFirst()),
            case .proceed(let pending)? = try? await authorization.authorize.check(parameters, context.call)
        else { return nil }
        targets = [FormTarget.of(pending.request.redirect)]
        return SignInPage.WaitingClient(
            name: UntrustedText(pending.clientName).text, isVerified: pending.trust == .registered, destination: pending.redirectHost)
    }

    private func askToLeave(_ context: inout RequestContext) async throws -> Response {
        guard let session = try await visitors.session(of: context, fromAnyAddress: true) else { return .seeOther("/signed-out") }
        return context.page(SignOutPage(token: session.formToken, user: session.label).page).response()
    }

    private func signOut(_ context: inout RequestContext) async throws -> Response {
        var response = Response.seeOther("/signed-out")
        if let session = try await visitors.session(of: context, fromAnyAddress: true) {
            _ = try await visitors.form(context, of: session)
            if let cookie = ServerCookie.session(at: context.origin).value(in: context) { try await authorization.passwords.signOut(cookie) }
        }
        ServerCookie.session(at: context.origin).clear(on: &response)
        return response
    }
}

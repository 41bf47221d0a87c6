import HTTPTypes
import Identity
import OAuth
import Store

/// Signing in and out in a browser.
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

    private func show(_ exchange: inout Exchange) async throws -> Response {
        let parameters = try exchange.parameters()
        let next = OwnPath(unchecked: parameters["return_to"]) ?? .home
        if try await visitors.session(of: exchange) != nil, parameters["again"] == nil { return .seeOther(next) }
        let hint = (parameters["login_hint"] ?? "").split(separator: "/", maxSplits: 1).map(String.init)
        var form = SignInPage(token: "", next: next, organization: hint.count == 2 ? hint[0] : "", user: hint.count == 2 ? hint[1] : "")
        form.client = await client(waitingAt: next, &form.formTargets, exchange)
        return self.form(form, exchange)
    }

    /// The page, tied to the browser by a cookie that the form must match.
    private func form(_ form: SignInPage, _ exchange: Exchange, status: HTTPResponse.Status = .ok) -> Response {
        let cookie = OwnCookie.visitor(at: exchange.origin)
        let token = cookie.value(in: exchange) ?? FormToken.random()
        var page = SignInPage(token: token, next: form.next, organization: form.organization, user: form.user, problem: form.problem)
        page.client = form.client
        page.formTargets = form.formTargets
        var response = exchange.page(page.page).response(status)
        cookie.set(Secret(token), on: &response)
        return response
    }

    private func signIn(_ exchange: inout Exchange) async throws -> Response {
        let fields = try await Visitors.form(exchange)
        let next = OwnPath(unchecked: fields["return_to"]) ?? .home
        var again = SignInPage(token: "", next: next, organization: fields["organization"] ?? "", user: fields["username"] ?? "")
        again.client = await client(waitingAt: next, &again.formTargets, exchange)
        let cookie = OwnCookie.visitor(at: exchange.origin)
        guard let token = fields[FormToken.field], let own = cookie.value(in: exchange), Secret(token).matches(Secret(own)) else {
            exchange.entry.error = "foreign_form"
            again.problem = .stale
            return form(again, exchange, status: .forbidden)
        }
        let device = OwnCookie.device(at: exchange.origin, organization: again.organization, username: again.user)
        do {
            let made = try await authorization.passwords.signIn(
                organization: again.organization, username: again.user, password: Secret(fields["password"] ?? ""),
                replacing: OwnCookie.session(at: exchange.origin).value(in: exchange), device: device.value(in: exchange), exchange.call)
            guard let made else {
                exchange.entry.error = "unauthorized"
                again.problem = .wrong
                return form(again, exchange, status: .forbidden)
            }
            // RFC 9700 section 4.12: a 307 would hand the password on.
            var response = Response.seeOther(next)
            OwnCookie.session(at: exchange.origin).set(made.cookie, maximumAge: made.maximumAge, on: &response)
            if let known = made.device { device.set(known, maximumAge: KnownDevice.lifetime, on: &response) }
            cookie.clear(on: &response)
            exchange.entry.caller = "session:\(made.principal.label)"
            return response
        } catch let error as Throttled {
            exchange.entry.error = "throttled"
            again.problem = .throttled(seconds: Int(error.seconds))
            var response = form(again, exchange, status: .tooManyRequests)
            response.headers[.retryAfter] = "\(error.seconds)"
            return response
        } catch let error as IdentityError {
            exchange.entry.error = error.code.rawValue
            again.problem = error.code == .busy ? .busy : .refused(error.reason)
            return form(again, exchange, status: error.code == .busy ? .serviceUnavailable : .forbidden)
        }
    }

    /// The client that sent the person here, and where the browser goes on to after the form.
    private func client(waitingAt place: OwnPath, _ targets: inout [String], _ exchange: Exchange) async -> SignInPage.WaitingClient? {
        guard place.text.hasPrefix(AuthorizePages.path + "?") else { return nil }
        // A request that cannot be read is answered on its own page, after the sign-in.
        guard let parameters = try? Parameters(query: place.text.drop { $0 != "?" }.dropFirst()),
            case .proceed(let pending)? = try? await authorization.authorize.check(parameters, exchange.call)
        else { return nil }
        targets = [FormTarget.of(pending.request.redirect)]
        return SignInPage.WaitingClient(
            name: ForeignText(pending.clientName).text, isVerified: pending.standing == .registered, destination: pending.redirectHost)
    }

    private func askToLeave(_ exchange: inout Exchange) async throws -> Response {
        guard let session = try await visitors.session(of: exchange, anywhere: true) else { return .seeOther("/signed-out") }
        return exchange.page(SignOutPage(token: session.formToken, user: session.label).page).response()
    }

    private func signOut(_ exchange: inout Exchange) async throws -> Response {
        var response = Response.seeOther("/signed-out")
        if let session = try await visitors.session(of: exchange, anywhere: true) {
            _ = try await visitors.form(exchange, of: session)
            if let cookie = OwnCookie.session(at: exchange.origin).value(in: exchange) { try await authorization.passwords.signOut(cookie) }
        }
        OwnCookie.session(at: exchange.origin).clear(on: &response)
        return response
    }
}

import HTTPTypes
import Identity
import Notation
import OAuth

/// The pages of the device grant (RFC 8628 section 3.3): a person types the code that a device shows, sees what the device requests, and
/// decides.
struct DevicePages: Sendable {
    let authorization: AuthorizationServer
    let visitors: Visitors

    var routes: [(path: String, route: Route)] {
        [("/device", Route("device", .ownOrigin, get: { try await show(&$0) }, post: { try await decide(&$0) }))]
    }

    /// `/login/oauth/device/CODE`, which is the address of the page on other servers.
    var below: [(prefix: String, route: Route)] {
        let route = Route("device", .ownOrigin, get: { .seeOther(ServerPath("/device?user_code=\(PercentEncoding.encode(String($0.rest)))")) })
        return [("/login/oauth/device/", route)]
    }

    private func show(_ context: inout RequestContext) async throws -> Response {
        let code = try context.parameters()["user_code"] ?? ""
        guard let session = try await visitors.session(of: context) else {
            return Visitors.signIn(returningTo: code.isEmpty ? "/device" : "/device?user_code=\(PercentEncoding.encode(code))")
        }
        guard !code.isEmpty else { return context.page(DevicePage(token: session.formToken).page, for: session).response() }
        return try await question(code, session, &context)
    }

    private func decide(_ context: inout RequestContext) async throws -> Response {
        guard let session = try await visitors.session(of: context) else { throw FormError.stale }
        let form = try await visitors.form(context, of: session)
        let code = form["user_code"] ?? ""
        context.entry.caller = "session:\(session.label)"
        guard let decision = form["decision"] else { return try await question(code, session, &context) }
        guard decision == "allow" else {
            return try await guarded(code, session, &context) { context in
                try await authorization.devices.deny(userCode: code, session, context.call)
                return context.page(Self.denied.page, for: session).response()
            }
        }
        return try await guarded(code, session, &context) { context in
            let asked = try await authorization.devices.question(userCode: code, session, context.call)
            let scopes = ScopeChoice.granted(ticked: form.all("scope"), of: asked.scopes.map(\.name))
            guard !scopes.isEmpty else { return consent(asked, code, session, context, problem: "Leave at least one right ticked, or deny.") }
            try await authorization.devices.allow(userCode: code, scopes: scopes, session, context.call)
            return context.page(Self.allowed.page, for: session).response()
        }
    }

    private func question(_ code: String, _ session: SessionPrincipal, _ context: inout RequestContext) async throws -> Response {
        try await guarded(code, session, &context) { context in
            consent(try await authorization.devices.question(userCode: code, session, context.call), code, session, context, problem: nil)
        }
    }

    private func consent(
        _ question: ConsentQuestion, _ code: String, _ session: SessionPrincipal, _ context: RequestContext, problem: String?
    ) -> Response {
        var page = ConsentPage(question, token: session.formToken, action: "/device", destination: .device(code: UntrustedText(code, limit: 16).text))
        page.problem = problem
        return context.page(page.page, for: session).response(problem == nil ? .ok : .badRequest)
    }

    /// Shows the code field again for an unknown, used or expired code, without distinguishing them. If this person cannot grant any
    /// requested scope, it also shows the reason.
    private func guarded(
        _ code: String, _ session: SessionPrincipal, _ context: inout RequestContext, _ body: (RequestContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await body(context)
        } catch let error as IdentityError where error.code == .notFound || error.code == .invalid {
            context.entry.error = error.code.rawValue
            let problem = "This code is unknown or has expired. Look at the device again."
            let page = DevicePage(token: session.formToken, code: UntrustedText(code, limit: 16).text, problem: problem)
            return context.page(page.page, for: session).response(.notFound)
        } catch let error as IdentityError where error.code == .forbidden {
            context.entry.error = error.code.rawValue
            let page = DevicePage(token: session.formToken, code: UntrustedText(code, limit: 16).text, problem: "Not for you: \(error.reason).")
            return context.page(page.page, for: session).response(.forbidden)
        }
    }

    private static let allowed = MessagePage(
        title: "The device is connected", tone: .good, message: "You can go back to it now.",
        advice: "It acts for you until you disconnect it.", link: ("My connections", "/connections"))
    private static let denied = MessagePage(
        title: "The device was refused", tone: .plain, message: "It gets no access to your account.", link: ("My connections", "/connections"))
}

/// The page on which a person types the code that a device shows (RFC 8628 section 3.3).
struct DevicePage: Sendable {
    let token: String
    var code = ""
    var problem: String?

    var page: Page {
        Page("Connect a device") {
            HTML("div", [.class("card")]) {
                HTML("h1") { "Connect a device" }
                HTML("p", [.class("quiet")]) { "Type the code that your device or program shows." }
                if let problem { HTML("p", [.class("note bad"), .with("role", "alert")]) { problem } }
                HTML("form", [.with("method", "post"), .action("/device")]) {
                    FormToken.input(token)
                    HTML("label", [.class("field")]) {
                        HTML("span") { "Code" }
                        HTML(
                            void: "input",
                            [
                                .class("code"), .type("text"), .with("name", "user_code"), .with("value", code), .with("autocomplete", "off"),
                                .with("autocapitalize", "characters"), .with("spellcheck", "false"), .with("maxlength", "16"),
                                .with("placeholder", "XXXX-XXXX"), .flag("required"), .flag("autofocus"),
                            ])
                    }
                    HTML("button", [.class("primary full"), .type("submit")]) { "Continue" }
                }
            }
        }
    }
}

import HTTPTypes
import Identity
import Notation
import OAuth
import Store

/// The session of a browser's request, and whether a submitted form was made by this server for that session.
struct Visitors: Sendable {
    let directory: Directory

    /// The signed-in person; nil without a cookie of a live session, and from an address where the person may not act: signing in there says why.
    /// - Parameter fromAnyAddress: whether an address where the person may not act is accepted, for signing out.
    func session(of context: RequestContext, fromAnyAddress: Bool = false) async throws -> SessionPrincipal? {
        guard let session = try await principal(of: context) else { return nil }
        do throws(IdentityError) { if !fromAnyAddress { try session.addresses.check(context.address) } } catch { return nil }
        return session
    }

    private func principal(of context: RequestContext) async throws -> SessionPrincipal? {
        guard let cookie = ServerCookie.session(at: context.origin).value(in: context), let presented = PresentedSession(cookie) else { return nil }
        return try await directory.session(presented)
    }

    /// The values of a form, when the form belongs to this session.
    /// - Throws: ``FormError``.
    func form(_ context: RequestContext, of session: SessionPrincipal) async throws -> Parameters {
        let form = try await Self.form(context)
        guard let token = form[FormToken.field], session.owns(formToken: token) else { throw FormError.stale }
        return form
    }

    /// The fields of a form that a person filled in on a page of this server, signed in or not.
    /// - Throws: ``FormError/foreign``.
    static func form(_ context: RequestContext) async throws -> Parameters {
        guard context.provenance == .own else { throw FormError.foreign }
        return try Parameters(form: try await context.body(), repeatable: ["scope"])
    }

    /// The URL of the sign-in page that leads back to the requested page.
    /// - Parameters:
    ///   - again: also when the browser has a session.
    ///   - hint: `ORG/NAME` of the expected person.
    static func signIn(returningTo path: String, again: Bool = false, hint: String? = nil) -> Response {
        let user = hint.map { "&login_hint=\(PercentEncoding.encode($0))" } ?? ""
        return .seeOther("/login?return_to=\(PercentEncoding.encode(path))\(again ? "&again=1" : "")\(user)")
    }
}

/// Why a form is refused.
enum FormError: Error {
    /// No page of this server sent it.
    case foreign
    /// It was made for another session, or for none.
    case stale
}

extension Route {
    /// The same route, where callers have yet to prove who they are: their calls of the store take turns, so that callers that are known are not held up.
    /// A person who is signed in is known on pages.
    func forStrangers(_ visitors: Visitors) -> Route {
        let isPage = isPage
        return Route(
            name, reach,
            handlers: handlers.mapValues { handler in
                { context in
                    if isPage, try await visitors.session(of: context) != nil { return try await handler(&context) }
                    return try await CallerAuthentication.stranger { try await handler(&context) }
                }
            })
    }
}

/// The token that a form must send back to prove that this server made it for this browser (A28, D05).
enum FormToken {
    static let field = "csrf"

    /// 192 random bits for a browser that has no session yet.
    static func random() -> String { Base64URL.encode((0..<24).map { _ in UInt8.random(in: .min ... .max) }) }

    /// The hidden field of a form.
    static func input(_ token: String) -> HTML { HTML(void: "input", [.type("hidden"), .with("name", field), .with("value", token)]) }
}

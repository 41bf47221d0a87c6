import HTTPTypes
import Identity
import Notation
import OAuth
import Store

/// Finds the session of a browser's request, and checks that this server created a submitted form for that session.
struct Visitors: Sendable {
    let directory: Directory

    /// The signed-in person. Nil without the cookie of a valid session, and from an address from which the person may not act; the sign-in
    /// page then says why.
    /// - Parameter fromAnyAddress: whether to accept such an address, for signing out.
    func session(of context: RequestContext, fromAnyAddress: Bool = false) async throws -> SessionPrincipal? {
        guard let session = try await principal(of: context) else { return nil }
        do throws(IdentityError) { if !fromAnyAddress { try session.addresses.check(context.address) } } catch { return nil }
        return session
    }

    private func principal(of context: RequestContext) async throws -> SessionPrincipal? {
        guard let cookie = ServerCookie.session(at: context.origin).value(in: context), let presented = PresentedSession(cookie) else { return nil }
        return try await directory.session(presented)
    }

    /// The fields of a form that belongs to this session.
    /// - Throws: ``FormError``.
    func form(_ context: RequestContext, of session: SessionPrincipal) async throws -> Parameters {
        let form = try await Self.form(context)
        guard let token = form[FormToken.field], session.owns(formToken: token) else { throw FormError.stale }
        return form
    }

    /// The fields of a form that was submitted from a page of this server, with or without a session.
    /// - Throws: ``FormError/foreign``.
    static func form(_ context: RequestContext) async throws -> Parameters {
        guard context.provenance == .own else { throw FormError.foreign }
        return try Parameters(form: try await context.body(), repeatable: ["scope"])
    }

    /// A redirect to the sign-in page, which leads back to the requested page.
    /// - Parameters:
    ///   - again: whether to sign in even if the browser has a session.
    ///   - hint: `ORG/NAME` of the expected person.
    static func signIn(returningTo path: String, again: Bool = false, hint: String? = nil) -> Response {
        let user = hint.map { "&login_hint=\(PercentEncoding.encode($0))" } ?? ""
        return .seeOther("/login?return_to=\(PercentEncoding.encode(path))\(again ? "&again=1" : "")\(user)")
    }
}

/// Why a form is refused.
enum FormError: Error {
    /// A page of this server did not send it.
    case foreign
    /// It was created for another session, or without one.
    case stale
}

extension Route {
    /// The same route for callers that have not authenticated yet. Their calls of the store take turns, so that they do not delay known
    /// callers. On pages, a signed-in person is known.
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

/// The token that a form must send back, to prove that this server created the form for this browser (A28, D05).
enum FormToken {
    static let field = "csrf"

    /// 192 random bits, for a browser without a session.
    static func random() -> String { Base64URL.encode(RandomBytes.make(24)) }

    /// The hidden field of a form.
    static func input(_ token: String) -> HTML { HTML(void: "input", [.type("hidden"), .with("name", field), .with("value", token)]) }
}

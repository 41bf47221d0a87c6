import Access
import HTTPTypes
import Identity
import JSON
import OAuth
import SQL
import Tools

/// The meaning of an error over HTTP. This is the only table from errors to status, code and `Retry-After`. Each interface uses its own
/// format for them.
struct Failure: Sendable {
    /// The HTTP status.
    let status: Int
    /// The stable code, for the log and for clients.
    let code: String
    /// For `Retry-After`. Nil if waiting does not help or the time is unknown. Unit: seconds.
    var retryAfter: Int64?
    /// Whether the error is unexpected. Its cause is then logged and not shown to clients.
    var isUnforeseen = false

    private init(_ status: Int, _ code: String, retryAfter: Int64? = nil) {
        self.status = status
        self.code = code
        self.retryAfter = retryAfter
    }

    init(_ refusal: Refusal) {
        let wait = refusal.code == .workspaceStopped ? Int64(Refusal.stoppedRetry) : refusal.retryAfter
        self.init(refusal.code.number, refusal.code.rawValue, retryAfter: wait)
    }

    init(_ error: any Error) {
        switch error {
        case BodyError.tooLarge: self.init(413, "too_large")
        case BodyError.packed: self.init(415, "unsupported_encoding")
        case BodyError.noRoom: self.init(503, "busy", retryAfter: 1)
        case BodyError.brokenOff: self.init(400, "incomplete")
        case is FormError: self.init(403, "foreign_form")
        case let error as OAuthError: self.init(error.status, error.code.rawValue)
        case let error as Throttled: self.init(429, "throttled", retryAfter: error.seconds)
        case let error as IdentityError where error.code == .busy: self.init(503, "busy")
        case let error as DatabaseError where error.code == .busy: self.init(503, "busy", retryAfter: 1)
        case let error as IdentityError: self.init(Refusal(error).code.number, error.code.rawValue)
        default:
            self.init(503, "unavailable", retryAfter: 1)
            isUnforeseen = true
        }
    }
}

extension Edge {
    /// The response to an error that the route's handler threw: a page for people, otherwise JSON.
    func response(to error: any Error, _ context: inout RequestContext) -> Response {
        let failure = Failure(error)
        context.entry.error = failure.code
        if failure.isUnforeseen { sink.failure("\(error)", request: context.entry.id) }
        let isPage = context.target.found?.route.isPage == true
        var response =
            isPage || error is FormError ? Self.page(error, failure).page.response(.init(code: failure.status)) : json(error, failure, context)
        // A page that reports only a failure has no retry time.
        if !isPage || error is Throttled { response.headers[.retryAfter] = failure.retryAfter.map { "\($0)" } }
        return response
    }

    private static func page(_ error: any Error, _ failure: Failure) -> MessagePage {
        switch error {
        case is FormError: .foreignForm
        case let error as OAuthError: .refused(error.reason, code: failure.code)
        case is Throttled: .throttled
        case let error as IdentityError where error.code != .busy: .refused(error.reason, code: failure.code)
        default: .failed(failure.status)
        }
    }

    private func json(_ error: any Error, _ failure: Failure, _ context: RequestContext) -> Response {
        switch error {
        case let error as OAuthError:
            let usesBasic = context.request.authorization.joined(separator: ", ").lowercased().hasPrefix("basic ")
            return .oauth(error, usesBasic: usesBasic)
        case is Throttled:
            let told = OAuthError(.temporarilyUnavailable, "too many tries: wait and try again")
            return .json(told.document, status: .init(code: failure.status))
        case let error as IdentityError where error.code != .busy:
            let body: JSONValue = ["error": .string(failure.code), "error_description": .string(error.reason)]
            return .json(body, status: .init(code: failure.status))
        case is BodyError: return .plain(failure.status, failure.code)
        default: return .plain(failure.status, "unavailable")
        }
    }
}

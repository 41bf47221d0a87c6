import Access
import HTTPTypes
import Hummingbird
import Identity
import JSON
import OAuth
import SQL
import Tools

extension EdgeResponder {
    /// What a client is told of a failure that its handler did not answer itself.
    /// - Parameter isPage: a person reads it, and not a program.
    func answer(to error: any Error, _ exchange: Exchange, isPage: Bool, _ entry: inout RequestLog.Entry) -> Response {
        var response: Response
        switch error {
        case BodyError.tooLarge:
            entry.error = "too_large"
            response = .plain(413, "too_large")
        case BodyError.packed:
            entry.error = "unsupported_encoding"
            response = .plain(415, "unsupported_encoding")
        case BodyError.noRoom:
            entry.error = "busy"
            response = .plain(503, "busy")
            response.headers[.retryAfter] = "1"
        case FormError.foreign, FormError.stale:
            entry.error = "foreign_form"
            return MessagePage.foreignForm.page.response(.forbidden)
        case let error as OAuthError:
            entry.error = error.code.rawValue
            let usesBasic = exchange.head.headerFields[.authorization]?.lowercased().hasPrefix("basic ") ?? false
            response = .oauth(error, usesBasic: usesBasic)
            if isPage { return MessagePage.refused(error.reason, code: error.code.rawValue).page.response(response.status) }
        case let error as Throttled:
            entry.error = "throttled"
            response = isPage ? MessagePage.throttled.page.response(.tooManyRequests) : .throttled
            response.headers[.retryAfter] = "\(error.retryAfter.wholeSeconds)"
            return response
        case let error as IdentityError where error.code == .busy:
            entry.error = "busy"
            response = .plain(503, "unavailable")
        case let error as DatabaseError where error.code == .busy:
            entry.error = "busy"
            response = .plain(503, "unavailable")
            response.headers[.retryAfter] = "1"
        case let error as IdentityError:
            entry.error = error.code.rawValue
            let status = Refusal(error).code.status
            if isPage { return MessagePage.refused(error.reason, code: error.code.rawValue).page.response(status) }
            return .json(["error": .string(error.code.rawValue), "error_description": .string(error.reason)], status: status)
        default:
            entry.error = "unavailable"
            sink.failure("\(error)", request: entry.id)
            response = .plain(503, "unavailable")
        }
        return isPage ? MessagePage.failed(response.status.code).page.response(response.status) : response
    }
}

extension Duration {
    /// Rounded up, at least 1.
    var wholeSeconds: Int64 { max(1, components.seconds + (components.attoseconds > 0 ? 1 : 0)) }
}

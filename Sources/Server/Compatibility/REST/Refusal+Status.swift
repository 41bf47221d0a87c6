import Access
import HTTPTypes

extension Refusal.Code {
    /// The HTTP status of a refusal on the interfaces that are not MCP.
    var status: HTTPResponse.Status {
        switch self {
        case .unauthorized: .unauthorized
        case .insufficientScope, .forbidden, .demo, .declined: .forbidden
        case .unknownTool, .notFound: .notFound
        case .invalidArgument: .badRequest
        case .conflict: .conflict
        case .limited: .tooManyRequests
        case .sourceFailed: .badGateway
        case .workspaceStopped: .serviceUnavailable
        }
    }
}

public import JSON

/// A JSON-RPC error: the request is invalid or refused.
///
/// An invalid argument value and failed work are not an `MCPError` but a ``CallToolResult`` with `isError`.
public struct MCPError: Error, Hashable, Sendable {
    /// A JSON-RPC error code. This library defines all of them.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The number on the wire.
        public let rawValue: Int

        /// The body is not JSON.
        public static let parseError = Code(rawValue: -32700)
        /// The body is JSON but not a message of the protocol.
        public static let invalidRequest = Code(rawValue: -32600)
        /// The revision does not have the method, or the server does not serve it.
        public static let methodNotFound = Code(rawValue: -32601)
        /// The parameters do not fit the method, or the tool is unknown.
        public static let invalidParams = Code(rawValue: -32602)
        /// The server failed.
        public static let internalError = Code(rawValue: -32603)
        /// Credentials are missing, invalid, or lack a scope.
        public static let unauthorized = Code(rawValue: -32001)
        /// The resource does not exist for this caller. The modern revision uses -32602 instead.
        public static let resourceNotFound = Code(rawValue: -32002)
        /// A header differs from the body.
        public static let headerMismatch = Code(rawValue: -32020)
        /// The client lacks a capability that the request needs.
        public static let missingClientCapability = Code(rawValue: -32021)
        /// The revision is not served.
        public static let unsupportedProtocolVersion = Code(rawValue: -32022)

        public var description: String { String(rawValue) }
    }

    /// The kind of error, for programs.
    public let code: Code
    /// The message for people and models. It must not contain secrets.
    public let message: String
    /// Details for programs. They must not contain secrets.
    public let data: JSONValue?
    /// The HTTP status. Nil for the default of the code and the revision.
    public let httpStatus: Int?
    /// The HTTP status in revisions before 2025-06-18. Nil if it is the same.
    let earlierHTTPStatus: Int?
    /// Value of `WWW-Authenticate`, sent with 401 and 403.
    public let challenge: String?

    public init(_ code: Code, _ message: String, data: JSONValue? = nil, httpStatus: Int? = nil, challenge: String? = nil) {
        self.init(code, message, data: data, httpStatus: httpStatus, earlierHTTPStatus: nil, challenge: challenge)
    }

    init(_ code: Code, _ message: String, data: JSONValue?, httpStatus: Int?, earlierHTTPStatus: Int?, challenge: String?) {
        self.code = code
        self.message = message
        self.data = data
        self.httpStatus = httpStatus
        self.earlierHTTPStatus = earlierHTTPStatus
        self.challenge = challenge
    }

    /// The HTTP status of this error in a revision.
    func status(in revision: Revision) -> Int {
        if revision < .v2025_06_18, let earlierHTTPStatus { return earlierHTTPStatus }
        if let httpStatus { return httpStatus }
        switch code {
        case .parseError, .invalidRequest, .headerMismatch, .missingClientCapability, .unsupportedProtocolVersion: return 400
        case .methodNotFound: return revision.era == .modern ? 404 : 200
        default: return 200
        }
    }

    /// The error in the form of a revision.
    func projected(to revision: Revision) -> MCPError {
        guard code == .resourceNotFound, revision.era == .modern else { return self }
        return MCPError(.invalidParams, message, data: data, httpStatus: httpStatus, challenge: challenge)
    }

    func write(into writer: inout JSONWriter) {
        writer.object { writer in
            writer.key("code")
            writer.int(code.rawValue)
            writer.member("message", message)
            if let data {
                writer.key("data")
                writer.value(data)
            }
        }
    }
}

public import JSON

extension MCPError {
    /// Credentials are missing or invalid: HTTP 401 in every revision.
    /// - Parameter challenge: value of `WWW-Authenticate`.
    public static func unauthorized(_ reason: String = "Unauthorized operation", challenge: String? = nil) -> MCPError {
        MCPError(.unauthorized, "Unauthorized", data: .string(reason), httpStatus: 401, challenge: challenge)
    }

    /// The caller is known but not permitted: HTTP 403 in every revision.
    public static func forbidden(_ reason: String) -> MCPError {
        MCPError(.unauthorized, "Unauthorized", data: .string(reason), httpStatus: 403)
    }

    /// The caller's token lacks a scope: HTTP 403 with the challenge since 2025-06-18, 200 before.
    public static func insufficientScope(tool: String, granted: [String], required: String, challenge: String? = nil) -> MCPError {
        let data: JSONValue = [
            "tool": .string(tool), "granted_scopes": .array(granted.map(JSONValue.string)), "required_scope": .string(required),
        ]
        // Clients before 2025-06-18 do not support step-up authorization; HTTP 403 would only hide the message from them.
        return MCPError(.unauthorized, "insufficient_scope", data: data, httpStatus: 403, earlierHTTPStatus: 200, challenge: challenge)
    }

    /// The tool does not exist for this caller.
    public static func unknownTool(_ name: String) -> MCPError {
        MCPError(.invalidParams, "Tool '\(name.prefix(128))' not found")
    }

    /// The resource does not exist for this caller: -32002, and -32602 since 2026-07-28.
    public static func unknownResource(_ uri: String) -> MCPError {
        MCPError(.resourceNotFound, "Resource not found", data: ["uri": .string(String(uri.prefix(2048)))])
    }

    /// The prompt does not exist for this caller.
    public static func unknownPrompt(_ name: String) -> MCPError {
        MCPError(.invalidParams, "Prompt '\(name.prefix(128))' not found")
    }

    /// The cursor was not issued for this list and this caller, or has expired.
    public static let unknownCursor = MCPError(.invalidParams, "Unknown cursor")

    /// The prompt or template of a completion does not exist for this caller.
    public static let unknownReference = MCPError(.invalidParams, "Param 'ref' names no prompt and no resource template")

    /// The task is unknown, belongs to another principal or has expired. The error is the same for all three.
    static let unknownTask = MCPError(.invalidParams, "Task not found")

    /// The parameters do not fit the method.
    public static func invalidParams(_ reason: String, data: JSONValue? = nil) -> MCPError {
        MCPError(.invalidParams, reason, data: data)
    }

    /// The client must declare a capability first.
    /// - Parameter required: the missing capabilities, in the structure of the client's capabilities object.
    public static func missingClientCapability(_ required: JSONObject) -> MCPError {
        MCPError(.missingClientCapability, "Missing required client capability", data: ["requiredCapabilities": .object(required)])
    }

    /// A failure that the client cannot correct. The message does not reveal the cause.
    public static let internalError = MCPError(.internalError, "Internal error")

    static func methodNotFound(_ name: String) -> MCPError {
        MCPError(.methodNotFound, "Method not found", data: .string("Method '\(String(name.unicodeScalars.prefix(64)))' not found"))
    }

    static func invalidRequest(_ reason: String) -> MCPError { MCPError(.invalidRequest, reason) }

    static func parseError(_ error: JSONError) -> MCPError {
        MCPError(.parseError, "Parse error", data: .string("\(error.reason) at byte \(error.offset)"))
    }

    static func headerMismatch(_ reason: String) -> MCPError { MCPError(.headerMismatch, reason) }

    static func unsupportedProtocolVersion(_ requested: String) -> MCPError {
        let supported = JSONValue.array(Revision.supportedNames.map(JSONValue.string))
        return MCPError(
            .unsupportedProtocolVersion, "Unsupported protocol version",
            data: ["supported": supported, "requested": .string(String(requested.prefix(64)))]
        )
    }

    /// The envelope of a modern request is missing or invalid. Checked before the method.
    static func badEnvelope(_ reason: String) -> MCPError { MCPError(.invalidParams, reason, httpStatus: 400) }

    /// The request is of no legacy revision and has no modern envelope.
    static let noEnvelope = badEnvelope(
        "Invalid params: '_meta' keys '\(MetaKey.protocolVersion)' and '\(MetaKey.clientCapabilities)' are required without a handshake"
    )
}

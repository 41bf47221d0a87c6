/// An error response of the transport, for a request that never reaches a method.
struct HTTPRefusal: Error {
    let error: MCPError
    var id: RequestID?
    let status: Int
    var allow: String?

    init(_ error: MCPError, id: RequestID? = nil, revision: Revision) {
        self.error = error
        self.id = id
        status = error.status(in: revision)
    }

    init(status: Int, _ reason: String, allow: String? = nil) {
        error = MCPError.invalidRequest(reason)
        self.status = status
        self.allow = allow
    }
}

import Access
import HTTPTypes
import Hummingbird
import MCP
import NIOCore
import SQL
import Tools

/// The MCP endpoint of every workspace: judges head and credential, reads the body within bounds, and hands both to the protocol's server.
struct MCPEndpoint: Sendable {
    let server: MCPServer<Requester>
    let callers: Callers
    let policy: OriginPolicy
    let origins: PublicOrigin
    let connections: Connections
    let limits: ConnectionLimits
    let anonymousDiscovery: Bool

    func respond(to request: Request, workspace name: String?, context: EdgeContext, entry: inout RequestLog.Entry) async throws -> Response {
        let head = request.head
        if let refusal = policy.refusal(of: head) {
            entry.error = "origin"
            return Response(refusal)
        }
        if head.method == .options { return Response(CORS.preflight(head, extraHeaders: ["x-mcp-packages", "x-role"])) }
        var answer = try await answer(request, workspace: name, context: context, entry: &entry)
        CORS.allow(head, &answer.head)
        return Response(answer) { [connections, channel = context.channel] in connections.finish(channel) }
    }

    private func answer(
        _ request: Request, workspace name: String?, context: EdgeContext, entry: inout RequestLog.Entry
    ) async throws -> MCPHTTPResponse {
        let head = request.head
        if let refusal = refusedBody(head) {
            entry.error = "body"
            return refusal
        }
        let workspace: WorkspaceRef
        do {
            guard let found = try await callers.workspace(name) else {
                entry.error = "not_found"
                return Self.plain(404, "not_found")
            }
            workspace = found
        } catch {
            entry.error = "unavailable"
            return Self.plain(503, "unavailable")
        }
        entry.workspace = workspace.name
        let challenge = Challenge(origin: origins.origin(of: head), path: name.map { "/api/__app/\($0)/mcp" } ?? "/api/mcp")
        let body: [UInt8]
        do {
            body = Array(buffer: try await request.body.collect(upTo: limits.maximumBody))
        } catch is NIOTooManyBytesError {
            entry.error = "too_large"
            return Self.plain(413, "too_large")
        }
        do {
            let credential = Credential(authorization: head.headerFields[values: .authorization])
            let caller = try await callers.caller(for: credential, in: workspace, role: head.headerFields[.role])
            if caller.isAnonymous, !anonymousDiscovery || head.method != .post { throw Refusal(.unauthorized, "Unauthorized operation") }
            entry.caller = caller.isAnonymous ? "" : caller.label
            let requester = Requester(
                caller: caller, packages: packages(head), requestID: entry.id, challenge: challenge, cancellation: Cancellation())
            connections.begin(requester.cancellation, on: context.channel)
            let answer = await server.respond(to: head, body: body, principal: requester)
            // A stream's call goes on: it is finished when the stream is.
            if case .events = answer.body { return answer }
            connections.finish(context.channel)
            return answer
        } catch {
            return refuse(error, head, body, challenge, &entry)
        }
    }

    /// What can be said of a body by its head alone: too large, or packed.
    private func refusedBody(_ head: HTTPRequest) -> MCPHTTPResponse? {
        if let declared = head.headerFields[.contentLength].flatMap({ Int($0) }), declared > limits.maximumBody {
            return Self.plain(413, "too_large")
        }
        if let encoding = head.headerFields[.contentEncoding], encoding.lowercased() != "identity" { return Self.plain(415, "unsupported_encoding") }
        return nil
    }

    private func packages(_ head: HTTPRequest) -> PackageSelection {
        let values = head.headerFields[values: .packages]
        if !values.isEmpty { return PackageSelection(parsing: values) }
        guard let query = head.path?.split(separator: "?", maxSplits: 1).dropFirst().first else { return .standard }
        let chosen = query.split(separator: "&").filter { $0.hasPrefix("packages=") }.map { Self.percentDecoded($0.dropFirst(9)) }
        return PackageSelection(parsing: chosen)
    }

    /// RFC 3986 section 2.1; what is no escape stands for itself.
    private static func percentDecoded(_ text: Substring) -> String {
        let input = Array(text.utf8)
        var out: [UInt8] = []
        var index = 0
        while index < input.count {
            if input[index] == UInt8(ascii: "%"), index + 2 < input.count,
                let byte = UInt8(String(decoding: input[index + 1...index + 2], as: UTF8.self), radix: 16)
            {
                out.append(byte)
                index += 3
            } else {
                out.append(input[index])
                index += 1
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    private func refuse(
        _ error: any Error, _ head: HTTPRequest, _ body: [UInt8], _ challenge: Challenge, _ entry: inout RequestLog.Entry
    ) -> MCPHTTPResponse {
        let refusal = error as? Refusal
        entry.error = refusal?.code.rawValue ?? "unavailable"
        switch refusal?.code {
        case .unauthorized:
            let wasShown = head.headerFields[.authorization] != nil
            let value = challenge.value(error: wasShown ? "invalid_token" : nil)
            return server.refuse(.unauthorized(refusal?.reason ?? "", challenge: value), body: body)
        case .forbidden:
            return server.refuse(.forbidden(refusal?.reason ?? ""), body: body)
        default:
            return Self.plain(503, "unavailable")
        }
    }

    private static func plain(_ status: Int, _ code: String) -> MCPHTTPResponse {
        MCPHTTPResponse(
            head: HTTPResponse(status: .init(code: status), headerFields: [.contentType: "application/json"]),
            body: .bytes(Array("{\"error\":\"\(code)\"}".utf8)))
    }
}

extension HTTPField.Name {
    // Both are tokens of RFC 9110; the fallback is never reached.
    static let role = HTTPField.Name("x-role") ?? .from
    static let packages = HTTPField.Name("x-mcp-packages") ?? .from
}

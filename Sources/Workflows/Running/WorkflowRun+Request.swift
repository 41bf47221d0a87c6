import Access
import JSON
import Notation
import Outbound
import Store

extension WorkflowRun {
    private static let usualTime = Duration.seconds(10)

    /// Sends the request of a node. It is logged in the audit log before it is sent.
    func request(_ node: WorkflowNode, _ path: String) async throws -> Outcome {
        let request = try outbound(node)
        let caller = try await caller(path)
        let host = request.url.firstRange(of: "://").map { request.url[$0.upperBound...].prefix { $0 != "/" && $0 != "?" } } ?? ""
        let ticket = try await store.audit.begin(
            AuditCall(
                id: store.audit.makeCallID(), organization: caller.organization?.name, workspace: caller.workspace.knownName, caller: caller.label,
                tool: "workflow.request", objects: ["host/\(host)"], requestID: "execution-\(execution.id.rawValue)"))
        let start = ContinuousClock.now
        do throws(OutboundError) {
            let response = try await effects.client.send(request)
            store.audit.end(ticket, AuditOutcome(duration: start.duration(to: .now), outcome: .ok))
            return outcome(of: response, node)
        } catch {
            store.audit.end(
                ticket, AuditOutcome(code: error.code.rawValue, duration: start.duration(to: .now), outcome: .error))
            let isUnsent = error.code == .badURL || error.code == .forbiddenAddress
            let reason = isUnsent ? error.reason : "\(error.reason); whether the host acted on it is not known"
            let ignores = node.config["ignoreFail"] == true
            return Outcome(status: ignores ? .resolved : .error, reason: reason)
        }
    }

    private func outbound(_ node: WorkflowNode) throws(Refusal) -> OutboundRequest {
        let config = node.config
        var url = try Template.filledURL(config["url"]?.string ?? "", values)
        for pair in config["params"]?.array ?? [] {
            let value = Self.text(try Template.filled(pair["value"] ?? .null, values))
            url += "\(url.contains("?") ? "&" : "?")\(PercentEncoding.encode(pair["name"]?.string ?? ""))=\(PercentEncoding.encode(value))"
        }
        var headers: [(name: String, value: String)] = []
        for pair in config["headers"]?.array ?? [] {
            headers.append((pair["name"]?.string ?? "", Self.text(try Template.filled(pair["value"] ?? .null, values))))
        }
        func has(_ name: String) -> Bool { headers.contains { $0.name.lowercased() == name } }
        var body: [UInt8]?
        if let data = config["data"], !data.isNull {
            let filled = try Template.filled(data, values)
            body = filled.string.map { Array($0.utf8) } ?? filled.serialized
            if !has("content-type") { headers.append(("Content-Type", filled.string == nil ? "application/json" : "text/plain; charset=utf-8")) }
        }
        if !has("accept") { headers.append(("Accept", "application/json, text/*;q=0.5")) }
        let method = OutboundRequest.Method(rawValue: config["method"]?.string?.uppercased() ?? "GET") ?? .get
        return OutboundRequest(
            method: method, url: url, headers: headers, body: body,
            deadline: config["timeout"]?.int.map { .milliseconds($0) } ?? Self.usualTime, maximumBody: WorkflowLimits.resultBytes)
    }

    private func outcome(of response: OutboundResponse, _ node: WorkflowNode) -> Outcome {
        let isJSON = response.type == "application/json" || response.type.hasSuffix("+json")
        // A body that is not JSON becomes text, whatever its declared type.
        let parsed = isJSON ? (try? JSONValue(parsing: response.body)) : nil
        let data = parsed ?? .string(String(decoding: response.body, as: UTF8.self))
        let result: JSONValue = node.config["onlyData"] == true ? data : ["status": .number(JSONNumber(Int64(response.status))), "data": data]
        guard response.status >= 400, node.config["ignoreFail"] != true else { return Outcome(result: result) }
        return Outcome(result: result, status: .failed, reason: "the host answered with status \(response.status)")
    }

    private static func text(_ value: JSONValue) -> String { value.isNull ? "" : value.string ?? value.description }
}

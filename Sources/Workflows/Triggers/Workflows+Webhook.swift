import Access
import JSON
import SQL
package import Store

extension Workflows {
    /// Sets off the workflow whose webhook is called. The same message a second time gives the execution that there is.
    /// - Throws: ``Refusal``: `notFound` for a path that no enabled webhook has; `unauthorized` for a wrong, old or missing signature; `invalidArgument`;
    ///   `limited`; `workspaceStopped`.
    package func receive(_ call: WebhookCall, at path: String, now: Timestamp = .now) async throws -> ExecutionID {
        guard path.utf8.count <= 64 else { throw Self.noHook }
        let secrets = store.secrets
        let found = try await store.read { connection in
            try connection.first(
                of: "workflows",
                """
                SELECT \(Workflow.columns), secret, (SELECT stopped_at FROM workspaces WHERE id = workspace_id) AS stopped_at FROM workflows
                WHERE hook = \(path) AND enabled = 1
                """
            ) { row in
                let workflow = try Workflow(row)
                let secret = Secret(try row.opened("secret", by: secrets, context: workflow.sealing))
                return (workflow, secret, try row["stopped_at", .optional(.time)] != nil)
            }
        }
        guard let (workflow, secret, isStopped) = found else { throw Self.noHook }
        guard WebhookSignature.isSigned(call, with: secret, at: now) else {
            throw Refusal(
                .unauthorized,
                "the request is not signed by this webhook's secret: expected webhook-id, webhook-timestamp (at most 5 minutes old) and "
                    + "webhook-signature: v1,BASE64 of HMAC-SHA256 over id.timestamp.body")
        }
        guard !isStopped else { throw Refusal(.workspaceStopped, "the workspace is stopped") }
        let data: JSONValue
        do { data = try call.body.isEmpty ? .null : JSONValue(parsing: call.body) } catch {
            throw Refusal(.invalidArgument, "the body is no JSON: \(error)")
        }
        let ids = try await executions.add([NewExecution(of: workflow, origin: "webhook:\(call.id)", data: data)], now: now)
        wakeSignal.ring()
        return ids[0]
    }

    /// The same words for every path that is none.
    private static let noHook = Refusal(.notFound, "there is no webhook here")
}

import Access
import Crypto
import JSON
import Notation
import SQL
package import Store

extension Workflows {
    /// Triggers the workflow of a webhook. A repeated message returns the existing execution.
    /// - Throws: ``Refusal``: `notFound` for a path without an enabled webhook; `unauthorized` for a wrong, old or missing signature;
    ///   `invalidArgument`; `limited`; `workspaceStopped`.
    package func receive(_ call: WebhookCall, at path: String, now: Timestamp = .now) async throws -> ExecutionID {
        guard path.utf8.count <= 64 else { throw Self.unknownWebhook }
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
        guard let (workflow, secret, isStopped) = found else { throw Self.unknownWebhook }
        guard WebhookSignature.isSigned(call, with: secret, at: now) else {
            throw Refusal(
                .unauthorized,
                "the request is not signed by this webhook's secret: expected webhook-id, webhook-timestamp (at most 5 minutes old) and "
                    + "webhook-signature: v1,BASE64 of HMAC-SHA256 over id.timestamp.body")
        }
        guard !isStopped else { throw Refusal(.workspaceStopped, "the workspace is stopped") }
        let data: JSONValue
        do { data = try call.body.isEmpty ? .null : JSONValue(parsing: call.body) } catch {
            throw Refusal(.invalidArgument, "the body is not JSON: \(error)")
        }
        let ids = try await executions.add([NewExecution(of: workflow, origin: "webhook:\(call.id)", data: data)], now: now)
        wakeSignal.ring()
        return ids[0]
    }

    /// One message for every unknown path and disabled webhook, so that a caller cannot find paths by trying.
    private static let unknownWebhook = Refusal(.notFound, "there is no webhook here")
}

/// The signature of a webhook request by the Standard Webhooks specification (standardwebhooks.com, version 1): `webhook-id`, `webhook-timestamp` and
/// `webhook-signature: v1,BASE64`, HMAC-SHA256 over `id.timestamp.body` with the secret after `whsec_`.
enum WebhookSignature {
    /// Allowed difference to the sender's clock, so that an old request cannot be replayed. Unit: seconds.
    static let tolerance: Int64 = 300
    static let maximumIDLength = 128
    private static let prefix = "whsec_"
    private static let maximumSignatures = 8

    /// 256 random bits.
    static func newPath() -> String { Base64URL.encode(RandomBytes.make(32)) }

    static func newSecret() -> Secret { Secret(prefix + Base64.encode(RandomBytes.make(32))) }

    /// Whether a request was signed with the secret, and its time is within the tolerance.
    static func isSigned(_ call: WebhookCall, with secret: Secret, at now: Timestamp) -> Bool {
        // A dot in the id, or a number with two notations, would make one signature valid for two messages.
        guard (1...maximumIDLength).contains(call.id.utf8.count), !call.id.utf8.contains(UInt8(ascii: ".")), let time = Int64(call.timestamp),
            String(time) == call.timestamp,
            // The difference is not computed, because a sender could make it overflow.
            (now.seconds - tolerance...now.seconds + tolerance).contains(time),
            let key = Base64.decode(secret.text.dropFirst(prefix.count).utf8)
        else { return false }
        var mac = HMAC<SHA256>(key: SymmetricKey(data: key))
        mac.update(data: Array("\(call.id).\(call.timestamp).".utf8))
        mac.update(data: call.body)
        let expected = Array(mac.finalize())
        // While a secret is being replaced, senders sign with both.
        return call.signatures.split(separator: " ").prefix(maximumSignatures).contains { signature in
            guard signature.hasPrefix("v1,"), let given = Base64.decode(signature.dropFirst(3).utf8) else { return false }
            return Secret.areEqual(given, expected)
        }
    }
}

/// One request to a webhook, as it arrived.
package struct WebhookCall: Sendable {
    /// `webhook-id`: the same for each attempt of the same message.
    package let id: String
    /// `webhook-timestamp`: seconds since 1970.
    package let timestamp: String
    /// `webhook-signature`.
    package let signatures: String
    package let body: [UInt8]

    package init(id: String, timestamp: String, signatures: String, body: [UInt8]) {
        (self.id, self.timestamp, self.signatures, self.body) = (id, timestamp, signatures, body)
    }
}

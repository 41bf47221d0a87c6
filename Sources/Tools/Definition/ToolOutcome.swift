import Access
package import JSON
package import MCP
package import SQL
import Store

/// The result of a tool, and what the audit log records of it.
package struct ToolOutcome: Sendable {
    /// The text of the result.
    package enum Text: Hashable, Sendable {
        /// The JSON of ``structured``.
        case structured
        /// A sentence about it; clients that do not support structured results get the structure as text too.
        case summary(String)
        /// The whole result in another form, with a second text for clients that do not understand that form.
        case whole(String, note: String? = nil)
    }

    /// The result as one JSON value.
    package let structured: JSONFragment
    package var text = Text.structured
    /// A picture in addition to the text, as PNG.
    package var picture: [UInt8]?
    /// `_meta` for the view beside the result, which models do not see.
    package var meta: JSONObject?
    /// Number of rows read; nil when the tool reads none.
    package var rows: Int?
    /// Number of changed rows or objects.
    package var changed: Int?
    /// The affected objects, for the audit log: `main/orders`, `key/12`. Never a value.
    package var objects: [String]

    package init(_ structured: JSONFragment, rows: Int? = nil, changed: Int? = nil, objects: [String] = []) {
        self.structured = structured
        self.rows = rows
        self.changed = changed
        self.objects = objects
    }

    /// The same outcome with its text, which is JSON, in an envelope.
    var enveloped: ToolOutcome {
        var copy = self
        let text = if case .whole(let text, _) = self.text { text } else { String(decoding: structured.bytes, as: UTF8.self) }
        copy.text = .whole("{\"code\":0,\"data\":\(text),\"msg\":null}")
        return copy
    }

    /// An outcome whose result is one JSON object written by `body`.
    package static func object(
        rows: Int? = nil, changed: Int? = nil, objects: [String] = [], _ body: (inout JSONWriter) throws -> Void
    ) rethrows -> ToolOutcome {
        ToolOutcome(try JSONFragment { writer in try writer.object(body) }, rows: rows, changed: changed, objects: objects)
    }
}

/// What a handler gets besides its grant and input: the MCP request, and the time limit.
package struct ToolContext: Sendable {
    /// The deadline of the call, and the token that cancels it; passed to every database call.
    package let bounds: CallBounds
    /// The connection to the client: progress, log messages, questions.
    package let call: CallContext
    /// How much of a list one result contains.
    package let lists: ListForm
    /// The grant that the call would get now, for tools that wait before they begin; nil for tools that do not wait. Throws ``Refusal``
    /// when the caller has lost the right in the meantime.
    var renewGrant: (@Sendable () async throws -> Grant)?
    /// All tools, for tools that describe tools.
    var toolbox: Toolbox?
    /// The request's principal; nil for a call without a request.
    var principal: RequestPrincipal?
    /// The local file that a verb of the command line reads or writes; nil for all other calls.
    var localFile: LocalFile?
    /// Receives the parts of an answer as they become known; nil if only the whole is needed.
    var listener: AnswerListener?
    package init(bounds: CallBounds, call: CallContext, lists: ListForm = .page) {
        self.bounds = bounds
        self.call = call
        self.lists = lists
    }

    /// The token that this call issued to the caller.
    var givenToken: Secret? { principal?.givenToken }

    /// Scheme, host and port of the server as the client knows it; nil on connections that are not HTTP.
    var origin: String? { principal.flatMap { $0.challenge.origin.isEmpty ? nil : $0.challenge.origin } }

    /// The question server's URL as the client knows it; nil on connections that are not HTTP.
    var questionURL: String? { principal?.question?.url }
}

/// What a tool gets besides its arguments: the caller's grant, the time limit, and the MCP request.
struct ToolCall: Sendable {
    let grant: Grant
    let context: ToolContext
    /// The client's arguments after the check against the schema.
    let arguments: JSONObject

    var caller: Caller { grant.caller }
    /// The deadline of the call, and the token that cancels it.
    var bounds: CallBounds { context.bounds }
    /// Whether the client shows views beside results.
    var showsViews: Bool { context.call.clientCapabilities.declares(extension: AppView.extensionName) }
}

import Access
package import JSON
package import MCP
package import SQL
import Store

/// The result of a tool, and what the audit log records of it.
package struct ToolOutcome: Sendable {
    /// How the answer reads as text.
    package enum Text: Hashable, Sendable {
        /// As ``structured``.
        case structured
        /// A sentence about it; clients that cannot read structure get the structure as text as well.
        case summary(String)
        /// All of the answer in another form, and a second text for what clients do not read as that form.
        case whole(String, note: String? = nil)
    }

    /// The answer as one JSON value.
    package let structured: JSONFragment
    package var text = Text.structured
    /// A picture beside the text, as PNG.
    package var picture: [UInt8]?
    /// For the view beside the result: the `_meta` that models do not see.
    package var meta: JSONObject?
    /// Rows that were read; nil when the tool reads none.
    package var rows: Int?
    /// Rows or objects that were changed.
    package var changed: Int?
    /// The affected objects, for the audit log: `main/orders`, `key/12`. Never a value.
    package var objects: [String]

    package init(_ structured: JSONFragment, rows: Int? = nil, changed: Int? = nil, objects: [String] = []) {
        self.structured = structured
        self.rows = rows
        self.changed = changed
        self.objects = objects
    }

    /// An answer written with `body` into one JSON object.
    package static func object(
        rows: Int? = nil, changed: Int? = nil, objects: [String] = [], _ body: (inout JSONWriter) throws -> Void
    ) rethrows -> ToolOutcome {
        ToolOutcome(try JSONFragment { writer in try writer.object(body) }, rows: rows, changed: changed, objects: objects)
    }
}

/// What a handler has besides its grant and input: the MCP request, and the time limit.
package struct ToolContext: Sendable {
    /// When the call must have ended, and the token that ends it early; passed to every database call.
    package let bounds: CallBounds
    /// The way back to the client: progress, log messages, questions.
    package let call: CallContext
    /// How much of a list one answer has.
    package let lists: ListForm
    /// The grant that the call would have at this moment, for tools that wait before they begin; nil for tools that do not wait.
    /// Throws ``Refusal`` when the caller has lost the right meanwhile.
    var renewGrant: (@Sendable () async throws -> Grant)?
    /// All tools, for tools that describe tools.
    var toolbox: Toolbox?
    /// The request's sender; nil where no request brought the call.
    var principal: RequestPrincipal?
    /// The file of this machine that a verb of the command line reads or writes; nil for all other calls.
    var localFile: LocalFile?
    /// Receives the parts of an answer as they are known; nil where only the whole is wanted.
    var listener: AnswerListener?
    package init(bounds: CallBounds, call: CallContext, lists: ListForm = .page) {
        self.bounds = bounds
        self.call = call
        self.lists = lists
    }

    /// The token that the caller was given by this very call.
    var givenToken: Secret? { principal?.givenToken }

    /// Scheme, host and port of the server as the client knows it; nil on connections that are not HTTP.
    var origin: String? { principal.flatMap { $0.challenge.origin.isEmpty ? nil : $0.challenge.origin } }

    /// Where the question server is, as the client knows it; nil on connections that are not HTTP.
    var questionURL: String? { principal?.question?.url }
}

/// What a tool has besides its arguments: the caller's grant, the time limit, and the MCP request.
struct ToolCall: Sendable {
    let grant: Grant
    let context: ToolContext
    /// As the client sent them, after the check against the schema.
    let arguments: JSONObject

    var caller: Caller { grant.caller }
    /// When the call must have ended, and the token that ends it early.
    var bounds: CallBounds { context.bounds }
    /// Whether the client shows views beside results.
    var showsViews: Bool { context.call.clientCapabilities.declares(extension: AppView.extensionName) }
}

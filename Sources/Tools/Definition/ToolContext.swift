import Access
import JSON
package import MCP
package import SQL
import Store

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

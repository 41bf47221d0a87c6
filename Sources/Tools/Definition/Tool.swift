import Ask
import JSON

/// One operation that a caller can run: its name, who may run it, its arguments, and what it does, in one type.
///
/// The MCP tool, its REST route, its OpenAPI entry, its snapshot and its row in the documentation derive from it.
protocol Tool: Sendable {
    /// The decoded arguments; its initial values are those of absent arguments.
    associatedtype Input: ToolArguments

    /// `[a-z][a-z0-9_]{0,47}`, unique.
    var name: String { get }
    var access: ToolAccess { get }
    /// For people.
    var title: String { get }
    /// For models: what it does and when to use it. At most 1,024 bytes.
    var description: String { get }
    /// In the order in which clients see them.
    var arguments: [Argument<Input>] { get }

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome

    /// The principal that a call runs as: the sender of the request, unless the arguments contain a credential.
    /// - Throws: ``Refusal``, before anything else is decided.
    func principal(for arguments: JSONObject, of principal: RequestPrincipal) async throws -> RequestPrincipal

    /// The language of a call's refusals, by its arguments.
    func language(for arguments: JSONObject) -> QuestionLanguage

    /// Other names that clients use for it, each with the arguments that the name implies; authorized as this tool.
    var aliases: [String: JSONObject] { get }
    /// Whether a call can destroy something: then the person is asked first, if the client can ask.
    var destroys: Bool { get }
    /// Whether a call with these arguments can destroy something, if ``destroys`` says that some can.
    func mayDestroy(_ arguments: JSONObject) -> Bool
    /// Whether repeating a writing call changes nothing more.
    var isIdempotent: Bool { get }
    /// Whether a call reaches systems outside this server and its data sources.
    var reachesOutside: Bool { get }
    /// How long a call may take.
    var length: ToolLength { get }
    /// Whether all slow work of a call runs on other threads, so that a long call may begin on an event loop.
    var leavesItsThread: Bool { get }
    /// Time limit of a call if it is longer than the server's limit for calls; nil for that limit.
    var patience: Duration? { get }
    /// Whether a reading call is logged in the audit log before it runs, like a writing one: for tools that store something of a call, or
    /// run for long.
    var logsIntent: Bool { get }
    /// Whether hosts that show views show the result's rows as a table.
    var showsRows: Bool { get }
    /// Whether a failure carries its HTTP status, which clients of the question server expect.
    var tellsStatus: Bool { get }
    /// Whether null for an optional argument counts as absent, as clients of the question server send it. Other tools refuse null.
    var acceptsNull: Bool { get }
    /// Arguments that the same tool of another server accepts and this one does not, each with what to do instead.
    var unserved: [String: String] { get }
    /// Arguments that clients send by habit, each with a value that has no effect: such a pair counts as absent.
    var habits: JSONObject { get }
}

extension Tool {
    func principal(for arguments: JSONObject, of principal: RequestPrincipal) async throws -> RequestPrincipal { principal }
    func language(for arguments: JSONObject) -> QuestionLanguage { .english }
    var aliases: [String: JSONObject] { [:] }
    var destroys: Bool { false }
    func mayDestroy(_ arguments: JSONObject) -> Bool { true }
    var isIdempotent: Bool { false }
    var reachesOutside: Bool { false }
    var length: ToolLength { .short }
    var leavesItsThread: Bool { false }
    var patience: Duration? { nil }
    var logsIntent: Bool { false }
    var showsRows: Bool { false }
    var tellsStatus: Bool { false }
    var acceptsNull: Bool { false }
    var unserved: [String: String] { [:] }
    var habits: JSONObject { [:] }
}

/// The decoded arguments of a tool.
protocol ToolArguments: Sendable {
    /// The values of absent arguments.
    init()
}

/// The arguments of a tool that takes none.
struct NoArguments: ToolArguments {
    init() {}
}

/// How long a call may take.
package enum ToolLength: Hashable, Sendable {
    case short
    /// Mostly short; a call that takes long goes on as a task where the client has tasks.
    case mayBeLong
    /// Expected to take long.
    case long
}

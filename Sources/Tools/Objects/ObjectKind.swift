import Access
import Identity
import JSON

/// One kind of object that clients manage with five tools of the same form: what the tools need to know about it, and its names.
struct ObjectKind: Sendable {
    /// Its name in the singular and plural, as in `get_role` and `get_roles`.
    let one: String
    let many: String
    let scope: Scope.Kind
    let package: PackageName
    /// What an owner is, for the description of the argument.
    let owners: String
    /// Members that an object has, each a JSON Schema.
    let members: JSONObject
    /// Further arguments by which one can be found.
    var keys: [Argument<ObjectSearch>] = []
    /// Who adds and deletes.
    var makers = ToolPermit.Audience.objectAdministrators
    /// Whether it is owned by `admin` or by itself, as organizations are.
    var ownsItself = false
    /// The secrets among its members.
    let secrets: ToolSecrets
    /// What else the description of adding says.
    var note = ""

    let list: @Sendable (ObjectCall, ObjectOwner, ListQuery) async throws -> ObjectPage<JSONObject>
    /// - Returns: nil when there is none within the caller's reach.
    let find: @Sendable (ObjectCall, ObjectSearch) async throws -> JSONObject?
    /// Nil where the kind has no such tool.
    var add: AddObject.Add?
    var update: UpdateObject.Update?
    let delete: @Sendable (ObjectCall, ObjectName) async throws -> Void
    /// What an update answers for an object that is not there; nil for the usual sentence.
    var missing: (@Sendable (ObjectName) -> String)?

    /// What a call answers that changed nothing.
    var unchanged: String { Self.unchanged(one) }

    static func unchanged(_ one: String) -> String { "No changes were made to \(one) (may already exist or not found)" }
}

/// What a call on objects has: the caller, its bound, and the domains.
struct ObjectCall: Sendable {
    let caller: Caller
    let bound: CredentialBound
    let domains: Domains
    let context: ToolContext

    init(_ call: ToolCall, _ domains: Domains) throws {
        caller = call.caller
        bound = try CredentialBound(call.caller)
        self.domains = domains
        context = call.context
    }
}

/// How an object is looked up: by its id, or a user by an address.
struct ObjectSearch: ToolArguments {
    /// `OWNER/NAME`.
    var id = ""
    var owner = ""
    var email: String?
    var phone: String?

    init() {}
    init(_ name: ObjectName) { id = name.description }
}

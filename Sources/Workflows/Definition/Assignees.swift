package import Access
import JSON

/// The people who may decide at an approval: `{"roles":["clerk"],"users":["acme/ann"]}`. Variables are not allowed, so that data cannot
/// choose who decides.
package struct Assignees: Hashable, Sendable {
    package static let none = Assignees(roles: [], users: [])
    private static let limit = 50

    /// Names of roles of the workspace.
    package let roles: [String]
    /// `organization/name`.
    package let users: [String]

    private init(roles: [String], users: [String]) { (self.roles, self.users) = (roles, users) }

    /// - Throws: ``Refusal`` `invalidArgument`.
    init(_ json: JSONValue, argument: String) throws(Refusal) {
        try WorkflowReader.checkMembers(json, of: ["roles", "users"], argument)
        func names(_ member: String) throws(Refusal) -> [String] {
            let names = (json[member] ?? []).array?.map(\.string) ?? [nil]
            guard names.count <= Self.limit, !names.contains(nil), !names.contains(where: { $0?.contains("{{") == true }) else {
                throw Refusal(.invalidArgument, "\(argument).\(member): expected a list of at most \(Self.limit) names, without variables")
            }
            return names.compactMap(\.self)
        }
        (roles, users) = (try names("roles"), try names("users"))
        guard !roles.isEmpty || !users.isEmpty else {
            throw Refusal(.invalidArgument, #"\#(argument): expected {"roles":["clerk"],"users":["acme/ann"]} with at least one name"#)
        }
        guard users.allSatisfy({ $0.split(separator: "/", omittingEmptySubsequences: false).count == 2 }) else {
            throw Refusal(.invalidArgument, "\(argument).users: expected names as ORGANIZATION/NAME")
        }
    }

    /// Whether a person, with their current roles, is one of them. An application that acts for itself and a workflow are not persons.
    package func include(_ caller: Caller) -> Bool {
        guard caller.userLabel != nil, !caller.roles.isEmpty else { return false }
        return !Set(marks).isDisjoint(with: Self.marks(of: caller))
    }

    /// The keys by which waiting executions are found.
    var marks: [String] { roles.map { "role/\($0)" } + users.map { "user/\($0)" } }

    /// The keys that mean a person.
    package static func marks(of caller: Caller) -> [String] {
        guard let person = caller.userLabel else { return [] }
        return caller.roles.map { "role/\($0)" } + ["user/\(person)"]
    }
}

extension WorkflowNode {
    /// The people who may decide, in addition to workspace administrators.
    package var assignees: Assignees {
        // It was checked when the workflow was created; unreadable text names no one.
        config["assignees"].flatMap { try? Assignees($0, argument: key) } ?? .none
    }
}

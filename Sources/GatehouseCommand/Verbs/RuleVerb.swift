import ArgumentParser
import Identity
import JSON
import Server
import Tools

struct RuleVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rule", abstract: "What a role may do with a collection.",
        discussion: "Example: gatehouse rule set main sales main orders --actions view,update --hide margin --filter '{\"store_id\":3}'",
        subcommands: [Set.self, List.self, Remove.self, Resume.self, Explain.self]
    )

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Set what a role may do with a collection, in place of what was set before.")
        @Argument(help: "The workspace's name.") var workspace: String
        @Argument(help: "The role's name.") var role: String
        @Argument(help: "The data source's name; main is the workspace's own.") var source: String
        @Argument(help: "The collection's name.") var collection: String
        @Option(help: "view,create,update,destroy") var actions: String
        @Option(help: "The only columns it sees, separated by commas.") var columns: String?
        @Option(help: "Columns shown without their value.") var mask: String?
        @Option(help: "Columns that do not exist for it.") var hide: String?
        @Option(help: "JSON filter of the rows it reaches.") var filter: String?
        @Flag(help: "Deny the actions instead of allowing them.") var deny = false
        @Option(help: "When the rule ends: 30d, or an RFC 3339 time.") var expires: String?
        @OptionGroup var state: StateOptions

        func run() async throws {
            let rows = try filter.map { try Terminal.filter($0) }
            let arguments = JSONObject(given: [
                "role": role, "dataSource": source, "resource": collection, "actions": actions.names, "columns": columns?.names,
                "mask": mask?.names, "hide": hide?.names, "effect": deny ? "deny" : nil, "expires": expires, "filter": rows,
            ])
            try await Terminal.run(state) { terminal in
                let answer = try await terminal.call("access_rules_set", arguments, in: workspace)
                terminal.show(answer) { "rule \($0["id"] ?? .null)" }
            }
        }
    }

    struct List: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the rules of a workspace.")
        @Argument(help: "The workspace's name.") var workspace: String
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            try await terminal.list(
                "access_rules_list", in: workspace,
                ["id", "role", "dataSource", "resource", "effect", "actions", "columns", "mask", "hide", "filter", "suspended", "closed"])
        }
    }

    struct Remove: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove a rule.")
        @Argument(help: "The rule's id.") var id: Int64
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            let domains = terminal.composition.domains
            for organization in try await domains.organizations.list() {
                for workspace in try await domains.workspaces.list(organization.id) {
                    var isHere = false
                    try await terminal.pages("access_rules_list", [:], in: workspace.name) { rules in
                        isHere = isHere || rules.contains { $0["id"]?.int == id }
                    }
                    guard isHere else { continue }
                    _ = try await terminal.call("access_rules_remove", JSONObject(given: ["id": id]), in: workspace.name)
                    return
                }
            }
            throw Failure.failed("rule \(id) does not exist")
        }
    }

    struct Resume: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "resume",
            abstract: "Put suspended rules back in force: their data source, collection or role was removed, or a relation got another key.",
            discussion: "Example: gatehouse rule resume main --source shop")
        @Argument(help: "The workspace's name.") var workspace: String
        @Option(help: "One rule's id.") var id: Int64?
        @Option(help: "All suspended rules on this data source.") var source: String?
        @Option(help: "All suspended rules of this role.") var role: String?
        @OptionGroup var state: StateOptions

        func run() async throws {
            let arguments = JSONObject(given: ["id": id, "dataSource": source, "role": role])
            guard arguments.count == 1 else { throw Failure.usage("rule resume: give one of --id, --source and --role") }
            try await Terminal.run(state) { terminal in
                let answer = try await terminal.call("access_rules_resume", arguments, in: workspace)
                terminal.show(answer) { "resumed: \(($0["resumed"]?.array ?? []).map(\.description).joined(separator: ", "))" }
            }
        }
    }

    struct Explain: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "explain", abstract: "Show what a user may do with a collection, or why a statement would not run for them.",
            discussion: "Example: gatehouse rule explain main orders --user acme/ann --sql 'SELECT margin FROM orders'")
        @Argument(help: "The workspace's name.") var workspace: String
        @Argument(help: "The collection's name.") var collection: String?
        @Option(help: "ORGANIZATION/NAME of the user.") var user: String
        @Option(help: "The data source's name; main when absent.") var source: String?
        @Option(help: "A statement as for run_sql.") var sql: String?
        @OptionGroup var state: StateOptions

        func run() async throws {
            guard collection != nil || sql != nil else { throw Failure.usage("rule explain: name a collection, or a statement with --sql") }
            let arguments = JSONObject(given: ["resource": collection, "dataSource": source, "sql": sql])
            let name = try Terminal.user(user)
            try await Terminal.run(state) { terminal in
                let answer = try await terminal.call("access_rules_explain", arguments, in: workspace, as: name)
                terminal.show(answer, plain: Self.plain)
            }
        }

        private static func plain(_ answer: JSONValue) -> String {
            var lines = answer["explanation"]?.array ?? []
            if let runs = answer["runs"]?.bool {
                lines.append(runs ? "the statement runs as:" : "the statement does not run:")
                lines.append(answer[runs ? "sql" : "reason"] ?? .null)
                lines += answer["rulesApplied"]?.array ?? []
                for table in answer["tables"]?.array ?? [] {
                    lines += (table["explanation"]?.array ?? []).map { .string("\(table["name"]?.string ?? ""): \($0.string ?? "")") }
                }
            }
            return lines.compactMap(\.string).joined(separator: "\n")
        }
    }
}

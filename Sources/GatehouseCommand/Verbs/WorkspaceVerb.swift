import ArgumentParser
import Identity
import JSON
import Server
import Tools

struct WorkspaceVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "workspace", abstract: "The data sources, rules and members of a team.",
        discussion: "Example: gatehouse workspace add sales --organization acme",
        subcommands: [Add.self, Update.self, List.self, Stop.self, Start.self, Remove.self]
    )

    struct Add: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a workspace.")
        @Argument(help: "The workspace's name: a-z, digits, '-'.") var name: String
        @Option(help: "The organization that owns it.") var organization: String?
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            print(try await terminal.call("workspaces_add", JSONObject(given: ["name": name, "organization": organization])))
        }
    }

    struct Update: TerminalVerb {
        static let configuration = CommandConfiguration(
            commandName: "update", abstract: "Change a workspace's title, switch its MCP endpoint off or on, or set which roles apply together.",
            discussion: "Example: gatehouse workspace update sales --no-mcp")
        @Argument(help: "The workspace's name.") var name: String
        @Option(help: "A name for people.") var title: String?
        @Flag(inversion: .prefixedNo, help: "Whether it has an MCP endpoint.") var mcp: Bool?
        @Option(help: "default (one role at a time), allow-use-union (all, or the one of x-role) or only-use-union (always all).") var roleMode:
            String?
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            print(try await terminal.call("workspaces_update", JSONObject(given: ["name": name, "title": title, "mcp": mcp, "roleMode": roleMode])))
        }
    }

    struct List: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the workspaces of one organization, or of all.")
        @Option(help: "The organization.") var organization: String?
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            var printer = ListPrinter(["id", "name", "organization", "isStopped", "mcp"], json: terminal.json)
            for each in try await terminal.composition.domains.organizations.list() where organization == nil || organization == each.name.text {
                try await terminal.pages("workspaces_list", ["organization": .string(each.name.text)]) { page in
                    printer.add(
                        page.map { workspace in
                            var row = workspace.object ?? [:]
                            row["organization"] = .string(each.name.text)
                            return .object(row)
                        })
                }
            }
            printer.end()
        }
    }

    struct Stop: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "stop", abstract: "Refuse all calls on a workspace.")
        @Argument(help: "The workspace's name.") var name: String
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws { _ = try await terminal.call("workspaces_stop", ["name": .string(name)]) }
    }

    struct Start: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "start", abstract: "Serve a stopped workspace again.")
        @Argument(help: "The workspace's name.") var name: String
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws { _ = try await terminal.call("workspaces_start", ["name": .string(name)]) }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove a workspace with its members, rules and keys.")
        @Argument(help: "The workspace's name.") var name: String
        @Flag(help: "Do not ask.") var yes = false
        @OptionGroup var state: StateOptions

        func run() async throws {
            try Terminal.confirm(yes, "Remove workspace '\(name)'")
            try await Terminal.run(state) { terminal in _ = try await terminal.call("workspaces_remove", ["name": .string(name)]) }
        }
    }
}

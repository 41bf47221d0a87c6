import ArgumentParser
import JSON

struct MemberVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "member", abstract: "Who has which role in a workspace.",
        discussion: "Example: gatehouse member add sales acme/ann --role reader",
        subcommands: [Add.self, List.self, Remove.self]
    )

    struct Add: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "add", abstract: "Give someone a role in a workspace.")
        @Argument(help: "The workspace's name.") var workspace: String
        @Argument(help: "ORGANIZATION/NAME") var member: String
        @Option(help: "The role's name.") var role: String
        @Flag(help: "The member is an application.") var application = false
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            let arguments = JSONObject(given: ["member": member, "role": role, "kind": application ? "application" : "user"])
            _ = try await terminal.call("members_add", arguments, in: workspace)
        }
    }

    struct List: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the members of a workspace.")
        @Argument(help: "The workspace's name.") var workspace: String
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            try await terminal.list("members_list", in: workspace, ["member", "kind", "role", "by", "through"])
        }
    }

    struct Remove: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Take a role, or all roles, from a member.")
        @Argument(help: "The workspace's name.") var workspace: String
        @Argument(help: "ORGANIZATION/NAME") var member: String
        @Option(help: "The one role to take.") var role: String?
        @Flag(help: "The member is an application.") var application = false
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            let arguments = JSONObject(given: ["member": member, "kind": application ? "application" : "user", "role": role])
            _ = try await terminal.call("members_remove", arguments, in: workspace)
        }
    }
}

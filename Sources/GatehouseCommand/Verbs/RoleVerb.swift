import ArgumentParser
import Identity
import JSON
import SQL
import Server
import Store
import Tools

struct RoleVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "role", abstract: "Roles of an organization.", discussion: "Example: gatehouse role add acme/sales",
        subcommands: [Add.self, List.self, Remove.self]
    )

    struct Add: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a role; rules give it rights.")
        @Argument(help: "ORGANIZATION/ROLE") var role: String
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            let (name, organization) = try await terminal.organization(of: role, argument: "role")
            let made = try await terminal.change("role_add", "role/\(role)") {
                let domains = terminal.composition.domains
                let made = try await domains.roles.add(organization, name.name)
                try await PermissionCompiler.recompile(domains, in: organization, .within(.seconds(30))) { [role] in $0.roles.contains(role) }
                return made
            }
            terminal.show(["id": made.id.rawValue, "name": role]) { role }
        }
    }

    struct List: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the roles of one organization, or of all.")
        @Argument(help: "The organization's name.") var organization: String?
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            let roles = terminal.composition.domains.roles
            try await terminal.list(of: organization, ["name", "isEnabled"], { try await roles.list($0) }) { each, role in
                ["name": "\(each.name)/\(role.name)", "isEnabled": role.isEnabled]
            }
        }
    }

    struct Remove: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove a role that nobody has.")
        @Argument(help: "ORGANIZATION/ROLE") var role: String
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            let (name, organization) = try await terminal.organization(of: role, argument: "role")
            try await terminal.change("role_remove", "role/\(role)") {
                try await terminal.composition.domains.removeRole(organization, name.name, bound: try await terminal.bound())
            }
        }
    }
}

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
            let (organization, name) = try await resolve(role, terminal)
            let made = try await terminal.change("role_add", "role/\(role)") {
                let domains = terminal.composition.domains
                let made = try await domains.roles.add(organization, name)
                try await PermissionCompiler.recompile(domains, in: organization, .within(.seconds(30))) { [role] in $0.roles.contains(role) }
                return made
            }
            terminal.show(["id": .number(JSONNumber(made.id.rawValue)), "name": .string(role)]) { _ in role }
        }
    }

    struct List: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the roles of one organization, or of all.")
        @Argument(help: "The organization's name.") var organization: String?
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            let roles = terminal.composition.domains.roles
            try await terminal.list(of: organization, ["name", "isEnabled"], { try await roles.list($0) }) { each, role in
                ["name": .string("\(each.name)/\(role.name)"), "isEnabled": .bool(role.isEnabled)]
            }
        }
    }

    struct Remove: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove a role that nobody has.")
        @Argument(help: "ORGANIZATION/ROLE") var role: String
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            let (organization, name) = try await resolve(role, terminal)
            try await terminal.change("role_remove", "role/\(role)") {
                try await terminal.composition.domains.removeRole(organization, name, bound: try await terminal.bound())
            }
        }
    }

    private static func resolve(_ text: String, _ terminal: Terminal) async throws -> (OrganizationID, Name) {
        let name = try QualifiedName(parsing: text, argument: "role")
        return (try await terminal.composition.domains.organizations.find(name.organization).id, name.name)
    }
}

import ArgumentParser
import Identity
import JSON
import Server
import Store
import Tools

struct OrganizationVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "organization", abstract: "Tenants: users, applications and workspaces belong to one.",
        discussion: "Example: gatehouse organization add acme",
        subcommands: [Add.self, List.self, Remove.self]
    )

    struct Add: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "add", abstract: "Add an organization.")
        @Argument(help: "The organization's name.") var name: String
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            let parsed = try Name(parsing: name)
            let organization = try await terminal.change("organization_add", "organization/\(parsed)") {
                try await terminal.composition.domains.organizations.add(parsed)
            }
            terminal.show(["id": organization.id.rawValue, "name": organization.name.text]) { name }
        }
    }

    struct List: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List all organizations.")
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            let organizations = try await terminal.composition.domains.organizations.list()
            terminal.list(
                organizations.map { ["id": $0.id.rawValue, "name": $0.name.text, "displayName": $0.displayName] }, ["id", "name", "displayName"])
        }
    }

    struct Remove: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove an organization that has no users or workspaces.")
        @Argument(help: "The organization's name.") var name: String
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            let organizations = terminal.composition.domains.organizations
            let parsed = try Name(parsing: name)
            try await terminal.change("organization_remove", "organization/\(parsed)") {
                try await organizations.remove(try await organizations.find(parsed).id)
            }
        }
    }
}

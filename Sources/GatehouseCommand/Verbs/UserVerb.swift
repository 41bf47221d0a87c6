import ArgumentParser
import Identity
import JSON
import SQL
import Server
import Store
import Tools

struct UserVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: "People and service users of an organization.",
        discussion: "Example: echo 'a good password' | gatehouse user add acme/ann --password-stdin",
        subcommands: [Add.self, List.self, Disable.self, Enable.self]
    )

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a user.")
        @Argument(help: "ORGANIZATION/NAME") var user: String
        @Flag(help: "Administers its organization; in built-in, all of them.") var admin = false
        @Flag(name: .customLong("password-stdin"), help: "Read the password from standard input. Without it the user has none.") var passwordStdin =
            false
        @OptionGroup var state: StateOptions

        func run() async throws {
            let password = passwordStdin ? try Terminal.secretFromInput() : nil
            try await Terminal.run(state) { terminal in
                let domains = terminal.composition.domains
                let (name, organization) = try await terminal.organization(of: user, argument: "user")
                let made = try await terminal.change("user_add", "user/\(name)") {
                    let made = try await domains.users.add(organization, name.name, password: password, isAdministrator: admin)
                    try await PermissionCompiler.recompile(domains, in: organization, .within(.seconds(30))) { $0.users.contains("\(name)") }
                    return made
                }
                terminal.show(["id": made.id.rawValue, "name": user]) { user }
            }
        }
    }

    struct List: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the users of one organization, or of all.")
        @Argument(help: "The organization's name.") var organization: String?
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            let users = terminal.composition.domains.users
            try await terminal.list(of: organization, ["id", "name", "isAdmin", "isDisabled"], { try await users.list($0) }) { each, user in
                ["id": user.id.rawValue, "name": "\(each.name)/\(user.name)", "isAdmin": user.isAdministrator, "isDisabled": user.isDisabled]
            }
        }
    }

    struct Disable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "disable", abstract: "Refuse a user's credentials until it is enabled.")
        @Argument(help: "ORGANIZATION/NAME") var user: String
        @OptionGroup var state: StateOptions

        func run() async throws { try await change("user_disable", user, state) { try await $0.disable($1, $2) } }
    }

    struct Enable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "enable", abstract: "Accept a user's credentials again.")
        @Argument(help: "ORGANIZATION/NAME") var user: String
        @OptionGroup var state: StateOptions

        func run() async throws { try await change("user_enable", user, state) { try await $0.enable($1, $2) } }
    }

    private static func change(
        _ verb: String, _ user: String, _ state: StateOptions, _ body: (Users, OrganizationID, UserID) async throws -> Void
    ) async throws {
        try await Terminal.run(state) { terminal in
            let users = terminal.composition.domains.users
            let (name, organization) = try await terminal.organization(of: user, argument: "user")
            try await terminal.change(verb, "user/\(name)") {
                try await body(users, organization, try await users.find(organization, name.name).id)
            }
        }
    }
}

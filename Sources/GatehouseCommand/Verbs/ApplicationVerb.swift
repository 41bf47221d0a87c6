import Access
import ArgumentParser
import Identity
import JSON
import OAuth
import Server
import Store
import Tools

struct ApplicationVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "application", abstract: "OAuth clients of an organization.",
        discussion: "Example: gatehouse application add acme/bot --grant client_credentials --scopes 'read:record run:sql'",
        subcommands: [Add.self, List.self, Remove.self]
    )

    struct Add: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "add", abstract: "Add an application; its secret is shown only once.")
        @Argument(help: "ORGANIZATION/NAME") var application: String
        @Option(help: "client_credentials, authorization_code and refresh_token, separated by commas; the last two when absent.") var grant: String?
        @Option(help: "Where a person's browser is sent back to; may be given more than once.") var redirect: [String] = []
        @Option(help: "What it may do by its own credentials, separated by spaces; nothing when absent.") var scopes: String?
        @Flag(name: .customLong("public"), help: "A program on people's own machines: it has no secret.") var isPublic = false
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            let applications = terminal.composition.domains.applications
            let (name, organization) = try await terminal.organization(of: application, argument: "application")
            let bound = try await terminal.administratorBound()
            var change = ApplicationChange()
            if let grant { change.grantTypes = .set(grant.split(separator: ",").map(String.init)) }
            if !redirect.isEmpty { change.redirectURIs = .set(redirect) }
            if let scopes { change.scopes = .set(try ScopeNames(parsing: scopes).names.map { ApplicationScope(name: $0) }) }
            if isPublic { change.isPublic = .set(true) }
            let wanted = change
            let made = try await terminal.change("application_add", "application/\(name)") {
                try await applications.add(organization, name.name, wanted, bound: bound)
            }
            var result: JSONObject = ["client_id": .string(made.application.clientID)]
            if let secret = made.secret { result["client_secret"] = .string(secret.text) }
            // JSON even without --json, so that a script gets the id and the secret together.
            Terminal.announce(.object(result))
        }
    }

    struct List: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the applications of one organization, or of all.")
        @Argument(help: "The organization's name.") var organization: String?
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            let applications = terminal.composition.domains.applications
            let tableColumns = ["name", "clientId", "source", "grantTypes", "scopes", "isEnabled", "lastUsedAt"]
            try await terminal.list(of: organization, tableColumns, { try await applications.list($0) }) { organization, application in
                [
                    "name": "\(organization.name)/\(application.name)", "clientId": application.clientID, "source": application.source.rawValue,
                    "isPublic": application.isPublic, "grantTypes": application.grantTypes, "scopes": application.scopes.map(\.name),
                    "redirectUris": application.redirectURIs, "isEnabled": application.isEnabled, "lastUsedAt": application.lastUsedAt,
                ]
            }
        }
    }

    struct Remove: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove an application; its tokens end with it.")
        @Argument(help: "ORGANIZATION/NAME") var application: String
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            let applications = terminal.composition.domains.applications
            let (name, organization) = try await terminal.organization(of: application, argument: "application")
            let bound = try await terminal.administratorBound()
            try await terminal.change("application_remove", "application/\(name)") {
                try await applications.remove(organization, name.name, bound: bound)
            }
        }
    }
}

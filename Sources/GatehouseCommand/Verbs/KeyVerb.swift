import ArgumentParser
import Identity
import JSON
import Server
import Store
import Tools

struct KeyVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "API keys of users.",
        discussion: "Example: gatehouse key create --user built-in/admin --scopes 'read:record run:sql' --expires 30d",
        subcommands: [Create.self, List.self, Revoke.self]
    )

    struct Create: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "create", abstract: "Make a key and print it; it is shown only once.")
        @Option(help: "ORGANIZATION/NAME of the user it acts as.") var user: String
        @Option(help: "What the key is for.") var name = "command line"
        @Option(help: "The one workspace it opens; * for all of the user's.") var workspace = "*"
        @Option(help: "The one role it acts with.") var role: String?
        @Option(help: "Scopes separated by spaces; all scopes of the user when absent.") var scopes: String?
        @Option(help: "When it ends: 30d, or an RFC 3339 time.") var expires: String?
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            let arguments = JSONObject(given: [
                "name": name, "user": user, "workspace": workspace, "role": role, "scopes": scopes, "expires": expires,
            ])
            let answer = try await terminal.call("api_keys_create", arguments)
            terminal.show(answer) { $0["key"]?.string ?? "" }
        }
    }

    struct List: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the keys of one user, or of all.")
        @Option(help: "ORGANIZATION/NAME") var user: String?
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            let domains = terminal.composition.domains
            var rows: [Terminal.Row] = []
            for organization in try await domains.organizations.list() {
                for key in try await domains.keys.list(organization.id) {
                    let owner = "\(organization.name)/\(key.userName)"
                    guard user == nil || user == owner else { continue }
                    let limits = key.limits
                    rows.append([
                        "id": key.id.rawValue, "name": key.name, "user": owner, "prefix": key.prefix, "workspaceId": limits.workspace?.rawValue,
                        "role": limits.role?.text, "scopes": limits.scopeText, "expires": limits.expires, "lastUsedAt": key.lastUsedAt,
                        "revokedAt": key.revokedAt,
                    ])
                }
            }
            terminal.list(rows, ["id", "name", "user", "prefix", "expires", "lastUsedAt", "revokedAt"])
        }
    }

    struct Revoke: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "revoke", abstract: "End a key at once.")
        @Argument(help: "The key's id.") var id: Int64
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            let domains = terminal.composition.domains
            for organization in try await domains.organizations.list() {
                guard try await domains.keys.list(organization.id).contains(where: { $0.id.rawValue == id }) else { continue }
                _ = try await terminal.call("api_keys_revoke", JSONObject(given: ["id": id, "organization": organization.name.text]))
                return
            }
            throw Failure.failed("key \(id) does not exist")
        }
    }
}

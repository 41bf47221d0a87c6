import ArgumentParser
import JSON
import Store

struct SourceVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "source", abstract: "Databases that a workspace can reach.",
        discussion: """
            URLs: sqlite:///absolute/file, postgres://user@host:port/database?sslmode=verify-full, mysql://… and mariadb://… alike
            Example: echo "$PASSWORD" | gatehouse source add shop postgres://reader@db.example.org/shop --password-stdin
            """,
        subcommands: [Add.self, Update.self, List.self, Test.self, Remove.self]
    )

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "add", abstract: "Attach a database.")
        @Argument(help: "The source's name in the workspace.") var name: String
        @Argument(help: "The database's URL.") var url: String
        @Option(help: "The workspace.") var workspace: String?
        @Option(help: "run_sql refuses what the database expects to cost more (PostgreSQL: planner units; MySQL, MariaDB: examined rows).")
        var maxCost: Int64?
        @Flag(help: "Administrators of the workspace may create and change tables in it.") var allowSchemaChanges = false
        @Flag(name: .customLong("password-stdin"), help: "Read the password from standard input.") var passwordStdin = false
        @OptionGroup var state: StateOptions

        func run() async throws {
            let password = passwordStdin ? try Terminal.secretFromInput() : nil
            try await Terminal.run(state) { terminal in
                let arguments = JSONObject(given: [
                    "dataSource": name, "url": url, "password": password?.text, "maxCost": maxCost,
                    "allowSchemaChanges": allowSchemaChanges ? true : nil,
                ])
                let answer = try await terminal.callAndPrintName("data_sources_add", arguments, in: workspace)
                if answer["ok"]?.bool == false {
                    let reason = answer["reason"]?.string ?? "it cannot be reached"
                    Terminal.printError("warning: \(name) is attached, but does not answer: \(reason). Try again: gatehouse source test \(name)")
                }
            }
        }
    }

    struct Update: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "update", abstract: "Change the address, password or cost limit of a database; its rules stay.",
            discussion: "Example: gatehouse source update shop postgres://reader@db2.example.org/shop --password-stdin <secret")
        @Argument(help: "The source's name.") var name: String
        @Argument(help: "The database's new URL; the same when absent.") var url: String?
        @Option(help: "The workspace.") var workspace: String?
        @Option(help: "As for add; 0 for no limit.") var maxCost: Int64?
        @Flag(name: .customLong("password-stdin"), help: "Read the new password from standard input; needed when host, port or login change.")
        var passwordStdin = false
        @OptionGroup var state: StateOptions

        func run() async throws {
            let password = passwordStdin ? try Terminal.secretFromInput() : nil
            guard url != nil || password != nil || maxCost != nil else {
                throw Failure.usage("source update: give a URL, --password-stdin or --max-cost")
            }
            try await Terminal.run(state) { terminal in
                let arguments = JSONObject(given: ["dataSource": name, "url": url, "password": password?.text, "maxCost": maxCost])
                _ = try await terminal.callAndPrintName("data_sources_update", arguments, in: workspace)
            }
        }
    }

    struct List: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the databases of a workspace.")
        @Option(help: "The workspace.") var workspace: String?
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            try await terminal.list("data_sources_list", in: workspace, ["key", "displayName", "type", "url", "maxCost"])
        }
    }

    struct Test: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "test", abstract: "Connect to a database and print the result.")
        @Argument(help: "The source's name.") var name: String
        @Option(help: "The workspace.") var workspace: String?
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            let answer = try await terminal.call("data_sources_test", ["dataSource": .string(name)], in: workspace)
            terminal.show(answer) { $0["ok"]?.bool == true ? "ok" : $0["reason"]?.string ?? "failed" }
            guard answer["ok"]?.bool == true else { throw Failure.failed(answer["reason"]?.string ?? "the database cannot be reached") }
        }
    }

    struct Remove: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Detach a database; its data stay.")
        @Argument(help: "The source's name.") var name: String
        @Option(help: "The workspace.") var workspace: String?
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            _ = try await terminal.call("data_sources_remove", ["dataSource": .string(name)], in: workspace)
        }
    }
}

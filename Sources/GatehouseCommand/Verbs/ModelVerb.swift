import ArgumentParser
import JSON
import Store

struct ModelVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "model", abstract: "Language models that are asked where the built-in question engine does not answer.",
        discussion: """
            Interfaces: openai (POST URL/chat/completions), anthropic (POST URL/v1/messages)
            Example: gatehouse model add local http://127.0.0.1:11434/v1 qwen2.5-coder
            Example: gatehouse model add claude https://api.anthropic.com MODEL --interface anthropic --key-stdin <key
            """,
        subcommands: [Add.self, List.self, Test.self, Remove.self]
    )

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a model, or replace the one with this name.")
        @Argument(help: "The model's name in the workspace.") var name: String
        @Argument(help: "The base URL of its server's API.") var url: String
        @Argument(help: "The model's name at its server.") var model: String
        @Option(help: "openai or anthropic.") var interface = "openai"
        @Option(help: "The workspace.") var workspace: String?
        @Option(help: "Questions of one caller a day.") var dailyQuestions: Int64?
        @Option(help: "Tokens of one caller a day.") var dailyTokens: Int64?
        @Flag(name: .customLong("key-stdin"), help: "Read the API key from standard input.") var keyStdin = false
        @Flag(name: .customLong("default"), help: "Use it for questions that name no model.") var isDefault = false
        @Flag(name: .customLong("sees-values"), help: "Show it sample values of the data, within the asker's rights.") var seesValues = false
        @OptionGroup var state: StateOptions

        func run() async throws {
            let key = keyStdin ? try Terminal.secretFromInput() : Secret("")
            try await Terminal.run(state) { terminal in
                let arguments = JSONObject(given: [
                    "name": name, "url": url, "model": model, "interface": interface, "key": key.text, "seesValues": seesValues,
                    "isDefault": isDefault ? true : nil, "dailyTokens": dailyTokens, "dailyQuestions": dailyQuestions,
                ])
                _ = try await terminal.callAndPrintName("models_apply", arguments, in: workspace)
            }
        }
    }

    struct List: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the models of a workspace.")
        @Option(help: "The workspace.") var workspace: String?
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            try await terminal.list(
                "models_list", in: workspace, ["id", "name", "interface", "url", "model", "isDefault", "seesValues", "dailyQuestions"])
        }
    }

    struct Test: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "test", abstract: "Send a short request to a model.")
        @Argument(help: "The model's name.") var name: String
        @Option(help: "The workspace.") var workspace: String?
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            let answer = try await terminal.call("models_apply", ["name": .string(name), "action": "test"], in: workspace)
            guard answer["ok"]?.bool == true else { throw Failure.failed("\(name): \(answer["reason"]?.string ?? "no reply")") }
            print("\(name): ok")
        }
    }

    struct Remove: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove a model.")
        @Argument(help: "The model's name.") var name: String
        @Option(help: "The workspace.") var workspace: String?
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            _ = try await terminal.call("models_apply", ["name": .string(name), "action": "remove"], in: workspace)
        }
    }
}

import ArgumentParser
import JSON

struct AssistantVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "assistant", abstract: "Named settings for answering questions: data sources, a language model, instructions, a semantic layer.",
        discussion: """
            Example: gatehouse assistant apply sales --source shop --model claude --instructions "Amounts are in euros." --layer sales.yaml
            """,
        subcommands: [Apply.self, List.self, Remove.self])

    struct Apply: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "apply", abstract: "Add an assistant, or change one; what the options do not name stays.")
        @Argument(help: "The assistant's name in the workspace.") var name: String
        @Option(name: .customLong("source"), help: "A data source that its questions go to; may be repeated; all when absent.") var sources:
            [String] = []
        @Option(help: "The language model that is asked where the built-in engine does not answer; empty for the workspace's default.") var model:
            String?
        @Option(help: "Instructions for the language model, in addition to its task.") var instructions: String?
        @Option(help: "A YAML file: a semantic layer in place of the data source's own; empty to remove it.") var layer: String?
        @Option(help: "For people; the name when absent.") var title: String?
        @Option(help: "The workspace.") var workspace: String?
        @OptionGroup var state: StateOptions

        func run() async throws {
            let arguments = JSONObject(given: [
                "name": name, "sources": sources.isEmpty ? nil : sources, "model": model, "instructions": instructions, "title": title,
                "layer": try layer.map { $0.isEmpty ? "" : try Terminal.text(of: $0) },
            ])
            try await Terminal.run(state) { terminal in
                let answer = try await terminal.call("assistants_apply", arguments, in: workspace)
                print(JSONValue.object(["name": answer["name"] ?? .null]))
            }
        }
    }

    struct List: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the assistants of a workspace.")
        @Option(help: "The workspace.") var workspace: String?
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            try await terminal.list("assistants_list", in: workspace, ["name", "title", "sources", "model", "instructions"])
        }
    }

    struct Remove: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove an assistant.")
        @Argument(help: "The assistant's name.") var name: String
        @Option(help: "The workspace.") var workspace: String?
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            _ = try await terminal.call("assistants_apply", ["name": .string(name), "action": "remove"], in: workspace)
        }
    }
}

import ArgumentParser
import Foundation
import JSON

struct SemanticVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "semantic", abstract: "The words that people use for a data source: synonyms, measures, filters, metrics, terms.",
        discussion: "Example: gatehouse semantic draft shop shop.yaml; edit it; gatehouse semantic apply shop shop.yaml",
        subcommands: [Get.self, Draft.self, Check.self, Apply.self])

    struct Get: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "get", abstract: "Print the semantic layer of a data source.")
        @OptionGroup var layer: SemanticLayerOptions
        @Option(help: "An earlier version.") var version: Int?
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws { try await layer.print(["version": version], terminal) }
    }

    struct Draft: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "draft", abstract: "Print a draft that is made from the schema, for editing.")
        @OptionGroup var layer: SemanticLayerOptions
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws { try await layer.print(["draft": true], terminal) }
    }

    struct Check: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "check", abstract: "Print the mistakes in a file; exit code 3 if there are any.")
        @OptionGroup var layer: SemanticLayerOptions
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            let answer = try await layer.apply(["check": true], terminal)
            let problems = answer["problems"]?.array ?? []
            terminal.show(answer) { _ in problems.isEmpty ? "ok" : problems.map(Self.line).joined(separator: "\n") }
            guard problems.isEmpty else { throw Failure.problems("\(problems.count) problems") }
        }

        private static func line(_ problem: JSONValue) -> String {
            let line = problem["line"]?.int ?? 0
            return (line > 0 ? "line \(line): " : "") + (problem["reason"]?.string ?? "")
        }
    }

    struct Apply: TerminalVerb {
        static let configuration = CommandConfiguration(
            commandName: "apply", abstract: "Check a file, and put it into effect as the semantic layer of a data source.")
        @OptionGroup var layer: SemanticLayerOptions
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            terminal.show(try await layer.apply([:], terminal)) { "version \($0["version"] ?? .null)" }
        }
    }
}

/// The semantic layer that a verb concerns, and its file.
struct SemanticLayerOptions: ParsableArguments {
    @Argument(help: "The data source's name.") var source: String
    @Argument(help: "The YAML file; standard input or output when absent.") var file: String?
    @Option(help: "The workspace.") var workspace: String?

    /// Writes the layer from the tool's result to the file.
    func print(_ arguments: KeyValuePairs<String, (any OptionValue)?>, _ terminal: Terminal) async throws {
        let answer = try await call("semantic_get", arguments, terminal)
        guard let text = answer["content"]?.string else {
            throw Failure.failed("no semantic layer yet; gatehouse semantic draft makes one to begin with")
        }
        guard let file else { return terminal.show(answer) { _ in text.hasSuffix("\n") ? String(text.dropLast()) : text } }
        do { try Data(text.utf8).write(to: URL(fileURLWithPath: file)) } catch { throw Failure.failed("\(file) cannot be written") }
    }

    /// Passes the content of the file to the tool that applies it.
    func apply(_ arguments: KeyValuePairs<String, (any OptionValue)?>, _ terminal: Terminal) async throws -> JSONValue {
        let text = try Terminal.text(of: file)
        return try await call("semantic_apply", arguments, terminal, content: text)
    }

    private func call(
        _ tool: String, _ arguments: KeyValuePairs<String, (any OptionValue)?>, _ terminal: Terminal, content: String? = nil
    ) async throws -> JSONValue {
        let all: [(key: String, value: (any OptionValue)?)] = [("dataSource", source), ("content", content)] + Array(arguments)
        return try await terminal.call(tool, JSONObject(given: all), in: workspace)
    }
}

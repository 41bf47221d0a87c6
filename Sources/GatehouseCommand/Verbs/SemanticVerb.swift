import ArgumentParser
import Foundation
import JSON

struct SemanticVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "semantic", abstract: "The words that people use for a data source: synonyms, measures, filters, metrics, terms.",
        discussion: "Example: gatehouse semantic draft shop shop.yaml; edit it; gatehouse semantic apply shop shop.yaml",
        subcommands: [Get.self, Draft.self, Check.self, Apply.self])

    /// Which layer a verb is about.
    struct Layer: ParsableArguments {
        @Argument(help: "The data source's name.") var source: String
        @Option(help: "The workspace.") var workspace: String?

        var arguments: JSONObject { ["dataSource": .string(source)] }
    }

    struct Get: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "get", abstract: "Print the semantic layer of a data source.")
        @OptionGroup var layer: Layer
        @Argument(help: "Where to write it; standard output when absent.") var file: String?
        @Option(help: "An earlier version.") var version: Int?
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            var arguments = layer.arguments
            if let version { arguments["version"] = .number(JSONNumber(Int64(version))) }
            try await SemanticVerb.print(arguments, file, layer.workspace, terminal)
        }
    }

    struct Draft: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "draft", abstract: "Print a draft made of the schema, to be edited.")
        @OptionGroup var layer: Layer
        @Argument(help: "Where to write it; standard output when absent.") var file: String?
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            var arguments = layer.arguments
            arguments["draft"] = true
            try await SemanticVerb.print(arguments, file, layer.workspace, terminal)
        }
    }

    struct Check: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "check", abstract: "Say what is wrong in a file; exit code 3 when something is.")
        @OptionGroup var layer: Layer
        @Argument(help: "The YAML file; standard input when absent.") var file: String?
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            var arguments = layer.arguments
            arguments["content"] = .string(try SemanticVerb.text(of: file))
            arguments["check"] = true
            let answer = try await terminal.call("semantic_apply", arguments, in: layer.workspace)
            let problems = answer["problems"]?.array ?? []
            terminal.show(answer) { _ in problems.isEmpty ? "ok" : problems.map(SemanticVerb.line).joined(separator: "\n") }
            guard problems.isEmpty else { throw Failure.problems("\(problems.count) problems") }
        }
    }

    struct Apply: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "apply", abstract: "Make a file the semantic layer of a data source.")
        @OptionGroup var layer: Layer
        @Argument(help: "The YAML file; standard input when absent.") var file: String?
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            var arguments = layer.arguments
            arguments["content"] = .string(try SemanticVerb.text(of: file))
            let answer = try await terminal.call("semantic_apply", arguments, in: layer.workspace)
            terminal.show(answer) { "version \($0["version"] ?? .null)" }
        }
    }

    private static func line(_ problem: JSONValue) -> String {
        let line = problem["line"]?.int ?? 0
        return (line > 0 ? "line \(line): " : "") + (problem["reason"]?.string ?? "")
    }

    private static func text(of file: String?) throws -> String {
        do {
            let data = try file.map { try Data(contentsOf: URL(fileURLWithPath: $0)) } ?? FileHandle.standardInput.readToEnd() ?? Data()
            return String(decoding: data, as: UTF8.self)
        } catch {
            throw Failure.failed("\(file ?? "standard input") cannot be read")
        }
    }

    private static func print(_ arguments: JSONObject, _ file: String?, _ workspace: String?, _ terminal: Terminal) async throws {
        let answer = try await terminal.call("semantic_get", arguments, in: workspace)
        guard let text = answer["content"]?.string else {
            throw Failure.failed("no semantic layer yet; gatehouse semantic draft makes one to begin with")
        }
        guard let file else { return terminal.show(answer) { _ in text.hasSuffix("\n") ? String(text.dropLast()) : text } }
        do { try Data(text.utf8).write(to: URL(fileURLWithPath: file)) } catch { throw Failure.failed("\(file) cannot be written") }
    }
}

import Access
import Ask
import Catalog
import JSON
import SQLSyntax

/// `semantic_apply`: sets the words that people use for a data source.
struct ApplySemanticLayer: Tool {
    struct Input: ToolArguments {
        var source = DataSource.mainName
        var content = ""
        var version: Int?
        var checks = false
    }

    let domains: Domains

    let name = "semantic_apply"
    let access = ToolAccess(.ai, scope: .one(.write(.source)), audience: .workspaceAdministrators, effect: .writes, secrets: .none)
    let isIdempotent = true
    let title = "Apply a semantic layer"
    let description = "Replaces the semantic layer of a data source as a whole, after a check against its schema. Begin with semantic_get draft."
    let arguments: [Argument<Input>] = [
        Argument.text("dataSource", \.source, "main when absent.").naming("semantic", orElse: DataSource.mainName),
        .text("content", \.content, "YAML, as semantic_get gives it.").required,
        .integer("version", \.version, in: 0...Int64(Int32.max), "The version to replace, 0 for none; any when absent."),
        .flag("check", \.checks, "Only tells what is wrong; nothing is changed."),
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let workspace = call.caller.workspace.id
        let contents = try await domains.catalog.contents(of: input.source, in: workspace, call.bounds)
        let tables = TableOutline.all(of: contents)
        let (layer, written) = SemanticReader.read(input.content)
        let problems = written.isEmpty ? SemanticCheck.problems(layer, tables: tables, in: contents.dialect) : written
        guard !input.checks else { return Self.outcome(input.source, nil, problems) }
        guard problems.isEmpty else {
            throw Refusal(.invalidArgument, "content: " + problems.prefix(10).map(\.description).joined(separator: "\n"))
        }
        let current = try await domains.semantics.version(nil, of: input.source, in: workspace)
        if let current, current.text == input.content, input.version.map({ Int64($0) == current.number }) ?? true {
            return Self.outcome(input.source, current.number, [])
        }
        let version = try await domains.semantics.apply(
            input.content, to: input.source, in: workspace, by: call.caller.userLabel ?? call.caller.label, replacing: input.version.map(Int64.init))
        return Self.outcome(input.source, version, [], changed: 1)
    }

    private static func outcome(_ source: String, _ version: Int64?, _ problems: [SemanticProblem], changed: Int = 0) -> ToolOutcome {
        .object(changed: changed, objects: ["semantic/\(source)"]) { writer in
            writer.member("dataSource", source)
            writer.member("version", version)
            writer.member("valid", problems.isEmpty)
            writer.member("problems", problems) { writer, problem in
                writer.member("line", problem.line)
                writer.member("reason", problem.reason)
            }
        }
    }
}

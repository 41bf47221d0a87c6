package import Access
import Ask
package import JSON
package import MCP

/// A tool without its generic type, as lists, checks and documentation use it.
package final class ToolDefinition: Sendable {
    package typealias Effect = ToolEffect
    package typealias Choice = ToolScope.Choice

    /// An argument that names an object, and its form in the audit log: `key/12`, `member/acme/ann`.
    package struct Subject: Hashable, Sendable {
        /// Empty for the name alone.
        package let kind: String
        package let argument: String
        /// The argument that names the object's data source; the name is then `main/orders`.
        package let source: String?
        /// The value for an absent argument.
        package let fallback: String?

        package init(kind: String = "", argument: String, in source: String? = nil, fallback: String? = nil) {
            self.kind = kind
            self.argument = argument
            self.source = source
            self.fallback = fallback
        }
    }

    package let permit: ToolPermit
    /// Other names that clients of compatible servers use for it, with the arguments that each name implies; authorized as this tool.
    package let aliases: [String: JSONObject]
    package let title: String
    package let description: String
    package let annotations: ToolAnnotations
    /// The JSON Schemas of the arguments, by name.
    package let properties: JSONObject
    package let required: [String]
    /// Shorter schemas for `tools/list`, by name.
    let listedProperties: JSONObject
    /// Names of arguments by their former names.
    let formerNames: [String: String]
    /// Forms of arguments that can be parsed from text.
    private let forms: [String: InputForm]
    /// The argument whose value decides the scope; nil when every call needs the permit's one scope.
    package let choice: (argument: String, choices: [Choice])?
    package let effect: Effect
    /// The objects of a call for the audit log, as known before it runs.
    package let subjects: [Subject]
    package let showsSecret: Bool
    package let length: ToolLength
    /// Whether a call runs on the pool of all tasks, even if its request arrived on an event loop.
    let needsPool: Bool
    let patience: Duration?
    package let logsIntent: Bool
    package let showsRows: Bool
    /// Arguments that the same tool of other servers accepts and this one does not, with what to do instead.
    let unserved: [String: String]
    /// Arguments that clients send by habit, each with a value that has no effect: such a pair counts as absent.
    let habits: JSONObject
    let tellsStatus: Bool
    /// The values that null stands for, by name of the optional argument; nil for an absent argument. Empty in tools that refuse null.
    let nullValues: [String: JSONValue?]
    /// Whether a call with these arguments can destroy something, if the annotations say that some can.
    let mayDestroy: @Sendable (JSONObject) -> Bool
    /// The principal that a call runs as, by its arguments.
    let principal: @Sendable (JSONObject, RequestPrincipal) async throws -> RequestPrincipal
    /// The language of a call's refusals, by its arguments.
    let language: @Sendable (JSONObject) -> QuestionLanguage
    package let run: @Sendable (Grant, JSONObject, ToolContext) async throws -> ToolOutcome

    package var name: String { permit.name }

    /// The definition of a tool that is a type.
    init<T: Tool>(_ tool: T) {
        let (arguments, access) = (tool.arguments, tool.access)
        let byName = Dictionary(arguments.map { ($0.name, $0) }) { first, _ in first }
        let scopes: [Scope]
        var choice: (argument: String, choices: [Choice])?
        switch access.scope {
        case .one(let scope): scopes = [scope]
        case .any: scopes = Scope.all
        case .byValue(let argument, let choices):
            scopes = choices.map(\.scope).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
            choice = (argument, choices)
        }
        permit = ToolPermit(name: tool.name, package: access.package, scopes: scopes, audience: access.audience)
        title = tool.title
        description = tool.description
        annotations = ToolAnnotations(
            readOnlyHint: access.effect == .reads, destructiveHint: access.effect == .writes && tool.destroys,
            idempotentHint: access.effect == .reads || tool.isIdempotent, openWorldHint: tool.reachesOutside)
        properties = JSONObject(arguments.map { ($0.name, $0.schema) })
        required = arguments.filter(\.isRequired).map(\.name)
        listedProperties = JSONObject(arguments.compactMap { argument in argument.listedSchema.map { (argument.name, $0) } })
        formerNames = Dictionary(arguments.compactMap { argument in argument.formerName.map { ($0, argument.name) } }) { first, _ in first }
        forms = Dictionary(arguments.map { ($0.name, InputForm($0.schema)) }) { first, _ in first }.filter { $0.value != .any }
        aliases = tool.aliases
        self.choice = choice
        effect = access.effect
        subjects = arguments.compactMap(\.subject)
        unserved = tool.unserved
        habits = tool.habits
        showsSecret = [.shown, .shownAndSet].contains(access.secrets)
        length = tool.length
        needsPool = tool.length == .long && !tool.leavesItsThread
        patience = tool.patience
        logsIntent = tool.logsIntent
        showsRows = tool.showsRows
        tellsStatus = tool.tellsStatus
        let nullable = tool.acceptsNull ? arguments.filter { !$0.isRequired } : []
        nullValues = Dictionary(nullable.map { ($0.name, $0.nullValue) }) { first, _ in first }
        mayDestroy = { tool.mayDestroy($0) }
        principal = { try await tool.principal(for: $0, of: $1) }
        language = { tool.language(for: $0) }
        let stores = byName.mapValues(\.store)
        run = { grant, given, context in
            var input = T.Input()
            for (name, value) in given where !value.isNull { try stores[name]?(value, &input) }
            return try await tool.run(input, ToolCall(grant: grant, context: context, arguments: given))
        }
    }

    /// The arguments of a call with the schema's names and types: with the arguments that an alias implies, without pairs that have no
    /// effect, with current names, without null where it counts as absent, and parsed from text where the form leaves no doubt.
    func settled(_ given: JSONObject, preset: JSONObject) -> JSONObject {
        var arguments = given
        for (name, value) in preset { arguments[name] = value }
        for (name, value) in habits {
            guard let own = arguments[name], own == value else { continue }
            arguments[name] = nil
        }
        for (former, name) in formerNames {
            guard let value = arguments[former], arguments[name].map({ $0.isNull || $0 == value }) ?? true else { continue }
            arguments[former] = nil
            arguments[name] = value
        }
        arguments = withoutNulls(arguments)
        for (name, value) in arguments {
            if value.mayBeReadAnew, let form = forms[name] { arguments[name] = form.read(value) }
        }
        return arguments
    }

    /// The arguments without null where the tool accepts it.
    func withoutNulls(_ given: JSONObject) -> JSONObject {
        guard !nullValues.isEmpty else { return given }
        var arguments = given
        for (name, value) in given where value.isNull {
            if let meaning = nullValues[name] { arguments[name] = meaning }
        }
        return arguments
    }

    /// The scope and the effect of one call. An unknown choice needs the first scope, and the schema refuses it.
    func demand(of arguments: JSONObject, by caller: Caller) -> (scope: Scope, effect: Effect) {
        if permit.takesAnyScope { return (permit.scopes.first(where: caller.scopes.contains) ?? permit.scopes[0], effect) }
        guard let choice, let value = arguments[choice.argument]?.string, let chosen = choice.choices.first(where: { $0.value == value }) else {
            return (permit.scopes[0], choice == nil ? effect : .reads)
        }
        return (chosen.scope, chosen.effect)
    }

    /// The schema of the arguments, with only the choices that one of the scopes permits.
    package func inputSchema(usable scopes: [Scope]) -> JSONValue {
        var schema = schema(properties, usable: scopes)
        schema["additionalProperties"] = false
        return .object(schema)
    }

    /// The same schema for `tools/list`: as short as possible with all arguments.
    package func listedSchema(usable scopes: [Scope]) -> JSONValue {
        var listed = properties
        for (name, short) in listedProperties { listed[name] = short }
        return .object(schema(JSONObject(listed.map { ($0.key, $0.value.shortSchema(of: $0.key)) }), usable: scopes))
    }

    private func schema(_ properties: JSONObject, usable scopes: [Scope]) -> JSONObject {
        var properties = properties
        if let choice, var property = properties[choice.argument]?.object {
            property["enum"] = .array(choice.choices.filter { scopes.contains($0.scope) }.map { .string($0.value) })
            properties[choice.argument] = .object(property)
        }
        var schema: JSONObject = ["type": "object", "properties": .object(properties)]
        if !required.isEmpty { schema["required"] = .array(required.map(JSONValue.string)) }
        return schema
    }
}

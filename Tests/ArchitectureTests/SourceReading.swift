/// A verb of the command line as its source text declares it.
struct Verb {
    let name: String
    /// The verbs below it, in order.
    let inner: [String]
    /// Names of its options and flags, without the dashes.
    let options: Set<String>

    /// In the order of `gatehouse --help`.
    static func all() throws -> [Verb] {
        try types(in: Repository.text("Sources/GatehouseCommand/Gatehouse.swift")).map { type in
            let text = try Repository.text("Sources/GatehouseCommand/Verbs/\(type).swift")
            let name = text.firstMatch(of: /commandName: "([\w-]+)"/).map { String($0.1) } ?? type.lowercased()
            let declared = text + (text.contains("ServeOptions") ? try Repository.text("Sources/GatehouseCommand/Options/ServeOptions.swift") : "")
            // `check` shares the options of `serve`, which are documented there.
            return Verb(name: name, inner: types(in: text).map { $0.lowercased() }, options: options(in: name == "check" ? text : declared))
        }
    }

    private static func types(in text: String) -> [String] {
        guard let list = text.firstMatch(of: /subcommands: \[([^\]]*)\]/) else { return [] }
        return list.1.matches(of: /(\w+)\.self/).map { String($0.1) }
    }

    private static func options(in text: String) -> Set<String> {
        let declared = text.matches(of: /@(?:Option|Flag)\((?:name: \.customLong\("([\w-]+)"\))?[^\n]*\)\s+var (\w+)/)
        return Set(declared.map { $0.1.map(String.init) ?? dashed(String($0.2)) })
    }

    /// `maxCost` as it is typed: `max-cost`.
    private static func dashed(_ name: String) -> String {
        name.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
    }
}

/// The codes of every type of error, read from the sources, so that a new one is found.
enum ErrorCodes {
    static func all() throws -> [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        for file in try Repository.swiftFiles(under: "Sources") {
            let text = try Repository.text(file)
            // The expression is slow where it finds nothing.
            guard text.holds(" Code: ") else { continue }
            for type in text.matches(
                of:
                    /(?:struct|enum) (\w+): (?:Error|[\w, ]*\bError)\b[^{]*\{\s*(?:\/\/\/[^\n]*\n\s*)*(?:package |public )?(enum|struct) Code\b[^{]*\{(.*?)\n    \}/
                    .dotMatchesNewlines())
            {
                let body = String(type.3)
                found[String(type.1)] = type.2 == "enum" ? cases(body) : numbers(body)
            }
        }
        return found
    }

    /// `case notFound = "not_found"`, `case conflict, other`.
    private static func cases(_ body: String) -> Set<String> {
        Set(
            body.matches(of: /(?m)^\s*case ([^\n]+)$/).flatMap { line in
                line.1.split(separator: ",").map { item in
                    item.firstMatch(of: /"(.+)"/).map { String($0.1) } ?? String(item).trimmed
                }
            })
    }

    /// `Code(rawValue: -32700)`.
    private static func numbers(_ body: String) -> Set<String> { Set(body.matches(of: /Code\(rawValue: (-\d+)\)/).map { String($0.1) }) }
}

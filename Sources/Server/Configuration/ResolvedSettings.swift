import FoundationEssentials

/// The text of every setting and its origin: flag, environment, file or default.
package struct ResolvedSettings: Sendable {
    package enum Origin: Hashable, Sendable, CustomStringConvertible {
        case flag, environment(String), file(String), fallback

        package var description: String {
            switch self {
            case .flag: "flag"
            case .environment(let name): "environment \(name)"
            case .file(let path): "file \(path)"
            case .fallback: "default"
            }
        }
    }

    package struct Value: Hashable, Sendable {
        package let text: String
        package let origin: Origin
    }

    package private(set) var values: [SettingKey: Value] = [:]

    /// - Parameters:
    ///   - flags: the values on the command line.
    ///   - environment: all variables. A variable that begins with `GATEHOUSE_` must belong to a setting.
    ///   - file: path of a TOML file.
    package init(flags: [SettingKey: String], environment: [String: String], file: String?) throws(SettingsError) {
        let fileValues = if let file { try ConfigurationFile.read(file) } else { [SettingKey: String]() }
        try Self.refuseUnknown(environment)
        for key in SettingKey.allCases {
            if let text = flags[key] {
                values[key] = Value(text: text, origin: .flag)
            } else if let value = try Self.fromEnvironment(key, environment) {
                values[key] = value
            } else if let text = fileValues[key], let file {
                values[key] = Value(text: text, origin: .file(file))
            } else if let text = key.fallback {
                values[key] = Value(text: text, origin: .fallback)
            }
        }
    }

    private static func fromEnvironment(_ key: SettingKey, _ environment: [String: String]) throws(SettingsError) -> Value? {
        if let text = environment[key.environment] { return Value(text: text, origin: .environment(key.environment)) }
        let name = key.environment + "_FILE"
        guard key.isSecret, let path = environment[name] else { return nil }
        guard let data = try? Data(contentsOf: URL(filePath: path)),  // the cause does not matter: an unreadable file cannot be used
            let text = String(validating: data, as: UTF8.self)
        else {
            throw SettingsError("\(name): cannot read the file it names")
        }
        return Value(text: text.trimmingSuffix(while: \.isNewline), origin: .environment(name))
    }

    /// Variables of the command-line clients. They are not settings.
    static let otherVariables: Set<String> = ["GATEHOUSE_API_KEY", "GATEHOUSE_CONFIG"]

    private static func refuseUnknown(_ environment: [String: String]) throws(SettingsError) {
        let known = Set(SettingKey.allCases.map(\.environment))
        let files = Set(SettingKey.allCases.filter(\.isSecret).map { $0.environment + "_FILE" })
        let tooling: Set<String> = ["GATEHOUSE_CACHE", "GATEHOUSE_SCRATCH", "GATEHOUSE_BINARY", "GATEHOUSE_RECORD"]
        for name in environment.keys.sorted() where name.hasPrefix("GATEHOUSE_") {
            guard known.contains(name) || files.contains(name) || otherVariables.contains(name) || tooling.contains(name) else {
                throw SettingsError("environment \(name): no such setting; see docs/configuration.md")
            }
        }
    }
}

extension String {
    fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> String {
        var out = self[...]
        while let last = out.last, predicate(last) { out.removeLast() }
        return String(out)
    }
}

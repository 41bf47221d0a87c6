package import JSON

/// The findings of `check`.
package struct CheckReport: Sendable {
    package struct Setting: Sendable {
        package let name: String
        package let value: String
        package let origin: String
    }

    package internal(set) var settings: [Setting] = []
    /// A problem that must be fixed.
    package internal(set) var problems: [String] = []
    /// A problem that should be fixed.
    package internal(set) var warnings: [String] = []
    /// Number of data source logins that can do more than read and write rows. Each has its own warnings.
    package internal(set) var dangerousLogins = 0

    /// - Parameter resolved: all settings. Secrets are hidden.
    package init(_ resolved: ResolvedSettings) {
        settings = SettingKey.allCases.compactMap { key in
            resolved.values[key].map { Setting(name: key.rawValue, value: key.isSecret ? "(hidden)" : $0.text, origin: "\($0.origin)") }
        }
    }

    /// The report for a state that cannot be opened.
    package init(_ resolved: ResolvedSettings, unusable reason: String) {
        self.init(resolved)
        problems = [reason]
    }

    package var json: JSONValue {
        [
            "settings": .array(settings.map { ["name": .string($0.name), "value": .string($0.value), "origin": .string($0.origin)] }),
            "problems": .array(problems.map(JSONValue.string)), "warnings": .array(warnings.map(JSONValue.string)),
        ]
    }
}

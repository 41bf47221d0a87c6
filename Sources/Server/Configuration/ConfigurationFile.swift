import FoundationEssentials
import TOMLKit

/// The TOML file of settings: `port = 8080`, `[quota]` `application = 5`, lists as arrays. The error for an unknown key or a wrong type
/// names the key.
enum ConfigurationFile {
    static func read(_ path: String) throws(SettingsError) -> [SettingKey: String] {
        // The cause does not matter: an unreadable file cannot be used.
        guard let data = try? Data(contentsOf: URL(filePath: path)), let text = String(validating: data, as: UTF8.self) else {
            throw SettingsError("configuration file \(path): cannot be read")
        }
        do {
            return try parse(text, path: path)
        } catch let error as TOMLParseError {
            throw SettingsError("configuration file \(path), line \(error.source.begin.line): \(error.description)")
        } catch let error as SettingsError {
            throw error
        } catch {
            throw SettingsError("configuration file \(path): cannot be read as TOML")
        }
    }

    private static func parse(_ text: String, path: String) throws -> [SettingKey: String] {
        var found: [SettingKey: String] = [:]
        func walk(_ table: TOMLTable, under prefix: String) throws {
            for name in table.keys {
                guard let value = table[name] else { continue }
                let key = prefix + name
                if let inner = value.table {
                    try walk(inner, under: key + ".")
                    continue
                }
                guard let setting = SettingKey(rawValue: key) else {
                    throw SettingsError("configuration file \(path): key '\(key)' is not a setting; see docs/configuration.md")
                }
                found[setting] = try self.text(of: value, key: key, path: path)
            }
        }
        try walk(try TOMLTable(string: text), under: "")
        return found
    }

    private static func text(of value: any TOMLValueConvertible, key: String, path: String) throws(SettingsError) -> String {
        if let text = value.string { return text }
        if let number = value.int { return String(number) }
        if let flag = value.bool { return flag ? "true" : "false" }
        if let list = value.array {
            let texts = list.compactMap(\.string)
            if texts.count == list.count { return texts.joined(separator: ",") }
        }
        throw SettingsError("configuration file \(path): key '\(key)' expects text, a whole number, true, false or a list of texts")
    }
}

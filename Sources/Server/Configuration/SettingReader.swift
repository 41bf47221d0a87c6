import Identity
import Outbound
import SQL
import SQLSyntax
import Tools

/// Converts the texts of settings to values. An error names the setting, the origin of its text and the expected format.
struct SettingReader {
    private let resolved: ResolvedSettings

    init(_ resolved: ResolvedSettings) { self.resolved = resolved }

    /// The text. Nil if absent or empty.
    func text(_ key: SettingKey) -> String? {
        guard let text = resolved.values[key]?.text, !text.isEmpty else { return nil }
        return text
    }

    func list(_ key: SettingKey) -> [String] {
        (text(key) ?? "").split(separator: ",").map { item in
            String(item.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        }.filter { !$0.isEmpty }
    }

    func int(_ key: SettingKey, in range: ClosedRange<Int>) throws(SettingsError) -> Int {
        guard let number = text(key).flatMap({ Int($0) }), range.contains(number) else {
            throw wrong(key, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func port(_ key: SettingKey) throws(SettingsError) -> Int { try int(key, in: 0...65_535) }

    func bool(_ key: SettingKey) throws(SettingsError) -> Bool {
        switch text(key) {
        case "true": true
        case "false": false
        default: throw wrong(key, "true or false")
        }
    }

    func word<Word: RawRepresentable & CaseIterable>(_ key: SettingKey) throws(SettingsError) -> Word where Word.RawValue == String {
        guard let word = text(key).flatMap({ Word(rawValue: $0) }) else {
            throw wrong(key, "one of " + Word.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return word
    }

    /// A duration: `30s`, `500ms`, `2m`, `1h`, `30d`.
    func duration(_ key: SettingKey, atLeast least: Duration? = nil) throws(SettingsError) -> Duration {
        guard let duration = text(key).flatMap({ Duration(words: $0) }), duration > .zero, duration >= least ?? .zero else {
            throw wrong(key, "a duration such as 30s, 2m or 1h\(least.map { ", at least \($0.components.seconds)s" } ?? "")")
        }
        return duration
    }

    /// The scheme, host and port of an http or https URL.
    func origin(_ key: SettingKey) throws(SettingsError) -> String? {
        guard var text = text(key) else { return nil }
        if text.hasSuffix("/") { text.removeLast() }
        let schemes = ["https://", "http://"]
        guard let scheme = schemes.first(where: text.hasPrefix), !text.dropFirst(scheme.count).contains(where: { "/?#@ ".contains($0) }),
            text.count > scheme.count
        else {
            throw wrong(key, "an origin such as https://gate.example.org, without a path")
        }
        return text.lowercased()
    }

    /// An origin with an optional path, without a trailing slash.
    func webURL(_ key: SettingKey) throws(SettingsError) -> String? {
        guard var text = text(key) else { return nil }
        if text.hasSuffix("/") { text.removeLast() }
        guard let scheme = ["https://", "http://"].first(where: text.lowercased().hasPrefix), text.count > scheme.count,
            !text.dropFirst(scheme.count).hasPrefix("/"), !text.dropFirst(scheme.count).contains(where: { "?#@ ".contains($0) })
        else { throw wrong(key, "a URL such as https://gate.example.org/questions") }
        let rest = text.dropFirst(scheme.count)
        let host = rest.prefix { $0 != "/" }
        return scheme + host.lowercased() + rest.dropFirst(host.count)
    }

    func password(_ key: SettingKey) throws(SettingsError) -> String? {
        guard let text = text(key) else { return nil }
        let length = PasswordHasher.acceptedLength
        guard length.contains(text.utf8.count) else { throw wrong(key, "\(length.lowerBound) to \(length.upperBound) bytes") }
        return text
    }

    /// The collector of traces: an http or https URL, whose path defaults to that of traces, and header fields.
    func collector(_ key: SettingKey, headers: SettingKey) throws(SettingsError) -> SpanExporter.Collector? {
        guard let text = text(key) else { return nil }
        let expected = "the URL of a collector such as http://localhost:4318"
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix), !text.contains(where: { "?#@ ".contains($0) }) else {
            throw wrong(key, expected)
        }
        let rest = text.dropFirst(scheme.count)
        guard let first = rest.first, first != "/" else { throw wrong(key, expected) }
        var fields: [String: String] = [:]
        for pair in list(headers) {
            let sides = pair.split(separator: "=", maxSplits: 1)
            guard sides.count == 2, pair.utf8.allSatisfy({ $0 < 0x7F }),
                OutboundRequest.isValidHeader(name: String(sides[0]), value: String(sides[1]))
            else {
                throw wrong(headers, "name=value, separated by commas")
            }
            fields[sides[0].lowercased()] = String(sides[1])
        }
        let bare = text.hasSuffix("/") ? String(text.dropLast()) : text
        let collector = SpanExporter.Collector(url: bare.hasSuffix("/v1/traces") ? bare : bare + "/v1/traces", headers: fields)
        do throws(OutboundError) { try collector.client.check(collector.url) } catch { throw wrong(key, expected + " (\(error.reason))") }
        return collector
    }

    func ranges(_ key: SettingKey) throws(SettingsError) -> [AddressRange] {
        var ranges: [AddressRange] = []
        for item in list(key) {
            guard let range = AddressRange(item) else { throw wrong(key, "addresses or CIDR ranges such as 10.0.0.0/8, separated by commas") }
            ranges.append(range)
        }
        return ranges
    }

    func databaseURL(_ key: SettingKey) throws(SettingsError) -> DatabaseURL? {
        guard let text = text(key) else { return nil }
        // The parser's error is dropped, because it could contain the password.
        guard let url = try? DatabaseURL(parsing: text), url.dialect == .postgresql else {
            throw wrong(key, "a URL postgres://user:password@host/database")
        }
        guard url.user != nil else { throw wrong(key, "a URL that names the user, postgres://user@host/database") }
        return url
    }

    private func wrong(_ key: SettingKey, _ expected: String) -> SettingsError {
        guard let value = resolved.values[key] else { return SettingsError("setting \(key.rawValue): missing (expected \(expected))") }
        let found = key.isSecret ? "" : ", found '\(value.text)'"
        return SettingsError("setting \(key.rawValue) (\(value.origin)): expected \(expected)\(found)")
    }
}

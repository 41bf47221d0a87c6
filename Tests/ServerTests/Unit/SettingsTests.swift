import Foundation
import GatehouseTesting
import Identity
import Server
import Testing

@Suite("Settings")
struct SettingsTests {
    private static func settings(
        _ flags: [SettingKey: String] = [:], environment: [String: String] = [:], file: String? = nil
    ) throws(SettingsError) -> Settings { try Settings(try ResolvedSettings(flags: flags, environment: environment, file: file)) }

    private static func file(_ text: String, in directory: TemporaryDirectory) throws -> String {
        let path = directory.path(of: "gatehouse.toml")
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    @Test("absent settings have their documented defaults")
    func defaults() throws {
        let settings = try Self.settings()
        #expect(settings.data == "gatehouse-data" && settings.host == "127.0.0.1" && settings.port == 8080 && settings.askPort == 8001)
        #expect(settings.anonymousDiscovery && !settings.demo && settings.callTimeout == .seconds(30) && settings.logLevel == .info)
        #expect(settings.publicURL == nil && settings.tls == nil && settings.trustedProxies.isEmpty && settings.allowedOrigins.isEmpty)
        #expect(settings.allowedHosts.isEmpty && settings.sourceRoot == nil && settings.adminPassword == nil && settings.database == nil)
    }

    @Test("a flag beats the environment, the environment beats the file, the file beats the default")
    func precedence() throws {
        let directory = try TemporaryDirectory()
        let path = try Self.file("port = 4\ndemo = true\ncall_timeout = \"4s\"\nlog_level = \"error\"\n", in: directory)
        let environment = ["GATEHOUSE_PORT": "3", "GATEHOUSE_DEMO": "false", "GATEHOUSE_CALL_TIMEOUT": "3s"]
        let resolved = try ResolvedSettings(flags: [.port: "2"], environment: environment, file: path)
        let settings = try Settings(resolved)
        #expect(
            settings.port == 2 && !settings.demo && settings.callTimeout == .seconds(3) && settings.logLevel == .error && settings.askPort == 8001)
        let origins = [SettingKey.port, .demo, .logLevel, .askPort].map { resolved.values[$0].map { "\($0.origin)" } }
        #expect(origins == ["flag", "environment GATEHOUSE_DEMO", "file \(path)", "default"])
    }

    @Test("I07 an unknown key of the file or the environment is refused by its name")
    func unknownKeys() throws {
        let directory = try TemporaryDirectory()
        for (text, key) in [("prot = 1", "'prot'"), ("[quota]\nusers = 1", "'quota.users'"), ("[tls]\nkey = \"x\"", "'tls.key'")] {
            let path = try Self.file(text, in: directory)
            let error = #expect(throws: SettingsError.self) { try Self.settings(file: path) }
            #expect(error?.reason.contains(key) == true && error?.reason.contains(path) == true)
        }
        let error = #expect(throws: SettingsError.self) { try Self.settings(environment: ["GATEHOUSE_PROT": "1"]) }
        #expect(error?.reason == "environment GATEHOUSE_PROT: no such setting; see docs/configuration.md")
        #expect(throws: SettingsError.self) { try Self.settings(environment: ["GATEHOUSE_PORT_FILE": "/x"]) }
        #expect(try Self.settings(environment: ["HOME": "/", "GATEHOUSE_API_KEY": "gths_x"]).port == 8080)
    }

    @Test("I07 a file that is not TOML is refused with the line, and a missing one with its path")
    func damagedFile() throws {
        let directory = try TemporaryDirectory()
        let path = try Self.file("port = 1\ndemo = = true\n", in: directory)
        let error = #expect(throws: SettingsError.self) { try Self.settings(file: path) }
        #expect(error?.reason.hasPrefix("configuration file \(path), line 2") == true)
        let missing = #expect(throws: SettingsError.self) { try Self.settings(file: "/nonexistent/x.toml") }
        #expect(missing?.reason == "configuration file /nonexistent/x.toml: cannot be read")
        let wrong = try Self.file("port = 1.5", in: directory)
        #expect(throws: SettingsError.self) { try Self.settings(file: wrong) }
    }

    @Test(
        "I07 an invalid value is refused with the setting, its origin and the expected format",
        arguments: [
            (SettingKey.port, "x", "a whole number from 0 to 65535"), (.port, "65536", "a whole number"), (.port, "-1", "a whole number"),
            (.askPort, "no", "a whole number"), (.demo, "yes", "true or false"), (.anonymousDiscovery, "1", "true or false"),
            (.callTimeout, "30", "a duration"), (.callTimeout, "0s", "a duration"), (.callTimeout, "-5s", "a duration"),
            (.nodeLease, "500ms", "at least 1s"),
            (.logLevel, "loud", "one of trace, debug"),
            (.publicURL, "gate.example.org", "an origin"), (.publicURL, "https://gate.example.org/path", "an origin"),
            (.publicURL, "https://", "an origin"),
            (.publicURL, "https://user@gate.example.org", "an origin"), (.trustedProxy, "proxy", "CIDR"), (.trustedProxy, "10.0.0.0/33", "CIDR"),
            (.quotaUser, "-2", "a whole number"), (.quotaUser, "many", "a whole number"),
        ])
    func wrongValues(key: SettingKey, text: String, expected: String) throws {
        let byFlag = #expect(throws: SettingsError.self) { try Self.settings([key: text]) }
        #expect(byFlag?.reason.hasPrefix("setting \(key.rawValue) (flag): expected ") == true && byFlag?.reason.contains(expected) == true)
        let byEnvironment = #expect(throws: SettingsError.self) { try Self.settings(environment: [key.environment: text]) }
        #expect(byEnvironment?.reason.contains("environment \(key.environment)") == true && byEnvironment?.reason.contains(text) == true)
    }

    @Test("secrets come from the file that their _FILE variable names, without its line end; a wrong one is not shown")
    func secretFiles() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path(of: "secret")
        try Data("  hunter 2 \n".utf8).write(to: URL(filePath: path))
        #expect(try Self.settings(environment: ["GATEHOUSE_ADMIN_PASSWORD_FILE": path]).adminPassword == "  hunter 2 ")
        #expect(
            try Self.settings(environment: ["GATEHOUSE_ADMIN_PASSWORD_FILE": path, "GATEHOUSE_ADMIN_PASSWORD": "another one"]).adminPassword
                == "another one")
        let missing = #expect(throws: SettingsError.self) { try Self.settings(environment: ["GATEHOUSE_DATABASE_FILE": "/nonexistent/x"]) }
        #expect(missing?.reason == "GATEHOUSE_DATABASE_FILE: cannot read the file it names")
        try Data("postgres://u:hunter2@h:x/d\n".utf8).write(to: URL(filePath: path))
        let wrong = #expect(throws: SettingsError.self) { try Self.settings(environment: ["GATEHOUSE_DATABASE_FILE": path]) }
        #expect(wrong?.reason.contains("setting database") == true && wrong?.reason.contains("hunter2") == false)
        for key in [SettingKey.adminPassword, .database, .dataDatabase] { #expect(key.isSecret) }
    }

    @Test(
        "a public address without TLS or a declared proxy, or without its own name, refuses the start",
        arguments: ["0.0.0.0", "::", "192.0.2.7", "gate.example.org", "127"])
    func publicAddress(host: String) throws {
        let open = #expect(throws: SettingsError.self) { try Self.settings([.host: host, .publicURL: "https://gate.example.org"]) }
        #expect(open?.reason.hasPrefix("host \(host) is public: give tls_certificate and tls_key") == true)
        let nameless = #expect(throws: SettingsError.self) { try Self.settings([.host: host, .trustedProxy: "10.0.0.0/8"]) }
        #expect(nameless?.reason.hasPrefix("host \(host) is public: give public_url") == true)
        let proxied = try Self.settings([.host: host, .trustedProxy: "10.0.0.0/8, ::1", .publicURL: "https://Gate.example.org/"])
        #expect(proxied.trustedProxies.count == 2 && proxied.publicURL == "https://gate.example.org" && !proxied.isLoopback)
        let secured = try Self.settings([.host: host, .tlsCertificate: "c", .tlsKey: "k", .allowedHosts: "gate.example.org"])
        #expect(secured.tls?.certificate == "c" && secured.tls?.key == "k")
    }

    @Test("a name that only begins like loopback is public", arguments: ["127.evil.example", "localhost.evil.example", "127.0.0.1.nip.example"])
    func falseLoopback(host: String) throws {
        #expect(throws: SettingsError.self) { try Self.settings([.host: host]) }
    }

    @Test("loopback needs nothing", arguments: ["127.0.0.1", "localhost", "::1", "127.8.9.10"])
    func loopback(host: String) throws { #expect(try Self.settings([.host: host]).isLoopback) }

    @Test("certificate and key come together")
    func halfTLS() throws {
        for flags: [SettingKey: String] in [[.tlsCertificate: "c"], [.tlsKey: "k"], [.tlsCertificate: "c", .tlsKey: ""]] {
            let error = #expect(throws: SettingsError.self) { try Self.settings(flags) }
            #expect(error?.reason == "tls_certificate and tls_key come together: one of them is missing")
        }
    }

    @Test("state and data may not share a login")
    func sharedLogin() throws {
        let state = "postgres://one:a@localhost/gatehouse"
        let error = #expect(throws: SettingsError.self) { try Self.settings([.database: state, .dataDatabase: "postgres://one:b@localhost/data"]) }
        #expect(error?.reason.contains("different logins") == true)
        #expect(try Self.settings([.database: state, .dataDatabase: "postgres://two:b@localhost/data"]).dataDatabase != nil)
        #expect(throws: SettingsError.self) { try Self.settings([.database: "mysql://one@localhost/x"]) }
    }

    @Test("I07 a password that no user may have, and a database without its user, are refused by the setting's name and never shown")
    func unusableSecrets() throws {
        for password in ["short", String(repeating: "x", count: 1_025)] {
            let error = #expect(throws: SettingsError.self) { try Self.settings(environment: ["GATEHOUSE_ADMIN_PASSWORD": password]) }
            #expect(error?.reason == "setting admin_password (environment GATEHOUSE_ADMIN_PASSWORD): expected 8 to 1024 bytes")
        }
        let error = #expect(throws: SettingsError.self) { try Self.settings([.database: "postgres://localhost/x"]) }
        #expect(error?.reason == "setting database (flag): expected a URL that names the user, postgres://user@host/database")
    }

    @Test("lists are separated by commas; in the file they are arrays")
    func lists() throws {
        let directory = try TemporaryDirectory()
        let path = try Self.file("allowed_origins = [\"https://a.example\", \"https://b.example\"]\n[quota]\nuser = 5\n", in: directory)
        #expect(try Self.settings(file: path).allowedOrigins == ["https://a.example", "https://b.example"])
        #expect(try Self.settings([.allowedHosts: " a.example , ,b.example:1,"]).allowedHosts == ["a.example", "b.example:1"])
        #expect(try Self.settings([.askPort: "off"]).askPort == nil)
    }
}

@Suite("Ranges of addresses")
struct AddressRangeTests {
    @Test(
        "a range contains exactly the addresses with its prefix",
        arguments: [
            ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.1", false), ("192.0.2.7", "192.0.2.7", true),
            ("192.0.2.7", "192.0.2.8", false),
            ("0.0.0.0/0", "8.8.8.8", true), ("0.0.0.0/0", "::1", false), ("10.1.2.3/9", "10.127.0.1", true), ("10.1.2.3/9", "10.128.0.1", false),
            ("::1", "::1", true), ("fd00::/8", "fdff::1", true), ("fd00::/8", "fe00::1", false), ("10.0.0.0/8", "::ffff:10.1.1.1", true),
            ("10.0.0.0/8", "10.1.1", false), ("10.0.0.0/8", "", false), ("10.0.0.0/8", "010.1.1.1", false), ("10.0.0.0/8", "0x0a.1.1.1", false),
        ])
    func contains(range: String, address: String, isInside: Bool) throws {
        #expect(try #require(AddressRange(range)).contains(address) == isInside)
    }

    @Test(
        "the addresses of one IPv6 network of 64 bits are one group in every spelling, and others are not in it",
        arguments: [
            ("2001:db8:1::1", "2001:db8:1:0:5:6:7:8", true), ("2001:db8::1", "2001:db8:0:0:5::", true), ("2001:db8::5:0:0:1", "2001:DB8::", true),
            ("2001:db8::1", "2001:0db8:0000::1", true), ("2001::1:2:3:4:5", "2001::1", false), ("2001:db8:1::1", "2001:db8:1:1::1", false),
            ("::1:2:3:4:5:6", "::1", false), ("192.0.2.7", "::ffff:192.0.2.7", true), ("192.0.2.7", "::ffff:c000:207", true),
            ("192.0.2.7", "192.0.2.8", false), ("::ffff:c000:207", "::1", false), ("local", "local", true), ("local", "other", false),
        ])
    func groups(one: String, other: String, isSame: Bool) {
        #expect((AddressRange.group(one) == AddressRange.group(other)) == isSame)
    }

    @Test(
        "what is no range is none",
        arguments: ["", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0/8", "::1/129", "host", "10.0.0.0/8/8", "10.0.0.1 "])
    func malformed(text: String) { #expect(AddressRange(text) == nil) }
}

import Access
import Foundation
import Glibc
import Identity
import JSON
import MCP
import Server
import Store
import Tools

/// The person at the server's terminal. It opens the state, calls tools with all rights, and prints the results.
struct Terminal {
    let composition: Composition
    let json: Bool

    /// Opens the state that the options name, runs `body`, and closes the state.
    /// - Parameter makes: whether to create a missing state in the default location.
    static func run(
        _ options: StateOptions, _ serving: ServeOptions? = nil, makes: Bool = false, _ body: (Terminal) async throws -> Void
    ) async throws {
        let flags = options.flags.merging(serving?.flags ?? [:]) { $1 }
        let composition = try await open(flags, options.config, as: .terminal, makes: makes)
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                // Long commands renew their sign of life, so that they do not count as dead.
                group.addTask { [audit = composition.store.audit] in await audit.run() }
                try await body(Terminal(composition: composition, json: options.json))
                group.cancelAll()
            }
        } catch {
            await composition.close()
            throw failure(for: error)
        }
        await composition.close()
    }

    static func open(
        _ flags: [SettingKey: String], _ config: String?, as process: Composition.Process, makes: Bool = false
    ) async throws -> Composition {
        do { return try await opened(flags, config, as: process, makes: makes) } catch { throw failure(for: error) }
    }

    /// The same as ``open(_:_:as:makes:)``, but with the original error.
    static func opened(
        _ flags: [SettingKey: String], _ config: String?, as process: Composition.Process, makes: Bool = false
    ) async throws -> Composition {
        let resolved = try resolved(flags, config)
        // A missing state is created only in a location that was named; in the current folder it would be a mistake.
        let isNamed = [SettingKey.data, .database].contains { resolved.values[$0].map { $0.origin != .fallback } ?? false }
        let composition = try await Composition.open(try Settings(resolved), resolved, as: process, makes: makes || isNamed)
        if let password = composition.firstPassword {
            printError(
                "built-in/admin has the password \(password.text)  (shown once; change it or set GATEHOUSE_ADMIN_PASSWORD before the first start)"
            )
        }
        return composition
    }

    static func resolved(_ flags: [SettingKey: String], _ config: String?) throws -> ResolvedSettings {
        let environment = ProcessInfo.processInfo.environment
        return try ResolvedSettings(flags: flags, environment: environment, file: config ?? environment["GATEHOUSE_CONFIG"])
    }

    /// Calls a tool in a workspace, as the terminal or with the rights of a user.
    /// - Parameter file: the file that the verb reads or writes. Such a call may take long.
    func call(
        _ tool: String, _ arguments: JSONObject, in workspace: String? = nil, as user: QualifiedName? = nil, file: LocalFile? = nil
    ) async throws -> JSONValue {
        let principal = try await composition.terminalPrincipal(in: workspace, as: user)
        let outcome = try await composition.dispatcher.call(tool, arguments: arguments, for: principal, CallContext(), file: file)
        return try JSONValue(parsing: outcome.structured.bytes, limits: JSONLimits(maximumByteCount: .max, maximumDepth: 64))
    }

    /// Calls a tool that sets something, and prints the object's id and name and the warnings.
    func callAndPrintName(_ tool: String, _ arguments: JSONObject, in workspace: String?) async throws -> JSONValue {
        let answer = try await call(tool, arguments, in: workspace)
        print(JSONValue.object(["id": answer["id"] ?? .null, "name": answer["name"] ?? .null]))
        for warning in answer["warnings"]?.array ?? [] { Self.printError("warning: \(warning.string ?? "")") }
        return answer
    }

    /// Splits `ORGANIZATION/NAME` into its parts, and looks up the organization's id.
    func organization(of text: String, argument: String) async throws -> (name: QualifiedName, id: OrganizationID) {
        let name = try QualifiedName(parsing: text, argument: argument)
        return (name, try await composition.domains.organizations.find(name.organization).id)
    }

    /// The credential bound of the built-in administrator, which permits every scope.
    func administratorBound() async throws -> CredentialBound {
        .terminal(try await composition.domains.organizations.find(.builtIn).id, scopes: Set(ScopeSet.all.names))
    }

    /// The credential bound of the terminal, which permits all rights.
    func bound() async throws -> CredentialBound { try CredentialBound(try await composition.terminalPrincipal().caller) }

    /// Makes a change that has no tool, and writes its intent and outcome to the audit log.
    /// - Parameters:
    ///   - verb: for example `user_add`.
    ///   - object: the changed object, for example `user/acme/ann`.
    ///   - changed: how many objects or rows were changed according to the result.
    func change<R>(
        _ verb: String, _ object: String, changed: (R) -> Int = { _ in 1 }, _ body: () async throws -> R
    ) async throws -> R {
        let principal = try await composition.terminalPrincipal()
        let audit = composition.store.audit
        let start = ContinuousClock.now
        let ticket = try await audit.begin(
            AuditCall(
                id: audit.makeCallID(), organization: principal.caller.organization?.name, workspace: principal.caller.workspace.name,
                caller: principal.caller.label, tool: verb, objects: [object], requestID: principal.requestID))
        do {
            let result = try await body()
            audit.end(ticket, AuditOutcome(changed: changed(result), duration: start.duration(to: .now), outcome: .ok))
            return result
        } catch {
            let code = Refusal(error)?.code.rawValue ?? "internal"
            audit.end(ticket, AuditOutcome(code: code, duration: start.duration(to: .now), outcome: .error))
            throw error
        }
    }

    /// Prints a result as JSON, or as `plain` for people.
    func show(_ value: JSONValue, plain: (JSONValue) -> String) {
        print(json ? String(decoding: value.serialized, as: UTF8.self) : plain(value))
    }

    /// The members of an object to print. Nil for a member without a value.
    typealias Row = KeyValuePairs<String, (any OptionValue)?>

    /// Prints an object as JSON, or as `plain` for people.
    func show(_ row: Row, plain: () -> String) { show(.object(JSONObject(row: row))) { _ in plain() } }

    /// Prints a list as a JSON array, or as a table of the named members.
    func list(_ values: [JSONValue], _ members: [String]) {
        var printer = ListPrinter(members, json: json)
        printer.add(values)
        printer.end()
    }

    func list(_ rows: [Row], _ members: [String]) { list(rows.map { .object(JSONObject(row: $0)) }, members) }

    /// Prints all pages of a tool's list one by one, in the format of ``list(_:_:)``.
    /// - Parameter members: the columns of the table.
    func list(_ tool: String, in workspace: String?, _ members: [String]) async throws {
        var printer = ListPrinter(members, json: json)
        try await pages(tool, [:], in: workspace) { printer.add($0) }
        printer.end()
    }

    /// Calls a listing tool once for each page.
    func pages(
        _ tool: String, _ arguments: JSONObject, in workspace: String? = nil, _ body: ([JSONValue]) -> Void
    ) async throws {
        var arguments = arguments
        while true {
            let answer = try await call(tool, arguments, in: workspace)
            body(answer["data"]?.array ?? [])
            guard let next = answer["nextCursor"]?.string else { return }
            arguments["cursor"] = .string(next)
        }
    }

    static func printError(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

    /// Writes one line of JSON to standard output without buffering.
    static func announce(_ value: JSONValue) {
        FileHandle.standardOutput.write(Data("\(value)\n".utf8))
    }

    /// Asks for confirmation of an irreversible action, unless `--yes` is given.
    static func confirm(_ yes: Bool, _ what: String) throws {
        guard !yes else { return }
        guard isatty(0) == 1 else { throw Failure.usage("\(what): say --yes") }
        printError("\(what)? Type yes:")
        guard readLine() == "yes" else { throw Failure.failed("not done") }
    }

    /// Reads the first line of standard input, for passwords.
    static func secretFromInput() throws -> Secret {
        guard let line = readLine(), !line.isEmpty else { throw Failure.usage("expected a password on standard input") }
        return Secret(line)
    }

    /// Parses the user in an option, `ORGANIZATION/NAME`.
    static func user(_ text: String) throws -> QualifiedName {
        do { return try QualifiedName(parsing: text, argument: "--user") } catch { throw Failure.usage("\(error)") }
    }

    /// Parses the value of `--filter`.
    static func filter(_ text: String) throws -> JSONValue {
        do { return try JSONValue(parsing: Array(text.utf8)) } catch {
            throw Failure.usage("--filter: expected a JSON object; \(error.reason) at byte \(error.offset)")
        }
    }

    /// Reads the text of a file, or standard input if no file is named.
    static func text(of file: String?) throws -> String {
        do {
            let data = try file.map { try Data(contentsOf: URL(fileURLWithPath: $0)) } ?? FileHandle.standardInput.readToEnd() ?? Data()
            return String(decoding: data, as: UTF8.self)
        } catch {
            throw Failure.failed("\(file ?? "standard input") cannot be read")
        }
    }

    /// The error with an exit code and a message for people.
    static func failure(for error: any Error) -> Failure {
        if let failure = error as? Failure { return failure }
        if let refusal = Refusal(error) { return Failure.failed(refusal.reason) }
        if let error = error as? SettingsError { return Failure.usage(error.reason) }
        if let error = error as? StoreError { return Failure.failed(error.reason) }
        return Failure.failed("\(error)")
    }
}

extension Terminal {
    /// Prints the objects of one organization or of all, in the format of ``list(_:_:)``. An unknown organization is an error, not an empty
    /// list.
    func list<Object>(
        of organization: String?, _ members: [String], _ objects: (OrganizationID) async throws -> [Object],
        _ row: (Organization, Object) -> Row
    ) async throws {
        let organizations = composition.domains.organizations
        let chosen =
            if let organization { [try await organizations.find(Name(parsing: organization))] } else { try await organizations.list() }
        var rows: [Row] = []
        for each in chosen {
            for object in try await objects(each.id) { rows.append(row(each, object)) }
        }
        list(rows, members)
    }
}

/// Why a verb fails, with its exit code.
struct Failure: Error {
    let message: String
    let code: Int32

    static func failed(_ message: String) -> Failure { Failure(message: message, code: 1) }
    static func usage(_ message: String) -> Failure { Failure(message: message, code: 2) }
    static func problems(_ message: String) -> Failure { Failure(message: message, code: 3) }
}

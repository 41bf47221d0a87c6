import Access
import Foundation
import Glibc
import Identity
import JSON
import MCP
import Server
import Store
import Tools

/// The person at the server's terminal: opens the state, calls tools with all rights, and prints the results.
struct Terminal {
    let composition: Composition
    let json: Bool

    /// Opens the state that the options name, runs `body`, closes it again.
    /// - Parameter makes: whether the state is made when there is none in the default place.
    static func run(
        _ options: StateOptions, _ serving: ServeOptions? = nil, makes: Bool = false, _ body: (Terminal) async throws -> Void
    ) async throws {
        let flags = options.flags.merging(serving?.flags ?? [:]) { $1 }
        let composition = try await open(flags, options.config, as: .terminal, makes: makes)
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                // Verbs that take long stay known as alive.
                group.addTask { [audit = composition.store.audit] in await audit.run() }
                try await body(Terminal(composition: composition, json: options.json))
                group.cancelAll()
            }
        } catch {
            await composition.close()
            throw said(error)
        }
        await composition.close()
    }

    static func open(
        _ flags: [SettingKey: String], _ config: String?, as process: Composition.Process, makes: Bool = false
    ) async throws -> Composition {
        do { return try await opened(flags, config, as: process, makes: makes) } catch { throw said(error) }
    }

    /// As ``open(_:_:as:makes:)``, with the error as it was thrown.
    static func opened(
        _ flags: [SettingKey: String], _ config: String?, as process: Composition.Process, makes: Bool = false
    ) async throws -> Composition {
        let resolved = try resolved(flags, config)
        // A state is made only in a location that was named: in the current folder it would be an accident.
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

    /// Calls a tool as the terminal, or with the rights of a user, in a workspace.
    /// - Parameter file: what the verb reads or writes; such a call may take long.
    func call(
        _ tool: String, _ arguments: JSONObject, in workspace: String? = nil, as user: QualifiedName? = nil, file: LocalFile? = nil
    ) async throws -> JSONValue {
        let principal = try await composition.terminalPrincipal(in: workspace, as: user)
        let outcome = try await composition.dispatcher.call(tool, arguments: arguments, for: principal, CallContext(), file: file)
        return try JSONValue(parsing: outcome.structured.bytes, limits: JSONLimits(maximumByteCount: .max, maximumDepth: 64))
    }

    /// Calls a tool that sets something, and prints its id, its name and the warnings.
    func callAndPrintName(_ tool: String, _ arguments: JSONObject, in workspace: String?) async throws -> JSONValue {
        let answer = try await call(tool, arguments, in: workspace)
        print(JSONValue.object(["id": answer["id"] ?? .null, "name": answer["name"] ?? .null]))
        for warning in answer["warnings"]?.array ?? [] { Self.printError("warning: \(warning.string ?? "")") }
        return answer
    }

    /// The parts of `ORGANIZATION/NAME`, with the organization's id.
    func organization(of text: String, argument: String) async throws -> (name: QualifiedName, id: OrganizationID) {
        let name = try QualifiedName(parsing: text, argument: argument)
        return (name, try await composition.domains.organizations.find(name.organization).id)
    }

    /// The bound of the built-in administrator, who may give every scope.
    func administratorBound() async throws -> CredentialBound {
        .terminal(try await composition.domains.organizations.find(.builtIn).id, scopes: Set(ScopeSet.all.names))
    }

    /// The rights that the terminal may give: all.
    func bound() async throws -> CredentialBound { try CredentialBound(try await composition.terminalPrincipal().caller) }

    /// Runs a change that has no tool of its own, with its intent and outcome in the audit log.
    /// - Parameters:
    ///   - verb: `user_add`.
    ///   - object: what is changed, `user/acme/ann`.
    ///   - changed: how many objects or rows the result says were changed.
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

    /// Prints an answer: as JSON, or `plain` for people.
    func show(_ value: JSONValue, plain: (JSONValue) -> String) {
        print(json ? String(decoding: value.serialized, as: UTF8.self) : plain(value))
    }

    /// An object of a result by its members; nil for a member without a value.
    typealias Row = KeyValuePairs<String, (any OptionValue)?>

    /// Prints an object: as JSON, or `plain` for people.
    func show(_ row: Row, plain: () -> String) { show(.object(JSONObject(row: row))) { _ in plain() } }

    /// Prints a list: as a JSON array, or as a table of the named members.
    func list(_ values: [JSONValue], _ members: [String]) {
        var printer = ListPrinter(members, json: json)
        printer.add(values)
        printer.end()
    }

    func list(_ rows: [Row], _ members: [String]) { list(rows.map { .object(JSONObject(row: $0)) }, members) }

    /// Prints all of a list that a tool gives in pages, page by page, as ``list(_:_:)`` does.
    /// - Parameter members: of the table.
    func list(_ tool: String, in workspace: String?, _ members: [String]) async throws {
        var printer = ListPrinter(members, json: json)
        try await pages(tool, [:], in: workspace) { printer.add($0) }
        printer.end()
    }

    /// Calls a tool that lists for one page after the other.
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

    /// One JSON line on standard output, at once.
    static func announce(_ value: JSONValue) {
        FileHandle.standardOutput.write(Data("\(value)\n".utf8))
    }

    /// Asks before something that cannot be undone, unless `--yes` is given.
    static func confirm(_ yes: Bool, _ what: String) throws {
        guard !yes else { return }
        guard isatty(0) == 1 else { throw Failure.usage("\(what): say --yes") }
        printError("\(what)? Type yes:")
        guard readLine() == "yes" else { throw Failure.failed("not done") }
    }

    /// The first line of standard input, for passwords.
    static func secretFromInput() throws -> Secret {
        guard let line = readLine(), !line.isEmpty else { throw Failure.usage("expected a password on standard input") }
        return Secret(line)
    }

    /// The user that an option names, as `ORGANIZATION/NAME`.
    static func user(_ text: String) throws -> QualifiedName {
        do { return try QualifiedName(parsing: text, argument: "--user") } catch { throw Failure.usage("\(error)") }
    }

    /// The value of `--filter`.
    static func filter(_ text: String) throws -> JSONValue {
        do { return try JSONValue(parsing: Array(text.utf8)) } catch {
            throw Failure.usage("--filter: expected a JSON object; \(error.reason) at byte \(error.offset)")
        }
    }

    /// The text of a file; of standard input when none is named.
    static func text(of file: String?) throws -> String {
        do {
            let data = try file.map { try Data(contentsOf: URL(fileURLWithPath: $0)) } ?? FileHandle.standardInput.readToEnd() ?? Data()
            return String(decoding: data, as: UTF8.self)
        } catch {
            throw Failure.failed("\(file ?? "standard input") cannot be read")
        }
    }

    /// The error as a person should read it.
    static func said(_ error: any Error) -> any Error {
        if error is Failure { return error }
        if let refusal = Refusal(error) { return Failure.failed(refusal.reason) }
        if let error = error as? SettingsError { return Failure.usage(error.reason) }
        if let error = error as? StoreError { return Failure.failed(error.reason) }
        return Failure.failed("\(error)")
    }
}

extension Terminal {
    /// Prints what one organization has, or what all have, as ``list(_:_:)`` does. An organization that does not exist is an error and no empty list.
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

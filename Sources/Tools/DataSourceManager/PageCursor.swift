import Access
import Notation
import Store

/// The position of a result's next page, sealed: it is valid only for the same caller, source and statement.
struct PageCursor {
    /// Longer than a cursor with the longest possible table name. Unit: bytes.
    private static let maximumLength = 16_384

    private let secrets: SecretBox
    private let caller: Caller
    private let source: String
    /// Computed when needed, because most results have no cursor.
    private let sql: @Sendable () -> String

    init(secrets: SecretBox, caller: Caller, source: String, sql: @autoclosure @escaping @Sendable () -> String) {
        self.init(secrets: secrets, caller: caller, source: source, list: sql)
    }

    /// - Parameter list: everything that identifies the list.
    init(secrets: SecretBox, caller: Caller, source: String, list: @escaping @Sendable () -> String) {
        self.secrets = secrets
        self.caller = caller
        self.source = source
        sql = list
    }

    private var context: String { "cursor/\(caller.workspace.id.rawValue)/\(caller.label)/\(source)/\(sql())" }

    func cursor(at offset: Int) throws -> String { try cursor(to: String(offset)) }

    func cursor(to position: String) throws -> String { Hexadecimal.encode(try secrets.seal(Array(position.utf8), context: context)) }

    /// - Throws: ``Refusal`` `invalidArgument` for a cursor that was not made for this call.
    func offset(of cursor: String) throws(Refusal) -> Int {
        guard let offset = Int(try position(of: cursor)) else { throw Self.foreign }
        return offset
    }

    /// - Throws: as ``offset(of:)``.
    func position(of cursor: String) throws(Refusal) -> String {
        // The reason why it cannot be opened is not revealed.
        guard cursor.utf8.count <= Self.maximumLength, let bytes = Hexadecimal.decode(cursor.utf8), Hexadecimal.encode(bytes) == cursor,
            let plain = try? secrets.open(bytes, context: context)
        else {
            throw Self.foreign
        }
        return String(decoding: plain, as: UTF8.self)
    }

    static let foreign = Refusal(.invalidArgument, "argument 'cursor': not a cursor of this statement; repeat the call without it")
}

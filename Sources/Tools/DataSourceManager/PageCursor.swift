import Access
import JSON
import Store

/// Where the next page of a result starts: a sealed number that counts only for the same caller, source and statement.
struct PageCursor {
    private let secrets: SecretBox
    private let caller: Caller
    private let source: String
    /// Most answers have no cursor.
    private let sql: @Sendable () -> String

    init(secrets: SecretBox, caller: Caller, source: String, sql: @autoclosure @escaping @Sendable () -> String) {
        self.secrets = secrets
        self.caller = caller
        self.source = source
        self.sql = sql
    }

    private var context: String { "cursor/\(caller.workspace.id.rawValue)/\(caller.label)/\(source)/\(sql())" }

    func cursor(at offset: Int) throws -> String {
        let sealed = try secrets.seal(Array(String(offset).utf8), context: context)
        return Self.hexadecimal(sealed)
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String { bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

    /// - Throws: ``Refusal`` `invalidArgument` for every cursor that was not made for this call.
    func offset(of cursor: String) throws(Refusal) -> Int {
        let digits = Array(cursor.utf8.prefix(514))
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
        }
        // Why it cannot be opened is nobody's business.
        guard cursor.utf8.count <= 512, Self.hexadecimal(bytes) == cursor, let plain = try? secrets.open(bytes, context: context),
            let offset = Int(String(decoding: plain, as: UTF8.self))
        else {
            throw Refusal(.invalidArgument, "argument 'cursor': not a cursor of this statement; repeat the call without it")
        }
        return offset
    }
}

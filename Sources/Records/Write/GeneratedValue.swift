import Access
import Catalog
import SQL
import Store

/// The value that the server gives a field of a new row if the caller gives none.
enum GeneratedValue {
    /// Nil for a field without a generated value.
    /// - Throws: ``Refusal`` `conflict` when no number was taken for the row.
    static func make(for field: Field, at now: Timestamp, _ call: RecordCall) throws(Refusal) -> SQLValue? {
        switch field.definition?.type {
        case .uuid where field.definition?.defaultValue == nil: return .text(uuid(at: now))
        case .nanoid: return .text(nanoid())
        case .sequence:
            guard let pattern = field.definition?.pattern else { return nil }
            let place = NumberedField(
                source: call.collection.source, collection: call.collection.name, field: field.name, start: pattern.start)
            guard let number = call.numbers.next(for: place) else {
                throw Refusal(.conflict, "\(field.name): no number was taken for this row; nothing was changed")
            }
            return .text(pattern.value(number, at: now))
        default: return nil
        }
    }

    /// RFC 9562 section 5.7: 48 bits of milliseconds, so that later ids sort after earlier ones, and 74 random bits.
    private static func uuid(at now: Timestamp) -> String {
        var random = SystemRandomNumberGenerator()
        let milliseconds = UInt64(bitPattern: now.microseconds / 1_000) & 0xffff_ffff_ffff
        let high = milliseconds << 16 | 0x7000 | random.next() & 0x0fff
        let low = 0x8000_0000_0000_0000 | random.next() & 0x3fff_ffff_ffff_ffff
        let digits = hex(high) + hex(low)
        let ends = [8, 12, 16, 20, 32]
        return zip([0] + ends, ends).map { String(digits.dropFirst($0).prefix($1 - $0)) }.joined(separator: "-")
    }

    private static func hex(_ value: UInt64) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }

    /// 21 of 64 characters, 126 random bits.
    private static func nanoid() -> String {
        var random = SystemRandomNumberGenerator()
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")
        return String((0..<21).map { _ in letters[Int(random.next() & 63)] })
    }
}

import Access
import Glibc
import Notation

/// The offsets of a time zone from UTC, from the machine's time zone database (RFC 9636).
struct ZoneRules: Sendable {
    /// Moments of changes with the offset that holds from there on; ascending. Unit: seconds.
    private let changes: [(at: Int64, offset: Int64)]
    /// Before the first change.
    private let first: Int64
    /// After the last change.
    private let rest: PosixZone

    static let utc = ZoneRules(changes: [], first: 0, rest: PosixZone(standard: 0))

    private static let folders = ["/usr/share/zoneinfo/", "/usr/lib/zoneinfo/"]
    /// Unit: bytes; the largest file has less than 4 KB.
    private static let maximumLength = 65_536

    private init(changes: [(at: Int64, offset: Int64)], first: Int64, rest: PosixZone) {
        (self.changes, self.first, self.rest) = (changes, first, rest)
    }

    /// - Parameter name: `Europe/Vienna`, `UTC`.
    /// - Throws: ``Refusal`` for a name that this machine's database does not have.
    init(named name: String, argument: String) throws(Refusal) {
        if name == "UTC" {
            self = .utc
            return
        }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let isName =
            (1...3).contains(parts.count) && name.utf8.count <= 64
            && parts.allSatisfy { part in
                guard let start = part.utf8.first, (0x41...0x5A).contains(start) else { return false }
                return part.utf8.allSatisfy {
                    (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "_+-".utf8.contains($0)
                }
            }
        guard isName, let bytes = Self.folders.lazy.compactMap({ Self.file($0 + name) }).first, let rules = ZoneRules(file: bytes) else {
            throw Refusal(
                .invalidArgument,
                "\(argument): '\(name.prefix(64))' is no time zone that this server's machine knows; expected UTC or a name such as Europe/Vienna")
        }
        self = rules
    }

    private static func file(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: maximumLength)
        let count = fread(&bytes, 1, maximumLength, file)
        return Array(bytes.prefix(count))
    }

    /// RFC 9636 section 3: the second block, of 64-bit times, and the footer.
    init?(file: [UInt8]) {
        guard let old = Header(file, at: 0), old.version >= 2, let header = Header(file, at: 44 + old.length(times: 4)) else { return nil }
        let start = header.start + 44
        let (times, types) = (header.times, header.types)
        guard types > 0, file.count >= header.start + 44 + header.length(times: 8) else { return nil }
        func number(_ byteOffset: Int, _ count: Int) -> Int64 {
            let value = file[byteOffset..<byteOffset + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return count == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
        }
        let kinds = start + times * 8
        let records = kinds + times
        func east(_ kind: Int) -> Int64? { kind < types ? number(records + kind * 6, 4) : nil }
        var changes: [(at: Int64, offset: Int64)] = []
        for index in 0..<times {
            guard let offset = east(Int(file[kinds + index])) else { return nil }
            changes.append((number(start + index * 8, 8), offset))
        }
        guard let first = east(0) else { return nil }
        let footer = file[(header.start + 44 + header.length(times: 8))...].dropFirst().prefix { $0 != 0x0A }
        self.changes = changes
        self.first = first
        rest = PosixZone(String(decoding: footer, as: UTF8.self)) ?? PosixZone(standard: changes.last?.offset ?? first)
    }

    private struct Header {
        let start: Int
        let version: Int
        let times: Int
        let types: Int
        private let others: [Int]

        init?(_ file: [UInt8], at start: Int) {
            guard start >= 0, file.count >= start + 44, Array(file[start..<start + 4]) == Array("TZif".utf8) else { return nil }
            let counts = (0..<6).map { index in file[start + 20 + index * 4..<start + 24 + index * 4].reduce(0) { $0 << 8 | Int($1) } }
            guard counts.allSatisfy({ $0 <= 10_000 }) else { return nil }
            self.start = start
            let mark = file[start + 4]
            version = mark >= 0x30 ? Int(mark) - 0x30 : 1
            (times, types) = (counts[3], counts[4])
            others = [counts[0], counts[1], counts[2], counts[5]]
        }

        /// Of the block after the header: UT flags, standard flags, leap seconds, names. Unit: bytes.
        func length(times size: Int) -> Int { times * (size + 1) + types * 6 + others[3] + others[2] * (size + 4) + others[1] + others[0] }
    }

    /// Unit: seconds east of UTC.
    func offset(at moment: Int64) -> Int64 {
        guard let last = changes.last else { return rest.offset(at: moment) }
        if moment >= last.at { return rest.offset(at: moment) }
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].at <= moment { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? first : changes[low - 1].offset
    }

    /// The moment at which the clock shows a local time: the first of two, and where the clock skips it the moment of the jump.
    func moment(ofLocal local: Int64) -> Int64 {
        let (before, after) = (offset(at: local - 86_400), offset(at: local + 86_400))
        let fitting = Set([before, after]).map { local - $0 }.filter { $0 + offset(at: $0) == local }
        if let first = fitting.min() { return first }
        // Skipped: the jump lies between what both offsets say.
        var (low, high) = (local - max(before, after), local - min(before, after))
        while low < high {
            let middle = low + (high - low) / 2
            if offset(at: middle) == before { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

import Access
import Glibc
import Notation

/// The offsets of a time zone from UTC, from the machine's time zone database (RFC 9636).
struct ZoneRules: Sendable {
    /// Times of changes, ascending, with the offset from then on. Unit: seconds.
    private let changes: [(at: Int64, offset: Int64)]
    /// The offset before the first change. Unit: seconds.
    private let initialOffset: Int64
    /// The rule of the file's footer, for times after the last change.
    private let footerRule: PosixZone

    static let utc = ZoneRules(changes: [], initialOffset: 0, footerRule: PosixZone(standard: 0))

    private static let folders = ["/usr/share/zoneinfo/", "/usr/lib/zoneinfo/"]
    /// Unit: bytes; the largest file has less than 4 KB.
    private static let maximumLength = 65_536

    private init(changes: [(at: Int64, offset: Int64)], initialOffset: Int64, footerRule: PosixZone) {
        self.changes = changes
        self.initialOffset = initialOffset
        self.footerRule = footerRule
    }

    /// - Parameter name: for example `Europe/Vienna` or `UTC`.
    /// - Throws: ``Refusal`` for a name that the machine's database does not have.
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
                "\(argument): '\(name.prefix(64))' is not a time zone of this server's machine; expected UTC or a name such as Europe/Vienna")
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
        guard let legacyHeader = Header(file, at: 0), legacyHeader.version >= 2,
            let header = Header(file, at: legacyHeader.blockEnd(timeSize: 4))
        else { return nil }
        let blockEnd = header.blockEnd(timeSize: 8)
        guard header.typeCount > 0, file.count >= blockEnd else { return nil }
        func number(_ byteOffset: Int, _ count: Int) -> Int64 {
            let value = file[byteOffset..<byteOffset + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return count == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
        }
        let typeIndexOffset = header.blockStart + header.timeCount * 8
        let typeRecordOffset = typeIndexOffset + header.timeCount
        func offset(ofType type: Int) -> Int64? { type < header.typeCount ? number(typeRecordOffset + type * Header.typeRecordSize, 4) : nil }
        var changes: [(at: Int64, offset: Int64)] = []
        for index in 0..<header.timeCount {
            guard let offset = offset(ofType: Int(file[typeIndexOffset + index])) else { return nil }
            changes.append((number(header.blockStart + index * 8, 8), offset))
        }
        guard let initialOffset = offset(ofType: 0) else { return nil }
        let footer = file[blockEnd...].dropFirst().prefix { $0 != UInt8(ascii: "\n") }
        self.changes = changes
        self.initialOffset = initialOffset
        footerRule = PosixZone(String(decoding: footer, as: UTF8.self)) ?? PosixZone(standard: changes.last?.offset ?? initialOffset)
    }

    /// The header of a data block: magic, version, 15 unused bytes, and six counts of four bytes each.
    private struct Header {
        static let typeRecordSize = 6
        private static let size = 44
        private static let countsOffset = 20

        let version: Int
        /// The offset of the data block in the file.
        let blockStart: Int
        let timeCount: Int
        let typeCount: Int
        private let utFlagCount: Int
        private let standardFlagCount: Int
        private let leapSecondCount: Int
        private let nameByteCount: Int

        init?(_ file: [UInt8], at start: Int) {
            guard start >= 0, file.count >= start + Self.size, Array(file[start..<start + 4]) == Array("TZif".utf8) else { return nil }
            let counts = (0..<6).map { index in file[(start + Self.countsOffset + index * 4)...].prefix(4).reduce(0) { $0 << 8 | Int($1) } }
            guard counts.allSatisfy({ $0 <= 10_000 }) else { return nil }
            // The version is a digit, or a zero byte for version 1.
            let digit = file[start + 4]
            version = digit >= UInt8(ascii: "0") ? Int(digit - UInt8(ascii: "0")) : 1
            blockStart = start + Self.size
            utFlagCount = counts[0]
            standardFlagCount = counts[1]
            leapSecondCount = counts[2]
            timeCount = counts[3]
            typeCount = counts[4]
            nameByteCount = counts[5]
        }

        /// The offset after the data block.
        /// - Parameter timeSize: of each time. Unit: bytes.
        func blockEnd(timeSize: Int) -> Int {
            let times = timeCount * (timeSize + 1)
            let leapSeconds = leapSecondCount * (timeSize + 4)
            return blockStart + times + typeCount * Self.typeRecordSize + nameByteCount + leapSeconds + standardFlagCount + utFlagCount
        }
    }

    /// Unit: seconds east of UTC.
    func offset(at moment: Int64) -> Int64 {
        guard let last = changes.last else { return footerRule.offset(at: moment) }
        if moment >= last.at { return footerRule.offset(at: moment) }
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].at <= moment { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? initialOffset : changes[low - 1].offset
    }

    /// The time for a local time. An ambiguous local time gives the first one; a skipped one gives the time of the change.
    func moment(ofLocal local: Int64) -> Int64 {
        let (before, after) = (offset(at: local - 86_400), offset(at: local + 86_400))
        let fitting = Set([before, after]).map { local - $0 }.filter { $0 + offset(at: $0) == local }
        if let first = fitting.min() { return first }
        // Skipped: the change is between the times for both offsets.
        var (low, high) = (local - max(before, after), local - min(before, after))
        while low < high {
            let middle = low + (high - low) / 2
            if offset(at: middle) == before { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

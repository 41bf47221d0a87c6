/// Encodes samples of tables as bytes: numbers in 8 bytes, little-endian, and texts after their length.
struct SampleWriter {
    private(set) var bytes: [UInt8] = []

    static func bytes(of samples: [SampledTable]) -> [UInt8] {
        var writer = SampleWriter()
        writer.list(samples) { writer, sample in
            writer.number(sample.rows)
            writer.list(sample.values) { $0.list($1) { $0.text($1) } }
            writer.list(sample.profiles) { $0.profile($1) }
        }
        return writer.bytes
    }

    private mutating func profile(_ profile: ColumnProfile) {
        number(ColumnProfile.Kind.allCases.firstIndex(of: profile.kind) ?? 0)
        for flag in [profile.isStoredAsText, profile.isUnique, profile.hasNulls, profile.holdsYears] { bytes.append(flag ? 1 : 0) }
        number(profile.distinctValues)
        list([profile.minimum, profile.maximum]) { writer, bound in
            writer.list(bound.map { [$0] } ?? []) { $0.number(Int(truncatingIfNeeded: $1.bitPattern)) }
        }
        list(profile.lastDay.map { [$0.year, $0.month, $0.day] } ?? []) { $0.number($1) }
        list(profile.samples) { $0.text($1) }
    }

    private mutating func number(_ number: Int) {
        for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
    }

    private mutating func text(_ text: String) {
        number(text.utf8.count)
        bytes += text.utf8
    }

    private mutating func list<Element>(_ elements: [Element], _ write: (inout Self, Element) -> Void) {
        number(elements.count)
        for element in elements { write(&self, element) }
    }
}

/// Decodes the bytes of a ``SampleWriter``.
struct SampleReader {
    private var rest: ArraySlice<UInt8>

    /// Nil for bytes that this version did not write.
    static func samples(of bytes: ArraySlice<UInt8>) -> [SampledTable]? {
        var reader = SampleReader(rest: bytes)
        let samples: [SampledTable]? = reader.list { reader in
            guard let rows = reader.number(), let values = reader.list({ $0.list { $0.text() } }), let profiles = reader.list({ $0.profile() }) else {
                return nil
            }
            return SampledTable(values: values, profiles: profiles, rows: rows)
        }
        return reader.rest.isEmpty ? samples : nil
    }

    private mutating func profile() -> ColumnProfile? {
        guard let kind = number(), ColumnProfile.Kind.allCases.indices.contains(kind) else { return nil }
        var out = ColumnProfile(kind: ColumnProfile.Kind.allCases[kind])
        guard let isStoredAsText = flag(), let isUnique = flag(), let hasNulls = flag(), let holdsYears = flag(), let distinct = number(),
            let bounds: [[Double]] = list({ $0.list { $0.number().map { Double(bitPattern: UInt64(bitPattern: Int64($0))) } } }), bounds.count == 2,
            let day = list({ $0.number() }), let samples = list({ $0.text() })
        else { return nil }
        (out.isStoredAsText, out.isUnique, out.hasNulls, out.holdsYears) = (isStoredAsText, isUnique, hasNulls, holdsYears)
        (out.distinctValues, out.minimum, out.maximum, out.samples) = (distinct, bounds[0].first, bounds[1].first, samples)
        out.lastDay = day.count == 3 ? CalendarDay(day[0], day[1], day[2]) : nil
        return out
    }

    private mutating func flag() -> Bool? { rest.popFirst().map { $0 == 1 } }

    private mutating func number() -> Int? {
        guard rest.count >= 8 else { return nil }
        var out: UInt64 = 0
        for byte in rest.prefix(8).reversed() { out = out << 8 | UInt64(byte) }
        rest = rest.dropFirst(8)
        return Int(truncatingIfNeeded: out)
    }

    private mutating func text() -> String? {
        guard let count = number(), count >= 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return String(validating: rest.prefix(count), as: UTF8.self)
    }

    private mutating func list<Element>(_ read: (inout Self) -> Element?) -> [Element]? {
        // Each element takes at least one byte.
        guard let count = number(), count >= 0, count <= rest.count else { return nil }
        var out: [Element] = []
        for _ in 0..<count {
            guard let element = read(&self) else { return nil }
            out.append(element)
        }
        return out
    }
}

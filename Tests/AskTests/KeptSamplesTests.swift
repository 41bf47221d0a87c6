import Foundation
import GatehouseTesting
import SQL
import SQLSyntax
import Store
import Synchronization
import Testing

@testable import Ask

@Suite("Samples that are kept across restarts")
struct KeptSamplesTests {
    private static let samples: [SampledTable] = {
        var number = ColumnProfile(["1", "-2.5", "1e300"], of: 3, type: .double, rows: 5, nulls: 2)
        number.lastDay = CalendarDay(2026, 2, 28)
        let text = ColumnProfile(["", "Zoë\n%", "数"], of: 3, type: .text, rows: 5, nulls: 0)
        return [SampledTable(values: [["1", "-2.5"], ["", "Zoë\n%", "数"]], profiles: [number, text], rows: 5), SampledTable()]
    }()

    private static func kept(_ folder: TemporaryDirectory, _ secrets: SecretBox) -> KeptSamples {
        KeptSamples(folder: folder.path(of: "samples"), secrets: secrets) { _, _ in "" }
    }

    @Test("Stored samples are read back unchanged, and the file contains no plain value")
    func roundTrip() throws {
        let folder = try TemporaryDirectory()
        let file = Self.kept(folder, .ephemeral()).file(for: ["a"])
        #expect(file.load() == nil)
        file.keep(Self.samples)
        #expect(try #require(file.load()).samples == Self.samples)
        let bytes = try Data(contentsOf: URL(filePath: folder.path(of: "samples/\(file.name)")))
        #expect(bytes.range(of: Data("Zoë".utf8)) == nil)
    }

    @Test("A file that was changed, cut, moved or sealed by another key is ignored, and another schema has another file")
    func foreign() throws {
        let folder = try TemporaryDirectory()
        let secrets = SecretBox.ephemeral()
        let file = Self.kept(folder, secrets).file(for: ["shop", "orders", "total"])
        file.keep(Self.samples)
        let path = folder.path(of: "samples/\(file.name)")
        let whole = try Data(contentsOf: URL(filePath: path))
        let other = Self.kept(folder, secrets).file(for: ["shop", "orders", "totals"])
        #expect(other.name != file.name && other.load() == nil)
        // Different parts have different files, even if their texts join to the same one.
        #expect(Self.kept(folder, secrets).file(for: ["shop", "orderst", "otal"]).name != file.name)
        try whole.write(to: URL(filePath: folder.path(of: "samples/\(other.name)")))
        #expect(other.load() == nil)
        let stranger = Self.kept(folder, .ephemeral()).file(for: ["shop", "orders", "total"])
        #expect(stranger.name != file.name)
        try whole.write(to: URL(filePath: folder.path(of: "samples/\(stranger.name)")))
        #expect(stranger.load() == nil)
        for damaged in [whole.dropLast(), Data(), Data(whole.map { $0 ^ 1 })] {
            try damaged.write(to: URL(filePath: path))
            #expect(file.load() == nil)
        }
        file.keep(Self.samples)
        #expect(file.load() != nil)
    }

    @Test("Bytes of no writer are no samples, wherever they are cut")
    func cut() {
        let bytes = SampleWriter.bytes(of: Self.samples)
        #expect(SampleReader.samples(of: bytes[...]) == Self.samples)
        for count in bytes.indices { #expect(SampleReader.samples(of: bytes.prefix(count)) == nil) }
        #expect(SampleReader.samples(of: (bytes + [0])[...]) == nil)
    }

    @Test("No more files are kept than there are indexes")
    func bounded() throws {
        let folder = try TemporaryDirectory()
        let kept = Self.kept(folder, .ephemeral())
        for number in 0..<KeptSamples.capacity + 5 { kept.file(for: ["\(number)"]).keep(Self.samples) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "samples")).count == KeptSamples.capacity)
    }

    @Test("After a restart an index is built from stored samples, unless they are too old, damaged or of another schema")
    func restart() async throws {
        let folder = try TemporaryDirectory()
        let kept = Self.kept(folder, .ephemeral())
        let reads = Mutex(0)
        func index(_ parts: [String]) async throws {
            let reader = SourceReader([], in: .sqlite) { _ in [] }
            let make = SourceIndexes.Make {
                kept.file(for: parts)
            } read: { _ in
                reads.withLock { $0 += 1 }
                return []
            } index: {
                reader.index($0)
            }
            let key = SourceIndexes.Key(workspace: WorkspaceID(rawValue: 1), source: "shop", rights: [], layer: nil)
            _ = try await SourceIndexes().index(key, .patient, make)
        }
        try await index(["a"])
        try await index(["a"])
        #expect(reads.withLock { $0 } == 1)
        try await index(["b"])
        #expect(reads.withLock { $0 } == 2)
        let file = kept.file(for: ["a"])
        try Data("{}".utf8).write(to: URL(filePath: folder.path(of: "samples/\(file.name)")))
        try await index(["a"])
        #expect(reads.withLock { $0 } == 3)
        file.keep([], at: .now - SourceIndexes.patience)
        try await index(["a"])
        #expect(reads.withLock { $0 } == 4)
    }
}

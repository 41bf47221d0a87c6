import Foundation
import GatehouseTesting
import Store
import Testing

@Suite("Key file")
struct KeyFileTests {
    let directory: TemporaryDirectory
    var path: String { directory.path(of: "secret.key") }

    init() throws { directory = try TemporaryDirectory() }

    private func isRefused(_ path: String) -> Bool {
        do {
            _ = try SecretBox.open(keyFile: path)
            return false
        } catch { return (error as? StoreError)?.code == .unsafeKeyFile }
    }

    private func put(_ count: Int, mode: Int) throws {
        try Data(repeating: 5, count: count).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    @Test("A missing key file is made with mode 0600 and 32 bytes, and nothing else is left")
    func makes() throws {
        let sealed = try SecretBox.open(keyFile: path).seal([4, 2], context: "c")
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        #expect((attributes[.size] as? NSNumber)?.intValue == 32)
        #expect(try directory.contents() == ["secret.key"])
        #expect(try SecretBox.open(keyFile: path).open(sealed, context: "c") == [4, 2])
    }

    @Test("A key file open to others is refused", arguments: [0o644, 0o640, 0o660, 0o604, 0o700])
    func modes(mode: Int) throws {
        try put(32, mode: mode)
        #expect(isRefused(path))
    }

    @Test("A key file of a wrong length is refused and kept as it is", arguments: [0, 1, 31, 33, 32 * 256])
    func lengths(count: Int) throws {
        try put(count, mode: 0o600)
        #expect(isRefused(path))
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(repeating: 5, count: count))
    }

    @Test("A symbolic link, a dangling one and a folder are refused, and the target is not made")
    func links() throws {
        try put(32, mode: 0o600)
        for (name, target) in [("link", path), ("dangling", directory.path(of: "nowhere"))] {
            try FileManager.default.createSymbolicLink(atPath: directory.path(of: name), withDestinationPath: target)
            #expect(isRefused(directory.path(of: name)))
        }
        #expect(isRefused(directory.path))
        #expect(try directory.contents() == ["dangling", "link", "secret.key"])
    }

    @Test("Many that start together share one key")
    func together() async throws {
        let path = path
        let boxes = try await withThrowingTaskGroup(of: SecretBox.self) { group in
            for _ in 0..<16 { group.addTask { try SecretBox.open(keyFile: path) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let sealed = try boxes[0].seal([1], context: "c")
        for box in boxes { #expect(try box.open(sealed, context: "c") == [1]) }
        #expect(try directory.contents() == ["secret.key"])
    }
}

import Access
package import Catalog
import Foundation
import Notation
import SQL
package import Store

/// Stores samples of data sources in files of the data folder, so that a question after a restart need not read its source again. Files are
/// sealed: a file that was changed, renamed or sealed by another key is ignored.
package struct KeptSamples: Sendable {
    /// Largest file. Unit: bytes.
    static let maximumSize = 64 << 20
    /// Most files. Beyond it, the oldest is deleted. Unit: files.
    static let capacity = SourceIndexes.capacity

    private let folder: String
    private let secrets: SecretBox
    private let identity: @Sendable (String, WorkspaceID) async -> String?

    /// - Parameters:
    ///   - folder: created when the first sample is stored.
    ///   - identity: distinguishes a data source from an earlier one with the same name. Nil for a source that does not exist.
    package init(folder: String, secrets: SecretBox, identity: @escaping @Sendable (String, WorkspaceID) async -> String?) {
        (self.folder, self.secrets, self.identity) = (folder, secrets, identity)
    }

    /// Stores samples of the workspaces' data sources.
    package init(folder: String, secrets: SecretBox, sources: DataSources) {
        self.init(folder: folder, secrets: secrets) { name, workspace in
            // A source that cannot be looked up is read again.
            guard let found = try? await sources.list(in: workspace).first(where: { $0.name == name }) else { return nil }
            let address = found.url.map { "\($0.host) \($0.port ?? 0) \($0.database)" } ?? ""
            return "\(found.id?.rawValue ?? 0) \(found.created?.microseconds ?? 0) \(address)"
        }
    }

    /// The file for the samples that the reader reads with the key's rights. Nil if they are not stored: for external sources, and for
    /// callers with row filters, whose rows may change while the server is off.
    func file(for key: SourceIndexes.Key, _ reader: SourceReader, in contents: SourceCatalog) async -> File? {
        guard contents.external == nil, key.rights.allSatisfy({ $0.filter(.view) == $0.collection.notDeletedFilter }),
            let identity = await identity(key.source, key.workspace)
        else { return nil }
        let rows = key.rights.map { "\($0.collection.name) \($0.collection.notDeletedFilter == .always)" }
        return file(for: ["1", "\(key.workspace.rawValue)", key.source, identity] + rows + reader.parts)
    }

    /// The file for samples that depend on these parts.
    /// - Parameter parts: everything on which the samples depend. Different parts have different files.
    func file(for parts: [String]) -> File {
        let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
        let name = Hexadecimal.encode(secrets.sign(Array(text.utf8), context: "names of kept samples"))
        return File(folder: folder, name: name, secrets: secrets)
    }

    /// One file, which may not exist.
    struct File: Sendable {
        private let folder: String
        let name: String
        private let secrets: SecretBox

        fileprivate init(folder: String, name: String, secrets: SecretBox) {
            (self.folder, self.name, self.secrets) = (folder, name, secrets)
        }

        private var path: String { "\(folder)/\(name)" }
        private var context: String { "kept samples/\(name)" }

        /// The samples and their age. Nil if the file is missing or unreadable.
        func load(at now: Timestamp = .now) -> (samples: [SampledTable], age: Duration)? {
            // If the file is unreadable for any reason, the source is read instead.
            guard let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int, size <= KeptSamples.maximumSize,
                let sealed = FileManager.default.contents(atPath: path), let plain = try? secrets.open(Array(sealed), context: context),
                plain.count >= 8
            else { return nil }
            let made = plain.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let age = now.microseconds - Int64(truncatingIfNeeded: made)
            guard age >= 0, let samples = SampleReader.samples(of: plain.dropFirst(8)) else { return nil }
            return (samples, .microseconds(age))
        }

        /// Stores the samples. If that fails, they are read again after a restart.
        func keep(_ samples: [SampledTable], at now: Timestamp = .now) {
            let time = (0..<8).map { UInt8(truncatingIfNeeded: now.microseconds >> (8 * $0)) }
            let plain = time + SampleWriter.bytes(of: samples)
            // Without the file the source is read again.
            guard plain.count <= KeptSamples.maximumSize - 64, let sealed = try? secrets.seal(plain, context: context) else { return }
            let files = FileManager.default
            // If the folder cannot be created, creating the file fails below.
            try? files.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            removeOthers()
            // The new file replaces the old one atomically, so that no reader sees a part of it.
            let draft = path + ".new"
            guard files.createFile(atPath: draft, contents: Data(sealed), attributes: [.posixPermissions: 0o600]) else { return }
            // If removing fails, the draft is removed later with the old files.
            if rename(draft, path) != 0 { try? files.removeItem(atPath: draft) }
        }

        /// Removes expired files, and the oldest files beyond the capacity.
        private func removeOthers() {
            // Files that cannot be read or removed now are tried again when the next file is stored.
            let files = FileManager.default
            let oldest = Date.now.addingTimeInterval(-Double(SourceIndexes.patience.components.seconds))
            var known: [(path: String, time: Date)] = []
            for name in (try? files.contentsOfDirectory(atPath: folder)) ?? [] where name != self.name {
                let path = "\(folder)/\(name)"
                let time = (try? files.attributesOfItem(atPath: path)[.modificationDate] as? Date) ?? .distantPast
                if time < oldest { try? files.removeItem(atPath: path) } else { known.append((path, time)) }
            }
            for extra in known.sorted(by: { $0.time < $1.time }).prefix(max(0, known.count + 1 - KeptSamples.capacity)) {
                try? files.removeItem(atPath: extra.path)
            }
        }
    }
}

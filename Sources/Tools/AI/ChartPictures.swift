import Foundation
import Notation
package import Store
import Synchronization

/// Pictures of charts, served to anyone who has the sealed, unguessable name, until the name expires. They are files in a folder, limited in number.
package final class ChartPictures: Sendable {
    /// Lifetime of a name, at most seven days.
    static let lifetime = Duration.seconds(24 * 3_600)
    /// Most files; beyond that, the oldest one is removed.
    private static let capacity = 1_000
    private static let context = "chart picture"

    private let folder: String
    private let secrets: SecretBox
    /// Names of files in order of creation.
    private let names = Mutex<[String]?>(nil)

    /// - Parameter folder: created with the first picture.
    package init(folder: String, secrets: SecretBox) {
        self.folder = folder
        self.secrets = secrets
    }

    /// Stores a picture.
    /// - Returns: its name for requests; nil when it could not be written.
    func keep(_ picture: [UInt8]) -> String? {
        let id = Hexadecimal.encode(RandomBytes.make(16))
        let ends = Timestamp.now + Self.lifetime
        // Sealing a text this short cannot fail.
        guard let sealed = try? secrets.seal(Array("\(id) \(ends.microseconds)".utf8), context: Self.context) else { return nil }
        let path = folder + "/" + id
        return names.withLock { names in
            var known = names ?? Self.existing(in: folder)
            guard FileManager.default.createFile(atPath: path, contents: Data(picture), attributes: [.posixPermissions: 0o600]) else { return nil }
            known.append(id)
            // A file that is already gone, or cannot be removed, is not counted any more.
            while known.count > Self.capacity { try? FileManager.default.removeItem(atPath: folder + "/" + known.removeFirst()) }
            names = known
            return Base64URL.encode(sealed) + ".png"
        }
    }

    /// The picture with a name; nil when the name was not issued or has expired, or the picture was removed.
    package func find(_ name: String, at now: Timestamp = .now) -> [UInt8]? {
        guard name.hasSuffix(".png"), name.utf8.count < 512, let sealed = Base64URL.decode(name.utf8.dropLast(4)),
            // A name that does not open was not issued here.
            let plain = try? secrets.open(sealed, context: Self.context)
        else { return nil }
        let parts = String(decoding: plain, as: UTF8.self).split(separator: " ")
        guard parts.count == 2, let ends = Int64(parts[1]), now.microseconds < ends else { return nil }
        return FileManager.default.contents(atPath: folder + "/" + parts[0]).map(Array.init)
    }

    /// Existing pictures, oldest first.
    private static func existing(in folder: String) -> [String] {
        // A folder that cannot be made or read has no pictures, and the next picture is not written. A file without a time is the oldest.
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let times = names.map { name in
            (name, (try? FileManager.default.attributesOfItem(atPath: folder + "/" + name)[.modificationDate] as? Date) ?? .distantPast)
        }
        return times.sorted { $0.1 < $1.1 }.map(\.0)
    }
}

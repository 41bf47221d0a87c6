import Foundation
import Synchronization

/// Loads WordNet in the background, so that the first questions need not wait, and keeps it in memory.
package final class WordNetFile: Sendable {
    private enum State: Sendable {
        case closed, opening
        /// Nil if the files are not installed.
        case open(WordNet?)
    }

    private let folder: String
    private let state = Mutex(State.closed)

    /// - Parameter folder: the folder of the cache.
    package init(folder: String) { self.folder = folder }

    /// Nil if the files are not installed, and until they are read.
    package var words: WordNet? {
        let (words, begins) = state.withLock { state -> (WordNet?, Bool) in
            switch state {
            case .open(let words): return (words, false)
            case .opening: return (nil, false)
            case .closed:
                state = .opening
                return (nil, true)
            }
        }
        if begins {
            Thread.detachNewThread { [self] in
                let made = WordNet.open(in: folder)
                state.withLock { $0 = .open(made) }
            }
        }
        return words
    }
}

/// A compact copy in the data folder, so that the large files are read only once.
extension WordNet {
    /// The name of the cache file.
    package static let fileName = "wordnet.cache"
    /// Longest cache file. Unit: bytes.
    static let maximumSize = 4 << 20
    /// The first line of the file. A file with another one is rebuilt.
    private static let header = "gatehouse wordnet 1"

    /// Reads the cache in a data folder, or builds it from the installed files. Nil if neither exists.
    package static func open(in folder: String?, from source: String = WordNet.folder) -> WordNet? {
        let path = folder.map { "\($0)/\(fileName)" }
        if let path, let bytes = contents(path), bytes.count <= maximumSize, let known = WordNet(cached: bytes) { return known }
        guard let made = WordNet(reading: source, contents) else { return nil }
        // Without the cache, the next start reads the large files again.
        if let path { try? Data(made.cached.utf8).write(to: URL(filePath: path), options: .atomic) }
        return made
    }

    /// Whether the files are installed, for checks of an installation.
    package static var isInstalled: Bool { FileManager.default.isReadableFile(atPath: "\(folder)/index.noun") }

    private static func contents(_ path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map { Array($0) } }

    /// One line per word: the word and the numbers of its meanings, or `=` and its base form.
    var cached: String {
        var out = Self.header + "\n"
        var numbers: [UInt32: Int] = [:]
        for word in meanings.keys.sorted() {
            out += word
            for meaning in meanings[word] ?? [] {
                let number = numbers[meaning] ?? numbers.count
                numbers[meaning] = number
                out += " " + String(number, radix: 36)
            }
            out += "\n"
        }
        for form in plain.keys.sorted() { if let base = plain[form] { out += "\(form) =\(base)\n" } }
        return out
    }

    init?(cached bytes: [UInt8]) {
        let lines = bytes.split(separator: 0x0A)
        guard lines.first.map({ String(decoding: $0, as: UTF8.self) }) == Self.header else { return nil }
        self.init()
        for line in lines.dropFirst() {
            let fields = line.split(separator: 0x20)
            guard fields.count > 1 else { return nil }
            let word = String(decoding: fields[0], as: UTF8.self)
            if fields[1].first == 0x3D {
                put(String(decoding: fields[1].dropFirst(), as: UTF8.self), plain: word)
            } else {
                put(fields.dropFirst().compactMap { UInt32(String(decoding: $0, as: UTF8.self), radix: 36) }, of: word)
            }
        }
    }
}

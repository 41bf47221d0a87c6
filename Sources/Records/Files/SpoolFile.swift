import Access
import Glibc
import Synchronization

/// An unnamed temporary file for data that is too large for memory. It is deleted with this object, or with the process. Calls block.
package final class SpoolFile: Sendable {
    private let descriptor: CInt
    private let written = Mutex(0)
    /// Unit: bytes.
    private let limit: Int

    /// - Parameter limit: largest size; more is refused. Unit: bytes.
    /// - Throws: ``Refusal`` when no file can be created in the folder for temporary files.
    package init(limit: Int = Int(StoredFiles.maximumSize)) throws {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var path = Array("\(folder)/gatehouse-XXXXXX".utf8CString)
        descriptor = path.withUnsafeMutableBufferPointer { $0.baseAddress.map { mkstemp($0) } ?? -1 }
        guard descriptor >= 0 else { throw Self.failed }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        path.withUnsafeBufferPointer { if let start = $0.baseAddress { _ = unlink(start) } }
        self.limit = limit
    }

    deinit { close(descriptor) }

    package var size: Int { written.withLock { $0 } }

    /// - Throws: ``Refusal`` `limited` beyond the limit, and when the disk is full.
    package func write(_ bytes: [UInt8]) throws {
        try written.withLock { written in
            guard written + bytes.count <= limit else {
                throw Refusal(.limited, "the file is larger than \(limit / 1_048_576) MB: narrow it with filter or fields")
            }
            var place = 0
            while place < bytes.count {
                let count = bytes[place...].withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(written + place)) }
                guard count > 0 else { throw Self.failed }
                place += count
            }
            written += bytes.count
        }
    }

    package func read(at offset: Int, _ count: Int) throws -> [UInt8] {
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
            let found = pread(descriptor, buffer.baseAddress, count, off_t(offset))
            failed = found < 0
            read = max(found, 0)
        }
        if failed { throw Self.failed }
        return bytes
    }

    /// The file for reading; it stays open after this object is released.
    package func finished(name: String) throws -> ImportedFile {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw Self.failed }
        return ImportedFile(descriptor: copy, size: size, name: name)
    }

    private static let failed = Refusal(.limited, "the server has no room for the file on its disk")
}

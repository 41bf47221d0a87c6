import Glibc

/// The bytes of a file to import, which can be read several times from the start.
package final class ImportedFile: Sendable {
    enum Content: Sendable {
        case bytes([UInt8])
        /// An open file of the server's own, closed with this object.
        case descriptor(CInt)
    }

    let content: Content
    /// Unit: bytes.
    package let size: Int
    /// The original name of the file; nil for text without a name.
    package let name: String?

    package init(text: String, name: String? = nil) {
        let bytes = Array(text.utf8)
        (content, size, self.name) = (.bytes(bytes), bytes.count, name)
    }

    /// - Parameter descriptor: of a regular file, open for reading; closed with this object.
    package init(descriptor: CInt, size: Int, name: String?) {
        (content, self.size, self.name) = (.descriptor(descriptor), size, name)
    }

    /// Opens a local file.
    /// - Throws: ``ImportError`` when it is not a readable regular file.
    package convenience init(path: String) throws(ImportError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw ImportError("the file cannot be opened: \(String(cString: strerror(errno)))") }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw ImportError("the file is no plain file")
        }
        self.init(descriptor: descriptor, size: Int(status.st_size), name: path.split(separator: "/").last.map(String.init))
    }

    deinit { if case .descriptor(let descriptor) = content { close(descriptor) } }

    /// Up to `count` bytes from an offset; empty at the end.
    func read(at offset: Int, _ count: Int) throws(ImportError) -> ArraySlice<UInt8> {
        switch content {
        case .bytes(let bytes): return bytes[min(offset, bytes.count)..<min(offset + count, bytes.count)]
        case .descriptor(let descriptor):
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
                read = max(pread(descriptor, buffer.baseAddress, count, off_t(offset)), -1)
                if read < 0 { read = 0 }
            }
            guard !bytes.isEmpty || offset >= size else { throw ImportError("the file cannot be read any further") }
            return bytes[...]
        }
    }
}

/// Why reading a file failed.
package struct ImportError: Error, Hashable, Sendable {
    /// For people and models.
    package let reason: String
    /// Line number, from 1; nil when the error concerns the whole file.
    package let line: Int?

    package init(_ reason: String, line: Int? = nil) {
        self.reason = reason
        self.line = line
    }
}

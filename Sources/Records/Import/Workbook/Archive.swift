import CArchive
import Glibc

/// The remaining unpacked size of one file, over all times that it is opened (H01).
final class UnpackBudget {
    private var left: Int

    /// - Parameter size: of the packed file. Unit: bytes.
    init(size: Int) {
        let (many, overflows) = size.multipliedReportingOverflow(by: ImportLimits.unpackedRatio)
        left = min(ImportLimits.unpackedBytes, overflows ? .max : many + ImportLimits.unpackedFree)
    }

    func take(_ bytes: Int) throws(ImportError) {
        left -= bytes
        guard left >= 0 else { throw ImportError("the workbook unpacks to far more than its size: it is refused; save the sheet as CSV") }
    }
}

/// Reads the entries of a ZIP file one after another, unpacked in pieces. Archives inside an entry are not unpacked.
final class Archive {
    private let handle: OpaquePointer
    private let file: ImportedFile
    private let budget: UnpackBudget
    private var entries = 0
    private var piece = [UInt8](repeating: 0, count: 65_536)

    /// - Throws: ``ImportError`` when the file is not a ZIP file.
    init(_ file: ImportedFile, _ budget: UnpackBudget) throws(ImportError) {
        guard case .descriptor(let descriptor) = file.content, let handle = archive_read_new() else {
            throw ImportError("a workbook is no text: upload the file")
        }
        (self.handle, self.file, self.budget) = (handle, file, budget)
        archive_read_support_format_zip_seekable(handle)
        lseek(descriptor, 0, SEEK_SET)
        guard archive_read_open_fd(handle, descriptor, 65_536) == ARCHIVE_OK else { throw broken }
    }

    deinit { archive_read_free(handle) }

    /// Moves to the next entry.
    /// - Returns: its path; nil at the end.
    func next() throws(ImportError) -> String? {
        var entry: OpaquePointer?
        let result = archive_read_next_header(handle, &entry)
        if result == ARCHIVE_EOF { return nil }
        guard result == ARCHIVE_OK || result == ARCHIVE_WARN, let entry else { throw broken }
        entries += 1
        guard entries <= ImportLimits.archiveEntries else {
            throw ImportError("the workbook has more than \(ImportLimits.archiveEntries) parts: it is refused")
        }
        guard archive_entry_is_data_encrypted(entry) == 0 else { throw ImportError("the workbook is protected by a password") }
        return archive_entry_pathname(entry).map { String(cString: $0) } ?? ""
    }

    /// The next bytes of the entry; empty at its end.
    func read() throws(ImportError) -> ArraySlice<UInt8> {
        let count = piece.withUnsafeMutableBytes { archive_read_data(handle, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw broken }
        try budget.take(Int(count))
        return piece[..<Int(count)]
    }

    private var broken: ImportError {
        let words = archive_error_string(handle).map { String(cString: $0) } ?? "unknown"
        return ImportError("the workbook cannot be unpacked: \(words.prefix(200))")
    }
}

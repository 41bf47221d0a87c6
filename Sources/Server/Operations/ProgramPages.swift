import Glibc

/// The pages of this program's code in memory.
enum ProgramPages {
    /// Releases the pages, so that code which only the start needed does not occupy memory. Code that runs again is loaded from the kernel's
    /// cache of the file.
    static func giveBack() {
        guard let code = addresses else { return }
        // The pages of code are never written, so nothing is lost. Where the kernel refuses, they stay.
        madvise(UnsafeMutableRawPointer(bitPattern: code.lowerBound), code.count, MADV_DONTNEED)
    }

    /// The addresses of the program's code. The kernel lists mappings by address and loads libraries at higher addresses, so the first mapping
    /// of code is the program's. Nil if the list cannot be read.
    private static var addresses: Range<UInt>? {
        guard let file = fopen("/proc/self/maps", "r") else { return nil }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer {
            fclose(file)
            free(line)
        }
        while getline(&line, &capacity, file) > 0, let line {
            if let code = code(in: String(cString: line)) { return code }
        }
        return nil
    }

    /// The addresses in a line of the list (proc_pid_maps(5)); nil unless it is a file's code that cannot be written.
    static func code(in line: String) -> Range<UInt>? {
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count == 3, words[1] == "r-xp", words[2].contains("/") else { return nil }
        let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        return ends.count == 2 && ends[0] < ends[1] ? ends[0]..<ends[1] : nil
    }
}

import Glibc

/// A line that must be seen at once, also through a pipe.
enum Announcement {
    static func line(_ text: String) {
        let bytes = Array((text + "\n").utf8)
        _ = write(1, bytes, bytes.count)
    }
}

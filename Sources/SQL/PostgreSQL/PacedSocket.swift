import Glibc

/// A relay between libpq and its server that passes on a limited portion at a time.
///
/// libpq reads while bytes arrive and its buffer has room. It grows the buffer to the length of the row, up to the 1 GB that PostgreSQL can send, and
/// does not report how much it holds. So libpq gets one end of a socket pair as its descriptor; the relay has the other end and the server's socket.
final class PacedSocket {
    /// Bytes passed on at a time, including those in the pair's own buffers.
    private static let portion = 65_536

    /// The socket of the server.
    let server: Int32
    /// Bytes received from the server since the start.
    private(set) var received: UInt64 = 0
    private let outer: Int32
    private let inner: Int32
    private var inward: ArraySlice<UInt8> = []
    private var outward: ArraySlice<UInt8> = []
    private var buffer = [UInt8](repeating: 0, count: portion)

    /// - Parameter socket: libpq's own socket, for which nothing else waits; libpq still owns it.
    /// - Returns: nil when no descriptor is left.
    init?(before socket: Int32) {
        let server = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        guard server >= 0 else { return nil }
        var pair: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else {
            close(server)
            return nil
        }
        dup2(pair[0], socket)
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        close(pair[0])
        self.server = server
        outer = socket
        inner = pair[1]
    }

    deinit {
        close(inner)
        close(server)
    }

    /// Whether libpq has unread data, so that waiting for the server is not needed.
    var isReadable: Bool {
        var descriptor = pollfd(fd: outer, events: Int16(POLLIN), revents: 0)
        return !inward.isEmpty || poll(&descriptor, 1, 0) > 0
    }

    /// Whether the server has not yet received everything that libpq sent.
    var hasUnsent: Bool { !outward.isEmpty }

    /// Passes on everything that libpq sent, and at most one portion of received data.
    func move() {
        while !outward.isEmpty || fill(&outward, from: inner) > 0 { guard hand(&outward, to: server) else { break } }
        if inward.isEmpty {
            let count = fill(&inward, from: server)
            if count > 0 { received += UInt64(count) }
            // libpq finds the end of the stream after the data before it.
            if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { shutdown(inner, Int32(SHUT_WR)) }
        }
        _ = hand(&inward, to: inner)
    }

    private func fill(_ bytes: inout ArraySlice<UInt8>, from socket: Int32) -> Int {
        let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        if count > 0 { bytes = buffer[..<count] }
        return count
    }

    /// - Returns: whether all bytes were sent.
    private func hand(_ bytes: inout ArraySlice<UInt8>, to socket: Int32) -> Bool {
        guard !bytes.isEmpty else { return true }
        let sent = bytes.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)) }
        if sent > 0 { bytes.removeFirst(sent) }
        return bytes.isEmpty
    }
}

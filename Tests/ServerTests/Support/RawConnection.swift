import GatehouseTesting
import Glibc
import Synchronization

/// A TCP connection to 127.0.0.1 that sends exactly the given bytes and returns exactly the received ones.
final class RawConnection: Sendable {
    /// The server was silent for longer than any test waits.
    struct Silence: Error {}

    private let descriptor: Int32
    fileprivate let pending = Mutex<[UInt8]>([])
    private let isClosed = Mutex(false)

    /// - Parameters:
    ///   - receiveBuffer: the kernel's buffer for what is not read. Unit: bytes.
    ///   - segment: the most that one packet carries; with small ones also the sender's kernel takes little. Unit: bytes.
    init(port: UInt16, receiveBuffer: Int32? = nil, segment: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        if var size = receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size)) }
        if var segment { setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_MAXSEG, &segment, socklen_t(MemoryLayout<Int32>.size)) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        address.sin_port = port.bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        guard status == 0 else {
            _ = Glibc.close(descriptor)
            isClosed.withLock { $0 = true }
            throw Silence()
        }
    }

    deinit { close() }

    func close() {
        let wasClosed = isClosed.withLock { closed in
            defer { closed = true }
            return closed
        }
        if !wasClosed { _ = Glibc.close(descriptor) }
    }

    /// Closes the sending side. Responses can still be read.
    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// - Returns: false when the server did not take all of it.
    @discardableResult
    func send(_ bytes: [UInt8]) async throws -> Bool {
        try await blocking { [descriptor] in
            var sent = 0
            while sent < bytes.count {
                let count = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress.map { $0 + sent }, $0.count - sent, Int32(MSG_NOSIGNAL)) }
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }
    }

    @discardableResult
    func send(_ text: String) async throws -> Bool { try await send(Array(text.utf8)) }

    /// The next response; nil when the server ended the connection before a whole one.
    /// - Parameter hasBody: false for the answer to HEAD.
    func response(hasBody: Bool = true) async throws -> RawResponse? {
        try await blocking { [self] in
            while true {
                let found = pending.withLock { RawResponse.take(from: &$0, hasBody: hasBody) }
                if let found { return found }
                guard try receive() else { return nil }
            }
        }
    }

    /// Everything until the server ends the connection.
    /// - Throws: ``Silence`` when it does not.
    @discardableResult
    func rest() async throws -> [UInt8] {
        try await blocking { [self] in
            while try receive() {}
            return pending.withLock { pending in
                defer { pending = [] }
                return pending
            }
        }
    }

    /// False at the end of the connection, in order or by reset.
    fileprivate func receive() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0, errno == EAGAIN || errno == EWOULDBLOCK { throw Silence() }
        guard count > 0 else { return false }
        pending.withLock { $0.append(contentsOf: buffer[..<count]) }
        return true
    }
}

extension RawConnection {
    /// The server ended the connection before the text came.
    struct Ended: Error {}

    /// Waits for a text, and takes everything up to its end.
    @discardableResult
    func until(_ text: String) async throws -> String {
        let wanted = Array(text.utf8)
        return try await blocking { [self] in
            while true {
                let found: [UInt8]? = pending.withLock { pending in
                    guard let range = pending.firstRange(of: wanted) else { return nil }
                    defer { pending.removeSubrange(..<range.upperBound) }
                    return Array(pending[..<range.upperBound])
                }
                if let found { return String(decoding: found, as: UTF8.self) }
                guard try receive() else { throw Ended() }
            }
        }
    }
}

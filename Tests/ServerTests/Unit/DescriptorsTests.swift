import Testing

@testable import Server

@Suite("File descriptors")
struct DescriptorsTests {
    @Test("I15 connections leave some for everything else", arguments: [(64, 32), (256, 192), (1_024, 896), (65_536, 57_344)])
    func room(descriptors: Int, connections: Int) {
        #expect(Descriptors.room(descriptors) == connections)
    }

    @Test("I15 the server takes as many connections as it may have, and the next when one has gone")
    func connections() async throws {
        var limits = ConnectionLimits()
        limits.maximumConnections = 4
        try await RunningServer.run(limits: limits) { server in
            let live = Ask.get("/health/live").text(host: server.host)
            var held: [RawConnection] = []
            for _ in 0..<4 {
                let connection = try RawConnection(port: server.port)
                try await connection.send(live)
                #expect(try await connection.response()?.status == 200)
                held.append(connection)
            }
            let waiting = try RawConnection(port: server.port)
            try await waiting.send(live)
            // Those that are open are served on.
            for connection in held {
                for _ in 0..<20 {
                    try await connection.send(Ask.get("/metrics").text(host: server.host))
                    #expect(try await connection.response()?.text.contains("\ngatehouse_connections 4\n") == true)
                }
            }
            held.removeLast().close()
            #expect(try await waiting.response()?.status == 200)
        }
    }
}

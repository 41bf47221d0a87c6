import Testing

@testable import Server

@Suite("Names of requests")
struct RequestIDsTests {
    @Test("are 16 hexadecimal digits, none twice, on one connection and across many")
    func names() {
        let connections = (0..<100).map { _ in RequestIDs() }
        let names = connections.flatMap { ids in (0..<100).map { _ in ids.next() } } + (0..<100).map { _ in RequestIDs.one() }
        #expect(names.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{16}/) != nil })
        #expect(Set(names).count == names.count)
    }

    @Test("use every digit at every place")
    func spread() {
        let ids = RequestIDs()
        let names = (0..<1_000).map { _ in Array(ids.next()) }
        for place in 0..<16 { #expect(Set(names.map { $0[place] }).count == 16) }
    }
}

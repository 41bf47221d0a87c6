import HTTPTypes
import Testing

@testable import Server

@Suite("Paths of NocoBase's REST interface")
struct RecordPathTests {
    private static func read(_ method: HTTPRequest.Method, _ path: String) -> String? {
        RecordPath(path[...], method, reserved: ["login", "v1"]).map { path in
            "\(path.resource) \(path.action)" + (path.source.map { " of \($0)" } ?? "") + (path.key.map { " at \($0)" } ?? "")
        }
    }

    @Test(
        "a path names a collection or a relation, an action, and the keys of rows",
        arguments: [
            ("orders:list", "orders list"), ("orders:get/5", "orders get at 5"), ("posts/1/comments:create", "posts.comments create of 1"),
            ("posts/1/comments:update/7", "posts.comments update of 1 at 7"), ("sales.orders:list", "sales.orders list"),
            ("get-users:list", "get-users list"), ("login:list", "login list"), ("posts/a%2Fb/tags:add", "posts.tags add of a/b"),
            ("posts/a+b/tags:add", "posts.tags add of a+b"), ("m%C3%B6bel:list", "möbel list"), ("a%3Ab:list", "a:b list"),
        ])
    func actions(path: String, expected: String) {
        #expect(Self.read(.post, path) == expected)
    }

    @Test(
        "without an action in the path the method determines it",
        arguments: [
            (.get, "orders", "orders list"), (.post, "orders", "orders create"), (.get, "orders/5", "orders get at 5"),
            (.put, "orders/5", "orders update at 5"), (.patch, "orders/5", "orders update at 5"), (.delete, "orders/5", "orders destroy at 5"),
            (.delete, "orders", "orders destroy"), (.get, "posts/1/comments", "posts.comments list of 1"),
            (.post, "posts/1/comments", "posts.comments create of 1"), (.delete, "posts/1/comments/7", "posts.comments destroy of 1 at 7"),
            (.head, "orders", "orders list"),
        ] as [(HTTPRequest.Method, String, String)])
    func verbs(method: HTTPRequest.Method, path: String, expected: String) {
        #expect(Self.read(method, path) == expected)
    }

    @Test(
        "other paths are none",
        arguments: [
            "", "/", "orders/", "orders//comments", "a/1/b/2/c", "get-nothing", "login", "login/5", "v1/mcp", ":list", "orders:", "a:b/1/c:list",
            "%zz",
            "5orders", "%FF:list",
        ])
    func others(path: String) {
        #expect(Self.read(.get, path) == nil)
    }

    @Test("a row takes no POST, and a collection no PUT")
    func methods() {
        #expect(Self.read(.post, "orders/5") == nil && Self.read(.put, "orders") == nil && Self.read(.patch, "orders") == nil)
    }
}

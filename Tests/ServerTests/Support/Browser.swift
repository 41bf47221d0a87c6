import JSON
import Notation
import OAuth
import Synchronization
import Testing

/// A browser as far as the pages need one: keeps cookies, says where a request comes from, fills in forms, follows redirects of this server.
final class Browser: Sendable {
    let server: RunningServer
    private let jar = Mutex<[String: String]>([:])

    init(_ server: RunningServer) { self.server = server }

    var cookies: [String: String] { jar.withLock { $0 } }

    func forget(_ cookie: String) { jar.withLock { $0[cookie] = nil } }
    func keep(_ cookie: String, _ value: String) { jar.withLock { $0[cookie] = value } }

    private var origin: String { "http://\(server.host)" }

    func get(_ path: String, fields: [(name: String, value: String)] = []) async throws -> RawResponse {
        try await send(Ask(method: "GET", path: path, fields: [("Accept", "text/html"), ("Sec-Fetch-Site", "none")] + fields))
    }

    /// Sends a form as a page of this server does.
    /// - Parameter fields: instead of the fields that say so.
    func post(_ path: String, _ form: [(String, String)], fields: [(name: String, value: String)]? = nil) async throws -> RawResponse {
        let from = fields ?? [("Origin", origin), ("Sec-Fetch-Site", "same-origin")]
        return try await send(
            Ask(path: path, fields: [("Content-Type", "application/x-www-form-urlencoded")] + from, body: Self.encoded(form)))
    }

    func send(_ ask: Ask) async throws -> RawResponse {
        var ask = ask
        if !cookies.isEmpty { ask.fields.append(("Cookie", cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; "))) }
        let answer = try await server.answer(ask)
        for field in answer.fields where field.name == "set-cookie" {
            let pair = (field.value.split(separator: ";").first ?? "").split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { continue }
            if pair[1].isEmpty { forget(String(pair[0])) } else { keep(String(pair[0]), String(pair[1])) }
        }
        return answer
    }

    /// Follows redirects that stay here.
    func follow(_ answer: RawResponse) async throws -> RawResponse {
        var answer = answer
        for _ in 0..<8 {
            guard (300..<400).contains(answer.status), let place = answer["location"], place.hasPrefix("/") else { return answer }
            answer = try await get(place)
        }
        return answer
    }

    /// Fills in the sign-in page that a place leads to.
    /// - Returns: the answer to the form.
    func signIn(_ user: String = "built-in/admin", password: String, at place: String = "/login") async throws -> RawResponse {
        let page = try await follow(get(place))
        let parts = user.split(separator: "/").map(String.init)
        return try await post(
            "/login", page.hidden + [("organization", parts[0]), ("username", parts[1]), ("password", password)])
    }

    /// Answers a consent page.
    /// - Parameter scopes: what stays ticked; nil for all.
    func decide(_ page: RawResponse, _ decision: String = "allow", scopes: [String]? = nil) async throws -> RawResponse {
        let ticked = (scopes ?? page.scopes).map { ("scope", $0) }
        return try await post(page.action ?? "/none", page.hidden + ticked + [("decision", decision)])
    }

    static func encoded(_ form: [(String, String)]) -> String {
        form.map { "\(PercentEncoding.encode($0.0))=\(PercentEncoding.encode($0.1))" }.joined(separator: "&")
    }
}

extension RawResponse {
    /// The values of every field of a name.
    func all(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    /// Names and values of the hidden fields of the page's last form: the one of its card.
    var hidden: [(String, String)] {
        let form = text[(text.ranges(of: "<form").last?.lowerBound ?? text.startIndex)...]
        return form.matches(of: /<input type="hidden" name="([^"]*)" value="([^"]*)">/).map { (String($0.1), Self.plain(String($0.2))) }
    }

    /// Where the page's last form goes.
    var action: String? {
        let form = text[(text.ranges(of: "<form").last?.lowerBound ?? text.startIndex)...]
        return form.firstMatch(of: /action="([^"]*)"/).map { Self.plain(String($0.1)) }
    }

    /// The scopes that the page offers.
    var scopes: [String] { text.matches(of: /name="scope" value="([^"]*)"/).map { Self.plain(String($0.1)) } }

    /// The parameters of the redirect's query.
    var redirected: [String: String] {
        let query = (self["location"] ?? "").drop { $0 != "?" }.dropFirst()
        let pairs = query.split(separator: "&").map { item in
            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(pair[0]), PercentEncoding.decodeForm(pair.count > 1 ? Array(pair[1].utf8) : []) ?? "")
        }
        return Dictionary(pairs) { first, _ in first }
    }

    private static func plain(_ text: String) -> String {
        text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing(
            "&amp;", with: "&")
    }
}

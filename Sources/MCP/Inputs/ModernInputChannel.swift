import JSON
import Synchronization

/// Asks by ending the call: the client repeats the call with the answers and a sealed state, and the handler runs again.
///
/// The state contains the answers of earlier rounds. It is bound to the principal, the method and the arguments.
final class ModernInputChannel: InputChannel {
    private let sealer: any Sealer
    /// The seal's context. It is computed on demand, because most calls ask nothing.
    private let context: @Sendable () -> String
    private let lifetime: Duration
    /// Answers of earlier rounds, from the state.
    private let known: JSONObject
    /// Answers in this request to the questions of the previous round.
    private let given: JSONObject
    let asked: Set<String>
    /// Answers for the next state: those of earlier rounds, and the valid answers of this round to questions that this run asked.
    private let kept: Mutex<JSONObject>

    /// - Throws: -32602 for a state that was changed, has expired, or belongs to another principal or to other arguments.
    init(_ call: Call, owner: String, sealer: any Sealer, lifetime: Duration) throws(MCPError) {
        self.sealer = sealer
        self.lifetime = lifetime
        let (method, params) = (call.method.rawValue, call.params)
        context = { "input\n\(owner)\n\(method)\n" + Self.canonical(params) }
        switch call.params["requestState"] {
        case nil, .null:
            known = JSONObject()
            // Answers without the state are ignored.
            given = JSONObject()
            asked = []
        case .string(let state):
            // The error does not reveal why the state is invalid.
            guard let bytes = sealer.open(state, context: context()), let value = try? JSONValue(parsing: bytes),
                let answers = value["answers"]?.object
            else { throw MCPError.invalidParams("Param 'requestState' is not valid here") }
            known = answers
            let last = Set(value["asked"]?.array?.compactMap(\.string) ?? [])
            given = JSONObject((call.params["inputResponses"]?.object ?? JSONObject()).filter { last.contains($0.key) }.map { ($0.key, $0.value) })
            asked = last.union(answers.map(\.key))
        default: throw MCPError.invalidParams("Param 'requestState' must be a string")
        }
        kept = Mutex(known)
    }

    func ask(_ questions: [Question]) async throws -> [String: InputResponse] {
        var answers: [String: InputResponse] = [:]
        var missing: [Question] = []
        for question in questions {
            if let value = known[question.key] ?? given[question.key], let answer = question.request.answer(value) {
                answers[question.key] = answer
                kept.withLock { $0[question.key] = value }
            } else {
                missing.append(question)
            }
        }
        guard !missing.isEmpty else { return answers }
        throw try required(missing, kept.withLock { $0 })
    }

    private func required(_ questions: [Question], _ answers: JSONObject) throws -> InputRequired {
        let asked = JSONValue.array(questions.map { .string($0.key) })
        // A random value makes two states with the same answers differ.
        let state: JSONValue = ["answers": .object(answers), "asked": asked, "round": .string(RandomName.make())]
        return InputRequired(questions: questions, state: try sealer.seal(state.serialized, context: context(), lifetime: lifetime))
    }

    /// The parameters without those of a round, serialized with sorted members.
    private static func canonical(_ params: JSONObject) -> String {
        var plain = params
        for key in ["_meta", "inputResponses", "requestState"] { plain[key] = nil }
        return String(decoding: sorted(.object(plain)).serialized, as: UTF8.self)
    }

    private static func sorted(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): .array(elements.map(sorted))
        case .object(let members): .object(JSONObject(members.map { ($0.key, sorted($0.value)) }.sorted { $0.0 < $1.0 }))
        default: value
        }
    }
}

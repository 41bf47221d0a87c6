import JSON

/// Ends one run of a handler (2026-07-28). The client receives the questions and repeats the call with the answers.
struct InputRequired: Error, ResultBody {
    let questions: [Question]
    /// The sealed answers of earlier rounds.
    let state: String

    var resultType: StaticString { "input_required" }

    func writeMembers(into writer: inout JSONWriter, revision: Revision) {
        if !questions.isEmpty {
            writer.key("inputRequests")
            writer.object { writer in
                for question in questions {
                    writer.key(question.key)
                    question.write(into: &writer, revision: revision)
                }
            }
        }
        writer.member("requestState", state)
    }
}

extension Question {
    /// Writes `{method, params}`.
    func write(into writer: inout JSONWriter, revision: Revision) {
        writer.object { writer in
            writer.member("method", request.method)
            writer.key("params")
            writer.object { request.writeParams(into: &$0, revision: revision) }
        }
    }
}

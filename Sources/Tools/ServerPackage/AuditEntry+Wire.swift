package import JSON
package import Store

extension AuditEntry {
    /// The members of one row, as the tool and the command line give it.
    package func write(to writer: inout JSONWriter) {
        writer.member("id", call.id)
        writer.member("time", call.time)
        writer.member("node", position.node)
        writer.member("organization", call.organization)
        writer.member("workspace", call.workspace)
        writer.member("caller", call.caller)
        writer.member("user", call.user)
        writer.member("client", call.client)
        writer.member("tool", call.tool)
        writer.member("objects", call.objects)
        writer.member("request", call.requestID)
        writer.member("decision", outcome?.decision.rawValue)
        writer.member("outcome", outcome?.outcome.rawValue)
        writer.member("code", outcome?.code)
        writer.member("rows", outcome?.rows)
        writer.member("changed", outcome?.changed)
        writer.member("durationMicroseconds", outcome?.duration.microseconds)
    }
}

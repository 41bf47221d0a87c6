import Outbound

/// The code of the error that asking ends with; nil when it is answered.
func refusal(_ client: OutboundClient, _ url: String) async -> OutboundError.Code? {
    do throws(OutboundError) {
        _ = try await client.get(url)
        return nil
    } catch { return error.code }
}

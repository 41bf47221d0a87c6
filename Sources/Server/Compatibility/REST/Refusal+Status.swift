import Access
import HTTPTypes
import Tools

extension Refusal.Code {
    var status: HTTPResponse.Status { HTTPResponse.Status(code: number) }
}

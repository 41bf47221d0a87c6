/// RFC 8628 section 3.4.
package struct DeviceCodeRequest: Sendable {
    package let code: String
    package let resources: [String]

    init(_ parameters: Parameters) throws(OAuthError) {
        code = try parameters.require("device_code")
        resources = parameters.all("resource")
    }
}

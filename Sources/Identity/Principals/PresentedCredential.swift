/// A credential as a request shows it, held as its digest: what principals are found by.
package enum PresentedCredential: Hashable, Sendable {
    case key(PresentedKey)
    case token(PresentedToken)
    case secret(PresentedSecret)
    case session(PresentedSession)
}

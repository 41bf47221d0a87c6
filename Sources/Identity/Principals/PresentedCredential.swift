/// A credential as a request presents it, held as its digest. Principals are looked up by it.
package enum PresentedCredential: Hashable, Sendable {
    case key(PresentedKey)
    case token(PresentedToken)
    case secret(PresentedSecret)
    case session(PresentedSession)
}

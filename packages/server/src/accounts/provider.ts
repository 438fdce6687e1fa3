/** Whom a provider says that it saw. */
export interface ProviderUser {
  issuer: string
  /** The provider's lasting id of the person. */
  subject: string
  email: string | undefined
  /** Whether the provider says that the address is the person's own. */
  emailVerified: boolean
  /** When the person last signed in there, in milliseconds since 1970, where the provider tells. */
  authenticatedAt: number | undefined
}

/** What ties an answer of a provider to the question. */
export interface ProviderStep {
  state: string
  nonce: string
  /** Of PKCE. */
  verifier: string
}

/** Why a provider signed nobody in. The message is for the log: it holds no secret. */
export class ProviderProblem extends Error {
  override readonly name = 'ProviderProblem'
  readonly kind: 'refused' | 'unreachable' | 'invalid'

  constructor(kind: ProviderProblem['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** Signs people in elsewhere (OpenID Connect, or GitHub's OAuth). */
export interface Provider {
  /** What its button says. */
  name: string
  /**
   * Where the browser is sent. `again` has the person sign in there anew.
   * @throws {@link ProviderProblem}
   */
  begin(options: { again: boolean }): Promise<{ url: string; step: ProviderStep }>
  /**
   * Reads the address that the browser came back with.
   * @throws {@link ProviderProblem}
   */
  finish(callback: URL, step: ProviderStep): Promise<ProviderUser>
}

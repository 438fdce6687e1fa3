/** The person that a provider identified. */
export interface ProviderUser {
  issuer: string
  /** The provider's permanent id of the person. */
  subject: string
  email: string | undefined
  /** Whether the provider says that the address belongs to the person. */
  emailVerified: boolean
  /** When the person last signed in there, in milliseconds since 1970, if the provider says so. */
  authenticatedAt: number | undefined
}

/** What connects a provider's response with our request. */
export interface ProviderStep {
  state: string
  nonce: string
  /** The PKCE verifier. */
  verifier: string
}

/** Why signing in with a provider failed. The message is for the log and contains no secret. */
export class ProviderProblem extends Error {
  override readonly name = 'ProviderProblem'
  readonly kind: 'refused' | 'unreachable' | 'invalid'

  constructor(kind: ProviderProblem['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** Signs people in with a provider (OpenID Connect, or GitHub's OAuth). */
export interface Provider {
  /** The label of the provider's button. */
  name: string
  /**
   * Where the browser is sent. With `again`, the provider asks the person to sign in anew.
   * @throws {@link ProviderProblem}
   */
  begin(options: { again: boolean }): Promise<{ url: string; step: ProviderStep }>
  /**
   * Reads the URL with which the browser came back.
   * @throws {@link ProviderProblem}
   */
  finish(callback: URL, step: ProviderStep): Promise<ProviderUser>
}

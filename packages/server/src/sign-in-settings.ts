import { choice, key, onOrOff, optional, type Reader, webAddress } from './setting-readers.ts'

/** The settings of the dashboard's accounts. */
export interface SignInSettings {
  /** Signs the dashboard's cookies; undefined means that the database's dialect provides a secret. */
  authSecret: string | undefined
  /** Whether people may create accounts for themselves. */
  signUp: 'open' | 'closed'
  /** The domains whose addresses may sign up; undefined means all. */
  signUpDomains: readonly string[] | undefined
  /** Where strangers report a vulnerability: a mailto: or https: URL; undefined means nowhere. */
  securityContact: string | undefined
  /** Whether operators see and change accounts only with a session that a code or a passkey opened. */
  operatorSecondFactor: 'optional' | 'required'
  /** The provider with which people can sign in (OpenID Connect, or GitHub); undefined means none. */
  oidcIssuer: string | undefined
  /** The id of this service at the provider. */
  oidcClientId: string | undefined
  /** The secret of this service at the provider. */
  oidcClientSecret: string | undefined
  /** The label of the provider's button; undefined means the provider's own name. */
  oidcName: string | undefined
  /** Whether the provider's addresses count as confirmed although it does not say so. */
  oidcTrustEmail: boolean
}

/** The least number of characters of a secret. */
const MIN_SECRET = 32

export const SIGN_IN_SETTINGS: { [Key in keyof SignInSettings]: Reader<SignInSettings[Key]> } = {
  authSecret: {
    name: 'AUTH_SECRET',
    fallback: '',
    takes: `at least ${MIN_SECRET} characters that nobody can guess, such as the output of openssl rand -hex 32`,
    read: optional((text) => (text.length >= MIN_SECRET ? text : undefined)),
    secret: 'all',
  },
  signUp: choice('SIGN_UP', ['open', 'closed']),
  securityContact: {
    name: 'SECURITY_CONTACT',
    fallback: '',
    takes: 'a URL such as mailto:security@example.com or https://example.com/security',
    read: optional((text) => (/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(text) ? text : undefined)),
  },
  signUpDomains: {
    name: 'SIGN_UP_DOMAINS',
    fallback: '',
    takes: 'a comma-separated list of domains such as example.com',
    read: optional((text) => {
      const domains = text.split(',').map((part) => part.trim().toLowerCase())
      return domains.every((domain) => /^[^\s@.,]+(\.[^\s@.,]+)+$/.test(domain)) ? domains : undefined
    }),
  },
  operatorSecondFactor: choice('OPERATOR_SECOND_FACTOR', ['optional', 'required']),
  oidcIssuer: webAddress('OIDC_ISSUER'),
  oidcClientId: {
    name: 'OIDC_CLIENT_ID',
    fallback: '',
    takes: 'the client id that the provider issued',
    read: optional((text) => text.trim() || undefined),
  },
  oidcClientSecret: key('OIDC_CLIENT_SECRET'),
  oidcName: {
    name: 'OIDC_NAME',
    fallback: '',
    takes: 'a label of at most 40 characters',
    read: optional((text) => (text.length <= 40 ? text.trim() || undefined : undefined)),
  },
  oidcTrustEmail: onOrOff('OIDC_TRUST_EMAIL', 'off'),
}

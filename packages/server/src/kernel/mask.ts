const MASK = '***'

/** Parameters of connection strings that contain no secret. All other parameters of a URL are masked. */
const HARMLESS = new Set([
  'application_name',
  'api-version',
  'connect_timeout',
  'database',
  'dbname',
  'format',
  'host',
  'hostaddr',
  'language',
  'port',
  'schema',
  'sslmode',
  'sslrootcert',
  'target_session_attrs',
  'user',
])

/** A part of a path that looks like a key: long, without a dot, made of letters and digits. */
const KEY_LIKE = /(?<![^/\s:])(?=[^/]*\d)(?=[^/]*[A-Za-z])[\w-]{20,}(?![^/\s])/g

const PARAMETER = /([?&;])([^=&;#?]*)=([^&;#]*)/g

/** `name=value`, the value quoted or not, as in `host=db user=ada password=…`. */
const KEYWORD = /(?<!\w)(\w+)\s*=\s*('(?:[^'\\]|\\.)*'?|\S+)/g

/**
 * Masks a setting that may contain a password: a URL of any scheme, even a malformed one, or a keyword connection
 * string. Everything that is not known to be harmless is hidden, so more may be hidden than is secret.
 */
export function maskSecrets(text: string): string {
  const scheme = /^(?:(?:jdbc:)?[a-z][a-z\d+.-]*:)?\/\//i.exec(text)?.[0]
  if (scheme !== undefined) return scheme + maskRest(text.slice(scheme.length))
  if (/^\s*\w+\s*=/.test(text)) return maskKeywords(text)
  return maskRest(text)
}

/** Masks what follows `scheme://`. The last `@` ends a password that contains one itself. */
function maskRest(rest: string): string {
  const at = rest.lastIndexOf('@')
  if (at < 0) return maskPlace(rest)
  const credentials = rest.slice(0, at)
  // This `@` may end a password or belong to what follows the host, so everything before it is masked.
  if (/[/?#]/.test(credentials)) return MASK
  return maskUser(credentials) + maskPlace(rest.slice(at + 1))
}

function maskUser(credentials: string): string {
  const colon = credentials.indexOf(':')
  // A user name without a password may be a token.
  return colon < 0 ? `${MASK}@` : `${credentials.slice(0, colon)}:${MASK}@`
}

function maskPlace(place: string): string {
  const [beforeFragment = '', ...fragment] = place.split('#')
  const shown = beforeFragment
    .replace(PARAMETER, (_all, mark: string, name: string, value: string) =>
      HARMLESS.has(decoded(name).toLowerCase()) ? `${mark}${name}=${value}` : `${mark}${name}=${MASK}`,
    )
    .replace(KEY_LIKE, MASK)
  return fragment.length > 0 ? `${shown}#${MASK}` : shown
}

function maskKeywords(text: string): string {
  const pairs = [...text.matchAll(KEYWORD)].map(([, name = '', value = '']) =>
    HARMLESS.has(name.toLowerCase()) ? `${name}=${value}` : `${name}=${MASK}`,
  )
  return pairs.join(' ')
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

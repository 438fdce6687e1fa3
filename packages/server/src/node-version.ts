/** The first version of Node with everything that the service uses; `engines` in package.json says the same. */
const OLDEST = [22, 18] as const

/** What to tell a user whose Node is too old for the service; undefined if it is not. `version` is such as `22.18.0`. */
export function complainOfNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [leastMajor, leastMinor] = OLDEST
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return undefined
  return `deep-research needs Node ${OLDEST.join('.')} or newer, and this is Node ${version}. Get a newer one at https://nodejs.org, or run npm install -D node@24 for this folder alone.`
}

/** Pages that a sign-in may lead on to. */
const PLACES = /^\/(start|credentials|credits|usage|research|sources|playground|account|operator)(\/|$)/

/** Any origin would do: a text that names another one leads away from it. */
const HERE = 'http://here.invalid'

/** The page of this service that a text names, with its query, as a header can hold it. */
export function placeFor(to: string): string {
  const url = URL.parse(to, HERE)
  return url?.origin === HERE && PLACES.test(url.pathname) ? `${url.pathname}${url.search}` : '/credentials'
}

/** Sent with every response: nothing here is a page, and nothing may be guessed, cached or leaked by a referrer. */
export const SAFETY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

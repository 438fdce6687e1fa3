/** Whether a value is an error, also one of another realm, as those of the platform are in Jest: `instanceof` says no. */
export function isError(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && 'message' in value && 'name' in value
}

/**
 * The service cannot start, or a command cannot be run, for a reason that the user can fix. The message is one plain
 * line.
 */
export class UserError extends Error {
  override readonly name = 'UserError'
}

/** The service cannot start, or a command cannot be done, for a reason that its user can mend. One plain line. */
export class UserError extends Error {
  override readonly name = 'UserError'
}

import type { Mail } from '#kernel/mail.ts'

/** To the new address of an account, whose owner asked for it. */
export function addressMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Confirm your new email address',
    text: `Open this link within an hour, in the browser in which you are signed in, to use this address from now on:\n\n${link}\n\nIf you did not request this, you can ignore this message. Nothing has changed.\n`,
  }
}

/** To the old address of an account. */
export function changedMail(to: string, email: string): Mail {
  return {
    to,
    subject: 'Your email address was changed',
    text: `The address of your account is now ${email}. If you did not change it, contact the operator of the service.\n`,
  }
}

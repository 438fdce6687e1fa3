import type { Mail } from '#kernel/mail.ts'

const IGNORE = 'If you did not request this, you can ignore this message. Nothing has changed.'

/** To an address without an account, whose owner asked to sign up. */
export function signUpMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Confirm your email address',
    text: `Open this link within an hour to confirm your email address and choose a password:\n\n${link}\n\n${IGNORE}\n`,
  }
}

/** To the owner of an account, as somebody tried to sign up with its address. */
export function takenMail(to: string, base: string): Mail {
  return {
    to,
    subject: 'You already have an account',
    text: `Someone, most likely you, tried to sign up with this address, but it already has an account.\n\nSign in: ${base}/sign-in\nForgot your password: ${base}/forgot-password\n\n${IGNORE}\n`,
  }
}

/** To the owner of an account who forgot its password. */
export function resetMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Reset your password',
    text: `Open this link within an hour to sign in and set a new password. Doing so closes every other session:\n\n${link}\n\n${IGNORE}\n`,
  }
}

/** To somebody whom an operator invites. */
export function invitationMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'You are invited',
    text: `An operator of this research service invites you. Open this link within seven days to choose a password and make your account:\n\n${link}\n\nIf you did not expect this, you can ignore this message. Nothing has been made.\n`,
  }
}

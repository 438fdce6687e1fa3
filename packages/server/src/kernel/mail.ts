/** A message in plain text. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/** Sends mail. */
export interface Mailer {
  /** Resolves when the mail server has accepted the message. */
  send(mail: Mail): Promise<void>
  close(): void
}

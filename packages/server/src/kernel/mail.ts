/** A message in plain text. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/** Sends mail. */
export interface Mailer {
  /** Resolves when the message was handed over to the next server. */
  send(mail: Mail): Promise<void>
  close(): void
}

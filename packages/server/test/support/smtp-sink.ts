import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A message as a server received it. */
export interface ReceivedMail {
  to: string[]
  /** Headers and body, as they came. */
  source: string
  /** The first link in it. */
  link: string
}

export interface SmtpSink {
  /** Its URL, with a password that it asks for. */
  url: string
  received: ReceivedMail[]
  /** The next message that has not been taken yet. */
  next(): Promise<ReceivedMail>
}

/** A mail server on a free loopback port that keeps what it is given; closed after the test. */
export async function startSmtpSink(): Promise<SmtpSink> {
  const received: ReceivedMail[] = []
  const waiting: ((mail: ReceivedMail) => void)[] = []
  let taken = 0
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth({ username, password }, _session, done) {
      if (username === 'ada' && password === 'p@ss word') done(null, { user: username })
      else done(new Error('Invalid username or password'))
    },
    async onData(stream, { envelope }, done) {
      let source = ''
      for await (const chunk of stream) source += chunk
      // Long lines are folded where mail is sent.
      const text = source.replace(/=\r\n/g, '').replace(/=3D/g, '=')
      const mail = {
        to: envelope.rcptTo.map(({ address }) => address),
        source,
        link: /https?:\/\/\S+/.exec(text)?.[0] ?? '',
      }
      received.push(mail)
      done()
      waiting.shift()?.(mail)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://ada:p%40ss%20word@127.0.0.1:${port}`,
    received,
    next() {
      taken += 1
      const mail = received[taken - 1]
      return mail ? Promise.resolve(mail) : new Promise((resolve) => waiting.push(resolve))
    },
  }
}

import { Webhook } from 'standardwebhooks'

/** The headers of a message, signed with each secret as Standard Webhooks say. `at` is the time of the attempt. */
export function signedHeaders(
  { id, body }: { id: string; body: string },
  at: number,
  secrets: readonly string[],
): Record<string, string> {
  const time = new Date(at)
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, time, body)).join(' '),
  }
}

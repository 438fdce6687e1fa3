import type { Citation } from '@deep-research/sdk/contract'

type Checked = Pick<Citation, 'verified' | 'verification'>

/** What the check of a claim against its source came to, and no more than it did. */
export function verdictOf({ verified, verification }: Checked): string {
  if (verified && verification?.method === 'verbatim') return '✓ Quoted word for word from the source.'
  return verified
    ? `✓ Borne out by its source: ${confirmed(verification)}`
    : `Not borne out: ${unconfirmed(verification)}`
}

function confirmed(verification: Checked['verification']): string {
  if (verification?.method === 'lexical') return 'its words, numbers and names were found there.'
  if (verification?.method === 'judge') return 'a language model found it supported there.'
  return 'it was found there.'
}

function unconfirmed(verification: Checked['verification']): string {
  const { numbers = true, entities = true, polarity = true } = verification?.checks ?? {}
  if (!numbers) return 'a number in the claim was not found in this passage.'
  if (!entities) return 'a name in the claim was not found in this passage.'
  if (!polarity) return 'the claim may say more than this passage, or its opposite.'
  return 'the check could not match the claim to this passage. Read it before you rely on it.'
}

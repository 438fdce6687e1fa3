import { parentPort, workerData } from 'node:worker_threads'
import { UnreadableContentError } from './decode.ts'
import type { DocumentParts } from './parts.ts'
import { extractPdf } from './pdf-text.ts'

/** What the worker answers, once. */
export type PdfAnswer = { parts: DocumentParts } | { problem: string }

function problemOf(error: unknown): string {
  if (error instanceof UnreadableContentError) return error.message
  if (error instanceof Error && error.name === 'PasswordException') return 'is protected by a password'
  return 'is not a readable PDF (broken or cut short)'
}

// PDF.js abandons work on broken parts of a file; whether the whole can be read shows below.
process.on('unhandledRejection', () => {})

const answer: PdfAnswer = await extractPdf(workerData as Uint8Array).then(
  (parts) => ({ parts }),
  (error: unknown) => ({ problem: problemOf(error) }),
)
parentPort?.postMessage(answer)

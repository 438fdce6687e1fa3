#!/usr/bin/env node
import process from 'node:process'
import { mockCommand } from '../port/mock-command.ts'

const started = await mockCommand(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
})
if (typeof started === 'number') process.exitCode = started
else for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void started.close())

#!/usr/bin/env node
import process from 'node:process'
import { conformanceCommand } from '../conformance/command.ts'

process.exitCode = await conformanceCommand(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  env: process.env,
})

import { measureRefusals } from './refusals.ts'

const ROUNDS = Number(process.argv[2] ?? 7)

console.log('Refused credentials, 100,000 keys in SQLite:')
console.table(await measureRefusals(ROUNDS))

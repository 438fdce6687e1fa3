import { countComments } from './count.ts'

// Prints how much of what the packages export has a comment, and what has none: `pnpm comments`.
for (const { package: name, exports, members } of countComments()) {
  for (const [what, { all, bare }] of Object.entries({ exports, members })) {
    console.log(`${name}: ${all - bare.length} of ${all} ${what} have a comment`)
    for (const one of bare) console.log(`  ${one}`)
  }
}

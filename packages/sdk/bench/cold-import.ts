/** Prints the CPU of this process once it has imported what it is told to, in milliseconds. */
for (const url of process.argv.slice(2)) await import(url)
const { user, system } = process.cpuUsage()
console.log((user + system) / 1_000)

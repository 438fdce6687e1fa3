/** Starts to count what this process takes of its processors; gives the seconds since then. */
export function cpuSeconds(): () => number {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1e6
  }
}

/** Where a command may write, and what it wrote. */
export function capture() {
  const text = { out: '', err: '' }
  const output = {
    out: (more: string) => {
      text.out += more
    },
    err: (more: string) => {
      text.err += more
    },
  }
  return { text, output }
}

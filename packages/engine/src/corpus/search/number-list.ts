const COMMA = ','.charCodeAt(0)
const ZERO = '0'.charCodeAt(0)

/**
 * Visits the numbers of a list such as "3,3,7", whole and not negative. As a list a column costs a fraction of what it
 * costs as rows.
 */
export function eachNumber(list: string, visit: (value: number) => void): void {
  if (list === '') return
  let value = 0
  for (let at = 0; at < list.length; at += 1) {
    const code = list.charCodeAt(at)
    if (code === COMMA) {
      visit(value)
      value = 0
    } else value = value * 10 + code - ZERO
  }
  visit(value)
}

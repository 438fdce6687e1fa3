const RAISED: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('0123456789+-=()n', (sign, at) => [sign, '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ'.charAt(at)]),
)
const LOWERED: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('0123456789+-=()n', (sign, at) => [sign, '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙ'.charAt(at)]),
)
const MINUS = /[−–]/g

/** A raised or lowered text: its digits as such, so that they are no part of the number before them; words as they are. */
export function raisedText(text: string, isLowered = false): string {
  const plain = text.trim().replace(MINUS, '-')
  if (!/\d/.test(plain) && plain !== 'n') return text
  const signs = isLowered ? LOWERED : RAISED
  const all = Array.from(plain, (sign) => signs[sign])
  if (all.every((sign) => sign !== undefined)) return all.join('')
  return `${isLowered ? '_' : '^'}${/^[\p{L}\p{N}.]+$/u.test(plain) ? plain : `(${plain})`}`
}

/** Spellings of units that have one meaning, by the unit's own sign. */
const SPELLINGS: Record<string, string> = {
  '%': '% percent percents percentage pct prozent процентов процента процент',
  USD: 'usd dollar dollars us$ $',
  EUR: 'eur euro euros €',
  GBP: 'gbp sterling £',
  JPY: 'jpy yen ¥',
  INR: 'inr rupee rupees ₹',
  CHF: 'chf francs',
  pound: 'pound pounds',
  cent: 'cent cents',
  km: 'km kilometre kilometres kilometer kilometers',
  m: 'm metre metres meter meters',
  cm: 'cm centimetre centimetres centimeter centimeters',
  mm: 'mm millimetre millimetres millimeter millimeters',
  mile: 'mi mile miles',
  foot: 'ft foot feet',
  inch: 'inch inches',
  yard: 'yd yard yards',
  acre: 'acre acres',
  ha: 'ha hectare hectares',
  kg: 'kg kilogram kilograms kilo kilos',
  g: 'g gram grams gramme grammes',
  mg: 'mg milligram milligrams',
  µg: 'µg μg mcg microgram micrograms',
  ton: 'ton tons tonne tonnes',
  lb: 'lb lbs',
  oz: 'oz ounce ounces',
  l: 'l litre litres liter liters',
  ml: 'ml millilitre millilitres milliliter milliliters',
  gallon: 'gal gallon gallons',
  barrel: 'barrel barrels bushel bushels',
  second: 'sec secs seconds',
  minute: 'min mins minute minutes',
  hour: 'h hr hrs hour hours',
  day: 'day days',
  week: 'week weeks',
  month: 'month months',
  year: 'yr yrs year years',
  century: 'century centuries',
  '°C': '°c celsius centigrade',
  '°F': '°f fahrenheit',
  kW: 'kw kilowatt kilowatts',
  MW: 'mw megawatt megawatts',
  GW: 'gw gigawatt gigawatts',
  kB: 'kb kilobyte kilobytes',
  MB: 'mb megabyte megabytes',
  GB: 'gb gigabyte gigabytes',
  TB: 'tb terabyte terabytes',
  kcal: 'kcal calorie calories',
}

const UNITS: ReadonlyMap<string, string> = new Map(
  Object.entries(SPELLINGS).flatMap(([unit, words]) => words.split(' ').map((word) => [word, unit] as const)),
)

/** The unit that a word or a sign stands for, or '' where it stands for none. */
export function unitOf(word: string): string {
  return UNITS.get(word.toLowerCase()) ?? ''
}

const MONEY: ReadonlySet<string> = new Set(['USD', 'EUR', 'GBP', 'JPY', 'INR', 'CHF', 'pound', 'cent'])

/** Whether a unit is left out nowhere: a percentage or a sum of money. */
function isWritten(unit: string): boolean {
  return unit === '%' || MONEY.has(unit)
}

/** Whether two numbers may stand for the same amount as far as their units go; '' is a number without one. */
export function unitsAgree(a: string, b: string): boolean {
  if (a === b) return true
  if (a === '' || b === '') return !isWritten(a) && !isWritten(b) && a !== 'decade' && b !== 'decade'
  // Pounds are money or weight.
  const pounds = (one: string, other: string) => one === 'pound' && (other === 'GBP' || other === 'lb')
  return pounds(a, b) || pounds(b, a)
}

/** Rows of measures, all of one length. */
export type Rows = readonly Float64Array[]

/** Some rows of which one or several are the right ones. */
export interface Choice {
  rows: Rows
  right: readonly boolean[]
  weight: number
}

export interface Example {
  row: Float64Array
  right: boolean
  weight: number
}

/** Where weights are drawn to, and how strongly each. */
export interface Ridge {
  centre: Float64Array
  /** Against the mean loss of an example, for a measure of unit size; infinite for a weight that stays where it is. */
  strength: Float64Array
}

/** What Newton's method needs to know at a point: the loss, its slope and its curvature. */
interface Surface {
  loss: number
  gradient: Float64Array
  hessian: Float64Array[]
}

const MOST_STEPS = 50
const CONVERGED = 1e-9

/** A logistic regression of right against wrong. */
export function fitBinary(examples: readonly Example[], ridge: Ridge): Float64Array {
  const total = examples.reduce((sum, { weight }) => sum + weight, 0)
  return minimise(
    examples.map(({ row }) => row),
    ridge,
    (weights, surface) => {
      for (const { row, right, weight } of examples) {
        const sum = dot(weights, row)
        const p = 1 / (1 + Math.exp(-sum))
        const share = weight / total
        surface.loss += share * (Math.log1p(Math.exp(-Math.abs(sum))) + (right === sum > 0 ? 0 : Math.abs(sum)))
        addScaled(surface.gradient, row, share * (p - Number(right)))
        addOuter(surface.hessian, row, share * p * (1 - p))
      }
    },
  )
}

/** A conditional logit: which of some is right, each right one as much as the other. */
export function fitChoice(choices: readonly Choice[], ridge: Ridge): Float64Array {
  const total = choices.reduce((sum, { weight }) => sum + weight, 0)
  return minimise(
    choices.flatMap(({ rows }) => rows),
    ridge,
    (weights, surface) => {
      for (const { rows, right, weight } of choices) {
        const sums = rows.map((row) => dot(weights, row))
        const top = Math.max(...sums)
        const odds = sums.map((sum) => Math.exp(sum - top))
        const norm = odds.reduce((sum, value) => sum + value, 0)
        const rights = right.filter(Boolean).length
        const share = weight / total
        const mean = new Float64Array(weights.length)
        rows.forEach((row, i) => {
          const p = (odds[i] ?? 0) / norm
          const wanted = right[i] ? 1 / rights : 0
          surface.loss -= share * wanted * ((sums[i] ?? 0) - top - Math.log(norm))
          addScaled(surface.gradient, row, share * (p - wanted))
          addScaled(mean, row, p)
          addOuter(surface.hessian, row, share * p)
        })
        addOuter(surface.hessian, mean, -share)
      }
    },
  )
}

/** The mean square of each measure where it is not 0: what is penalised then hangs neither on its unit nor on how rare it is. */
function squaresOf(rows: Rows, width: number): Float64Array {
  const squares = new Float64Array(width)
  const counts = new Float64Array(width)
  for (const row of rows) {
    for (let i = 0; i < width; i += 1) {
      squares[i] = (squares[i] ?? 0) + (row[i] ?? 0) ** 2
      counts[i] = (counts[i] ?? 0) + Number(row[i] !== 0)
    }
  }
  return squares.map((sum, i) => sum / (counts[i] || 1) || 1)
}

/** Newton's method from the ridge's centre; a step that makes the loss greater is halved. */
function minimise(
  rows: Rows,
  { centre, strength }: Ridge,
  add: (weights: Float64Array, surface: Surface) => void,
): Float64Array {
  const squares = squaresOf(rows, centre.length)
  const pull = strength.map((each, i) => (Number.isFinite(each) ? each * (squares[i] ?? 1) : 0))
  const isFixed = (i: number) => strength[i] === Number.POSITIVE_INFINITY
  const surfaceAt = (at: Float64Array): Surface => {
    const surface = {
      loss: 0,
      gradient: new Float64Array(at.length),
      hessian: Array.from(at, () => new Float64Array(at.length)),
    }
    add(at, surface)
    at.forEach((value, i) => {
      const away = value - (centre[i] ?? 0)
      surface.loss += ((pull[i] ?? 0) / 2) * away ** 2
      surface.gradient[i] = isFixed(i) ? 0 : (surface.gradient[i] ?? 0) + (pull[i] ?? 0) * away
      surface.hessian[i]?.set([(surface.hessian[i]?.[i] ?? 0) + (pull[i] ?? 0)], i)
    })
    surface.hessian.forEach((row, i) => {
      row.forEach((_, j) => {
        if (isFixed(i) || isFixed(j)) row[j] = Number(i === j)
      })
    })
    return surface
  }
  let at = centre
  let here = surfaceAt(at)
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const way = solve(here.hessian, here.gradient)
    const towards = (length: number) => at.map((value, i) => value - length * (way[i] ?? 0))
    let length = 1
    let there = surfaceAt(towards(length))
    while (there.loss > here.loss && length > CONVERGED) {
      length /= 2
      there = surfaceAt(towards(length))
    }
    const gain = here.loss - there.loss
    if (gain > 0) {
      at = towards(length)
      here = there
    }
    if (gain < CONVERGED) break
  }
  return at
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}

function addScaled(to: Float64Array, row: Float64Array, by: number): void {
  for (let i = 0; i < to.length; i += 1) to[i] = (to[i] ?? 0) + by * (row[i] ?? 0)
}

function addOuter(to: readonly Float64Array[], row: Float64Array, by: number): void {
  for (let i = 0; i < row.length; i += 1) {
    const value = row[i] ?? 0
    const target = to[i]
    if (value !== 0 && target) addScaled(target, row, by * value)
  }
}

/** Solves `matrix · x = right` for a symmetric positive matrix, by Cholesky's method. */
function solve(matrix: readonly Float64Array[], right: Float64Array): Float64Array {
  const n = right.length
  const low = Array.from({ length: n }, () => new Float64Array(n))
  const at = (rows: readonly Float64Array[], i: number, j: number) => rows[i]?.[j] ?? 0
  for (let i = 0; i < n; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      let sum = at(matrix, i, j)
      for (let k = 0; k < j; k += 1) sum -= at(low, i, k) * at(low, j, k)
      const row = low[i]
      if (row) row[j] = i === j ? Math.sqrt(Math.max(sum, Number.EPSILON)) : sum / at(low, j, j)
    }
  }
  const half = new Float64Array(n)
  for (let i = 0; i < n; i += 1) {
    let sum = right[i] ?? 0
    for (let k = 0; k < i; k += 1) sum -= at(low, i, k) * (half[k] ?? 0)
    half[i] = sum / at(low, i, i)
  }
  const found = new Float64Array(n)
  for (let i = n - 1; i >= 0; i -= 1) {
    let sum = half[i] ?? 0
    for (let k = i + 1; k < n; k += 1) sum -= at(low, k, i) * (found[k] ?? 0)
    found[i] = sum / at(low, i, i)
  }
  return found
}

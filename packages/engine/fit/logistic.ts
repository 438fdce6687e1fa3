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

/** What Newton's method needs to know at a point: the loss, its slope and its curvature. */
interface Surface {
  loss: number
  gradient: Float64Array
  hessian: Float64Array[]
}

const MOST_STEPS = 50
const CONVERGED = 1e-9

/** A logistic regression of right against wrong, regularised by the squares of its weights. */
export function fitBinary(examples: readonly Example[], ridge: number): Float64Array {
  const total = examples.reduce((sum, { weight }) => sum + weight, 0)
  const scale = scaleOf(examples.map(({ row }) => row))
  return unscaled(
    minimise(scale.length, ridge, (at, surface) => {
      for (const { row, right, weight } of examples) {
        const x = row.map((value, i) => value / (scale[i] ?? 1))
        const sum = dot(at, x)
        const p = 1 / (1 + Math.exp(-sum))
        const share = weight / total
        surface.loss += share * (Math.log1p(Math.exp(-Math.abs(sum))) + (right === sum > 0 ? 0 : Math.abs(sum)))
        addScaled(surface.gradient, x, share * (p - Number(right)))
        addOuter(surface.hessian, x, share * p * (1 - p))
      }
    }),
    scale,
  )
}

/** A conditional logit: which of some is right, each right one as much as the other. */
export function fitChoice(choices: readonly Choice[], ridge: number): Float64Array {
  const total = choices.reduce((sum, { weight }) => sum + weight, 0)
  const scale = scaleOf(choices.flatMap(({ rows }) => rows))
  return unscaled(
    minimise(scale.length, ridge, (at, surface) => {
      for (const { rows, right, weight } of choices) {
        const all = rows.map((row) => row.map((value, i) => value / (scale[i] ?? 1)))
        const sums = all.map((x) => dot(at, x))
        const top = Math.max(...sums)
        const odds = sums.map((sum) => Math.exp(sum - top))
        const norm = odds.reduce((sum, value) => sum + value, 0)
        const rights = right.filter(Boolean).length
        const share = weight / total
        const mean = new Float64Array(scale.length)
        all.forEach((x, i) => {
          const p = (odds[i] ?? 0) / norm
          const wanted = right[i] ? 1 / rights : 0
          surface.loss -= share * wanted * ((sums[i] ?? 0) - top - Math.log(norm))
          addScaled(surface.gradient, x, share * (p - wanted))
          addScaled(mean, x, p)
          addOuter(surface.hessian, x, share * p)
        })
        addOuter(surface.hessian, mean, -share)
      }
    }),
    scale,
  )
}

/** The root mean square of each measure where it is not 0: what is penalised then hangs neither on its unit nor on how rare it is. */
function scaleOf(rows: Rows): Float64Array {
  const width = rows[0]?.length ?? 0
  const squares = new Float64Array(width)
  const counts = new Float64Array(width)
  for (const row of rows) {
    for (let i = 0; i < width; i += 1) {
      squares[i] = (squares[i] ?? 0) + (row[i] ?? 0) ** 2
      counts[i] = (counts[i] ?? 0) + Number(row[i] !== 0)
    }
  }
  return squares.map((sum, i) => Math.sqrt(sum / (counts[i] || 1)) || 1)
}

function unscaled(weights: Float64Array, scale: Float64Array): Float64Array {
  return weights.map((weight, i) => weight / (scale[i] ?? 1))
}

/** Newton's method; a step that makes the loss greater is halved. */
function minimise(width: number, ridge: number, add: (at: Float64Array, surface: Surface) => void): Float64Array {
  const surfaceAt = (at: Float64Array): Surface => {
    const hessian = Array.from({ length: width }, () => new Float64Array(width))
    const surface = { loss: (ridge / 2) * dot(at, at), gradient: at.map((value) => ridge * value), hessian }
    add(at, surface)
    hessian.forEach((row, i) => {
      row[i] = (row[i] ?? 0) + ridge
    })
    return surface
  }
  let at = new Float64Array(width)
  let here = surfaceAt(at)
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const way = solve(here.hessian, here.gradient)
    let length = 1
    let next = at.map((value, i) => value - length * (way[i] ?? 0))
    let there = surfaceAt(next)
    while (there.loss > here.loss && length > CONVERGED) {
      length /= 2
      next = at.map((value, i) => value - length * (way[i] ?? 0))
      there = surfaceAt(next)
    }
    const gain = here.loss - there.loss
    if (gain > 0) {
      at = next
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

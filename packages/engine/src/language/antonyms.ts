import { terms } from './terms.ts'

/** Words of opposite meaning, side against side. */
const OPPOSITES = `increase rise rose risen grow grew grown raise gain|decrease decline fall fell fallen drop reduce shrink shrank lose lost
more greater|less fewer
higher high|lower low
above over exceed|below under
before|after
win won victory|lose lost defeat
accept approve|reject refuse disapprove
allow permit legalise legalize|prohibit ban forbid outlaw
begin began begun start commence|end finish cease stop
open|close shut
buy bought purchase|sell sold
always|never
legal lawful|illegal unlawful
possible|impossible
success succeed successful|failure fail unsuccessful
true|false untrue
support favour favor|oppose
import|export
male men man|female women woman
north northern|south southern
east eastern|west western
hot warm|cold cool
large big|small little
strong strengthen|weak weaken
positive|negative
effective|ineffective
cause|prevent
improve better|worsen worse
best|worst
maximum most|minimum least
include|exclude
create build built|destroy
majority|minority
profit surplus|loss deficit
early earlier|late later
same identical|different
safe|dangerous unsafe
rich wealthy|poor
alive living|dead
present|absent
first|last
internal domestic|external foreign
enter join|leave left
expand|contract
encourage|discourage
visible|invisible
able|unable
known|unknown
dependent|independent
regular|irregular
inside|outside
ancient old|modern new
long|short
faster fast quick|slower slow
easy|difficult hard
remember|forget
love like|hate dislike
victory|defeat
advantage benefit|disadvantage harm
acquit innocent|convict guilty`

const PREFIXES = /^(?:un|in|im|ir|il|dis|non)(?=.{4})/

type Sides = Map<string, { pair: number; side: number }[]>

let known: Sides | undefined

/** Made when first asked for: stemming them all would hold up every start. */
function sidesOf(term: string) {
  known ??= read()
  return known.get(term)
}

function read(): Sides {
  const sides: Sides = new Map()
  OPPOSITES.split('\n').forEach((line, pair) => {
    line.split('|').forEach((words, side) => {
      for (const { term } of terms(words, 'en')) sides.set(term, [...(sides.get(term) ?? []), { pair, side }])
    })
  })
  return sides
}

/** Whether two terms mean the opposite of one another: a pair known to do so, or one with "un-" or the like. */
export function areOpposite(a: string, b: string): boolean {
  const others = sidesOf(b)
  if (
    others &&
    sidesOf(a)?.some(({ pair, side }) => others.some((other) => other.pair === pair && other.side !== side))
  ) {
    return true
  }
  return a !== b && (a.replace(PREFIXES, '') === b || b.replace(PREFIXES, '') === a)
}
